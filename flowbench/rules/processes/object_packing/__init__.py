"""Object Packing: pack what belongs into a bag for an occasion, and leave the rest."""
