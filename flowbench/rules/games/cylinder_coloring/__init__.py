"""Cylinder Coloring: two views of a painted cylinder are given; what does it look like from another side?"""
