"""Leave Parking Lot: each car drives out along its own coloured track; tracks share cells, so order matters."""
