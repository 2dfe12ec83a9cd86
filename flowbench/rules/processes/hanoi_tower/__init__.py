"""Hanoi Tower: move a stack of disks from peg to peg, never a larger one onto a smaller."""
