"""Color Mix: pour paints into a bowl and stir until it matches a card."""
