"""Data sets: slots, admission, the store on disk, rolling out and replaying."""
