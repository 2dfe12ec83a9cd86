"""Scripted agents of the room categories."""
