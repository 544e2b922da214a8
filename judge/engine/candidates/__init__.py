"""What may resolve at a step: `found` asks the rooms below, one for each way there; `remembered` keeps the answer."""
