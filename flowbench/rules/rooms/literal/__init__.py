"""The paper's own plans, for comparison only: they leave things in mid-air and move them by a few centimetres.

Each module proposes the tasks of one category and finds their witnesses. Labels, and what the plans have in common with
the usual ones, are the category's rule with the limits it calls `PAPER`.
"""
