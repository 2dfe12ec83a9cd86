"""Limits of what wrappers are given."""

MAX_SIDE = 4096  # of a picture, pixels
