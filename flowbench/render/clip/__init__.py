"""Moving pictures: sprites on a still ground, solids over a still background, and the files clips go to."""
