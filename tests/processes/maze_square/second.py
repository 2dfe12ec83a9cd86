"""Another solver: flood the maze with a fixed point over all cells."""


def optimum(maze):
    far = 10**6
    cost = {(r, c): far for r in range(maze.size) for c in range(maze.size)}
    cost[maze.goal] = 0
    for _ in range(maze.size**2):
        for r, c in cost:
            beside = []
            if not maze.h[r][c]:
                beside.append((r - 1, c))
            if not maze.h[r + 1][c]:
                beside.append((r + 1, c))
            if not maze.v[r][c]:
                beside.append((r, c - 1))
            if not maze.v[r][c + 1]:
                beside.append((r, c + 1))
            cost[r, c] = min([cost[r, c], *(1 + cost[cell] for cell in beside)])
    return cost[maze.start]


def solutions(maze):
    """Simple ways from start to goal: one, since the corridors are a tree (as many edges as cells, less one)."""
    inner = sum(not flag for row in maze.h[1:-1] for flag in row) + sum(
        not flag for row in maze.v for flag in row[1:-1]
    )
    return 1 + (inner - (maze.size**2 - 1))
