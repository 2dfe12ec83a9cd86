"""Another solver: try every piece with every turn in every slot, and compare the numbers of the cuts that meet."""


def _cuts(jigsaw, slot):
    """What the piece of a slot has at the top, right, bottom and left when upright: a form, and whether it is a tab."""
    rows, columns = jigsaw.rows, jigsaw.columns
    row, column = slot // columns, slot % columns
    in_rows = {(r, c): jigsaw.edges[r * (columns - 1) + c] for r in range(rows) for c in range(columns - 1)}
    rest = jigsaw.edges[rows * (columns - 1) :]
    in_columns = {(r, c): rest[r * columns + c] for r in range(rows - 1) for c in range(columns)}

    def half(edge, is_second):
        return edge and ((edge.offset, edge.size, edge.skew), bool(edge.tab) == is_second)

    return [
        half(in_columns.get((row - 1, column)), True),
        half(in_rows.get((row, column)), False),
        half(in_columns.get((row, column)), False),
        half(in_rows.get((row, column - 1)), True),
    ]


def _counted(jigsaw, board, left):
    """Ways to fill the board; a board is a list of sides (top, right, bottom, left) by slot, None where free."""
    if None not in board:
        return 1
    slot = board.index(None)
    row, column = slot // jigsaw.columns, slot % jigsaw.columns
    around = [
        (row > 0, slot - jigsaw.columns),
        (column < jigsaw.columns - 1, slot + 1),
        (row < jigsaw.rows - 1, slot + jigsaw.columns),
        (column > 0, slot - 1),
    ]
    total = 0
    for piece in left:
        for turn in range(4):
            sides = (2 * _cuts(jigsaw, jigsaw.homes[piece]))[turn : turn + 4]
            fits = True
            for k, (inside, there) in enumerate(around):
                if not inside or sides[k] is None:
                    fits = fits and not inside and sides[k] is None
                elif board[there] is not None:
                    other = board[there][(k + 2) % 4]
                    fits = fits and other is not None and sides[k][0] == other[0] and sides[k][1] != other[1]
            if fits:
                filled = [*board[:slot], sides, *board[slot + 1 :]]
                total += _counted(jigsaw, filled, [other for other in left if other != piece])
    return total


def optimum(jigsaw):
    return len(jigsaw.homes) - jigsaw.placed


def solutions(jigsaw):
    """Ways to put the pieces together; a square puzzle without a placed piece can be turned as a whole."""
    pieces = range(len(jigsaw.homes))
    waiting = [piece for piece in pieces if piece < optimum(jigsaw)]
    board = [None] * len(jigsaw.homes)
    for piece in pieces[optimum(jigsaw) :]:
        board[jigsaw.homes[piece]] = _cuts(jigsaw, jigsaw.homes[piece])
    found = _counted(jigsaw, board, waiting)
    return found / 4 if jigsaw.rows == jigsaw.columns and not jigsaw.placed else found
