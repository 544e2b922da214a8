"""Source text to entries: repair, segment, link; then the glossary is written."""
