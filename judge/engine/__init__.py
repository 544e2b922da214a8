"""The resolver: a checked dispute and an edition's rules come in, a ruling goes out. Pure; calls go down only.

`table` what was submitted; `state` what has changed since; `events`, `nouns`, `conditions` what words mean here, in
three values; `in_force` what forbids, changes or gives; `candidates` what may be used now; `choices` who goes first;
`effects` what using it does; `running` the stack; `trace` what happened, and why; `write` the ruling.
"""
