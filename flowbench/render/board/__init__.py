"""Pictures of boards: supersampled drawing with an id map, grids with labels, marks, and flow between two pictures."""
