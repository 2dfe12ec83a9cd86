"""Maze Square: drive through the corridors of a square maze to the goal."""
