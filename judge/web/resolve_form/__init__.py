"""The form of the resolver: its fields to a dispute and back, its hints and mistakes. Pure but for `page`."""
