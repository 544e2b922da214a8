"""A run over one table, by what is done: `loop` takes the tasks from the stack and asks the rooms below it.

`event_beginning` an event begins; `steps` it reaches its steps; `windows` who may act now; `use_admission` whether
this may be used; `status_cancels` what status cards cancel; `ability_use` it is used; `activations` enemies activate;
`event_happening` what is so afterwards; `run` the state, the stack and the record.
"""
