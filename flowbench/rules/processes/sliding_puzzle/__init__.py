"""Sliding Puzzle: slide numbered tiles into order through one empty cell."""
