"""Another solver: tries every way to share the blocks out among the trays."""

import itertools


def _fits(block, sign):
    return all(not wanted or wanted == has for wanted, has in ((sign.colour, block.colour), (sign.form, block.form)))


def _ways(instance):
    fitting = [[k for k, sign in enumerate(instance.signs) if _fits(block, sign)] for block in instance.blocks]
    return list(itertools.product(*fitting))


def optimum(instance):
    return min(len(way) for way in _ways(instance))


def solutions(instance):
    return len(_ways(instance))
