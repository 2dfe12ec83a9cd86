"""Classify Blocks: put each block into the tray whose sign it matches."""
