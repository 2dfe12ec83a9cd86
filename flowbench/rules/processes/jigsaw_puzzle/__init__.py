"""Jigsaw Puzzle: put cut pieces of a picture together."""
