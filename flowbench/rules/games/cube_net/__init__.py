"""Cube Net: six patterned squares fold up to a cube; which is where, and which way round?"""
