"""Dot Shape: numbered dots, joined in their order, give a contour. Which one?"""
