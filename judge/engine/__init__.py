"""The resolver: a checked dispute and an edition's rules come in, a ruling goes out. Pure; calls go down only.

`table_elements` what was submitted; `state` what has changed since; `events`, `nouns`, `condition_checks` what words
mean here, in three values; `in_force` what forbids, changes or gives; `candidates` what may be used now;
`who_goes_first` who goes first; `effects` what using it does; `running` the stack; `run_record` what happened, and
why; `ruling_writer` the ruling, `step_citations` the rules quoted under a step.
"""
