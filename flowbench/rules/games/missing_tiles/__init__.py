"""Missing Tiles: tiles with connectors on their sides lie edge to edge; which connectors has the tile that is gone?"""
