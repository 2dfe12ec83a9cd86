"""Sorting: put pieces into a row by their lightness, the darkest first."""
