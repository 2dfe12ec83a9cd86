"""Rigid-body physics: whether what was put somewhere stays there."""
