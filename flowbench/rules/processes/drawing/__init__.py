"""How entities become pictures, in both styles, from the entities alone."""
