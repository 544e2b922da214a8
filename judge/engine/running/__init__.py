"""A run over one table, by what is done: `loop` takes the tasks from the stack and asks the rooms below it.

`beginning` an event begins; `steps` it reaches its steps; `windows` who may act now; `admitting` whether this may be
used; `using` it is used; `activations` enemies activate; `happening` what is so afterwards; `run` the state, the stack
and the record.
"""
