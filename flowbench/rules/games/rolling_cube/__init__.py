"""Rolling Cube: a cube with patterned faces rolls over a board; where do the patterns end up?"""
