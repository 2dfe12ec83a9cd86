"""Another solver: two breadth-first searches that meet in the middle, on boards as strings."""


def _around(board, size):
    k = board.index("_")
    row, column = divmod(k, size)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < size and 0 <= c < size:
            other = r * size + c
            cells = list(board)
            cells[k], cells[other] = cells[other], cells[k]
            yield "".join(cells)


def optimum(tray):
    size = tray.size
    letters = "_" + "".join(chr(ord("a") + k) for k in range(size**2 - 1))
    start, goal = ("".join(letters[tile] for tile in board) for board in (tray.start, (*range(1, size**2), 0)))
    sides = [{start}, {goal}]
    seen = [{start}, {goal}]
    length = 0
    while not sides[0] & sides[1]:
        k = 0 if len(sides[0]) <= len(sides[1]) else 1
        sides[k] = {after for board in sides[k] for after in _around(board, size)} - seen[k]
        seen[k] |= sides[k]
        length += 1
        if seen[0] & seen[1]:
            break
    return length


def solutions(tray):
    return None
