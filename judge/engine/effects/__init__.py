"""What using an ability does: one small function for each node of the tree and each event with a way of its own.

A function takes the position and gives a `Result`: the state after it and the tasks that follow, in order.
"""
