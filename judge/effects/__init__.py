"""What a resolution changes on a walk: the state, who takes part, occurrences of their own."""
