"""Another solver: a longest walk by trying everything, without any theorem."""


def _longest(graph, vertex, left):
    best = 0
    for edge in sorted(left):
        if vertex in graph.edges[edge]:
            a, b = graph.edges[edge]
            best = max(best, 1 + _longest(graph, b if vertex == a else a, left - {edge}))
            if best == len(left):
                break
    return best


def optimum(graph):
    every = frozenset(range(len(graph.edges)))
    assert _longest(graph, graph.start, every) == len(every)
    return len(every)


def solutions(graph):
    return None
