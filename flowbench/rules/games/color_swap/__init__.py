"""Color Swap: a figure of coloured pieces, and cards that exchange colours; what does it look like afterwards?"""
