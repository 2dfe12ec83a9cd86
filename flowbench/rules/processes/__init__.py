"""Processes: visual tasks in which the way counts, as state machines with motion, a judge and texts."""
