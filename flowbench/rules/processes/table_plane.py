"""The world of all processes, and what of it the picture shows.

Right-handed, metres: x to the right, y away from the viewer (up in a picture taken from above), z up from the table,
whose plane is z = 0. The picture shows a part of the table 1.6 m wide and 0.9 m high, the origin in its middle.
"""

TABLE_WIDTH_M = 1.6
TABLE_HEIGHT_M = 0.9
WIDTH_PX, HEIGHT_PX = 1280, 720
FPS = 24
