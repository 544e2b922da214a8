"""What holds for every request: sizes, headers, rate limits, errors, metrics, health. Knows no page."""
