"""Euler Path: trace every edge of a graph exactly once without lifting the pen."""
