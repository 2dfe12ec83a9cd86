"""Another solver: layer by layer over all places, moves found by looking at the cells."""


def _cells(lot, at):
    return [lot.tracks[car][k] if k < len(lot.tracks[car]) else None for car, k in enumerate(at)]


def optimum(lot):
    goal = tuple(len(track) for track in lot.tracks)
    layer, seen, length = {tuple(lot.starts)}, {tuple(lot.starts)}, 0
    while goal not in layer:
        after = set()
        for at in layer:
            taken = [cell for cell in _cells(lot, at) if cell is not None]
            for car, k in enumerate(at):
                for step in (-1, 1):
                    there = (*at[:car], k + step, *at[car + 1 :])
                    if k == goal[car] or not 0 <= k + step <= goal[car]:
                        continue
                    if _cells(lot, there)[car] is None or _cells(lot, there)[car] not in taken:
                        after.add(there)
        layer = after - seen
        seen |= layer
        length += 1
    return length


def solutions(lot):
    return None
