"""Another solver: relax the cost of all cells over the open sides until nothing changes."""


def _edges(maze):
    """Pairs of cells with no wall between them, from the flags alone."""
    found = []
    for ring in range(1, maze.rings + 1):
        count = len(maze.inner[ring - 1])
        within = 1 if ring == 1 else len(maze.inner[ring - 2])
        for sector in range(count):
            if not maze.sides[ring - 1][sector]:
                found.append(((ring, sector), (ring, (sector + 1) % count)))
            if not maze.inner[ring - 1][sector]:
                found.append(((ring, sector), (ring - 1, sector // (count // within))))
    return found


def optimum(maze):
    edges = _edges(maze)
    cost = {cell: 10**6 for edge in edges for cell in edge}
    cost[maze.goal] = 0
    for _ in cost:
        for one, two in edges:
            cost[one] = min(cost[one], cost[two] + 1)
            cost[two] = min(cost[two], cost[one] + 1)
    assert max(cost.values()) < 10**6  # no cell is shut in
    return cost[maze.start]


def solutions(maze):
    """Simple ways from start to goal: one, since the corridors are a tree (as many edges as cells, less one)."""
    edges = _edges(maze)
    cells = {cell for edge in edges for cell in edge}
    assert len(cells) == 1 + sum(len(row) for row in maze.inner)
    return 1 + (len(edges) - (len(cells) - 1))
