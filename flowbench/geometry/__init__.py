"""Cameras, boxes, support, walls, rigid motion and its optical flow. World frame: AI2-THOR's (left-handed, y up)."""
