"""Who can respond here: an index of what cards wait for narrows, the engine decides."""
