"""A dispute to a ruling: occurrences unfold, abilities find their place, choices and exclusions are recorded. Pure."""
