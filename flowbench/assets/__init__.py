"""Data that ships with the package, read with importlib.resources."""
