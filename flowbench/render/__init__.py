"""Drawing: a compiled rasteriser that gives colour, exact z-depth and surface ids, and the files pictures go to."""
