"""Processes as Gymnasium environments."""
