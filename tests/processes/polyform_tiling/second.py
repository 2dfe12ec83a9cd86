"""Another solver: exact cover over numbered cells and pieces as bits, always at the spot with the fewest choices."""


def _turns(shape):
    found = []
    for _ in range(4):
        shape = [(-column, row) for row, column in shape]
        low = min(row for row, _ in shape), min(column for _, column in shape)
        shape = sorted((row - low[0], column - low[1]) for row, column in shape)
        if shape not in found:
            found.append(shape)
    return found


def _choices(tiling):
    """Each placement as an integer: a bit a cell, and one for its piece."""
    number = {cell: k for k, cell in enumerate(tiling.region)}
    for piece, shape in enumerate(tiling.pieces):
        for cells in _turns(shape):
            for row in range(-6, 7):
                for column in range(-6, 7):
                    moved = [(r + row, c + column) for r, c in cells]
                    if all(cell in number for cell in moved):
                        yield sum(1 << number[cell] for cell in moved) | 1 << (len(number) + piece)


def _count(left, choices):
    if not left:
        return 1
    bits = [1 << k for k in range(left.bit_length()) if left >> k & 1]
    rarest = min(bits, key=lambda bit: sum(1 for choice in choices if choice & bit))
    total = 0
    for choice in choices:
        if choice & rarest:
            total += _count(left & ~choice, [other for other in choices if not other & choice])
    return total


def optimum(tiling):
    return len(tiling.pieces)


def solutions(tiling):
    return _count((1 << (len(tiling.region) + len(tiling.pieces))) - 1, list(_choices(tiling)))
