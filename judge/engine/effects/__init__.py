"""What using an ability does: one small function for each node of the tree and each event with a way of its own.

A function takes the position and gives a `Result`: the state after it and the tasks that follow, in order.
`card_effects` holds those of the nodes (“if”, “may”, “choose”, “instead”, “prevent”, “cancel”), `clause_effects` the
events that a verb begins, `labeled_effects` what of an ability is its attack or thwart, `mechanisms` what rows of the
rules do by themselves, `state_changes` what is so once an event has happened.
"""
