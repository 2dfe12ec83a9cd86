"""What rubrics are made of: each finds the events of one kind of violation in the tracks of a clip."""
