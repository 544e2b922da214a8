"""The resolver: a checked dispute and an edition's rules come in, a ruling goes out. Pure.

`table` what was submitted; `state` what has changed since; `events`, `nouns`, `conditions` what words mean here, in
three values;
`in_force` what forbids, changes or replaces; `windows` what may be used now; `ordering` who goes first; `effects`
what using it
does; `run` the stack; `trace` what happened, and why. Calls go down only.
"""
