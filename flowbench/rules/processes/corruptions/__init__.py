"""Clips that are wrong in a known way, with what the judge must say of each: the test of the judge."""
