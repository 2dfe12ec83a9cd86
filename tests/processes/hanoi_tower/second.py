"""Another solver: Dijkstra by hand over states as the peg of each disk."""

import itertools


def optimum(tower):
    disks = sum(len(peg) for peg in tower.start)
    start = tuple(next(k for k, peg in enumerate(tower.start) if disk in peg) for disk in range(1, disks + 1))
    cost = {state: 10**6 for state in itertools.product(range(3), repeat=disks)}
    cost[(tower.target,) * disks] = 0
    for _ in range(2**disks):
        for state in cost:
            for disk in range(disks):
                smaller = {state[k] for k in range(disk)}
                if state[disk] in smaller:
                    continue
                for peg in {0, 1, 2} - smaller - {state[disk]}:
                    there = (*state[:disk], peg, *state[disk + 1 :])
                    cost[state] = min(cost[state], cost[there] + 1)
    return cost[start]


def solutions(tower):
    return None
