"""What lies on the table of a dispute and what happens there: what an ability fits, who may use it."""
