"""What may resolve at a step: `candidate_search` asks the rooms below, one for each way there; `candidate_cache`
keeps the answer."""
