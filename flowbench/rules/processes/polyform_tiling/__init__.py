"""Polyform Tiling: lay pieces of squares so that they cover a region exactly."""
