"""Gymnasium environments: thin shells around the rules."""
