"""Maze Round: roll along the rings of a round maze to the goal."""
