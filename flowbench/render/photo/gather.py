"""The light that arrives at surfaces, with soft shadows and contact shadows.

Light is gathered at every second pixel of every second row. The four pixels of each 2 x 2 square of those gather from
different points of each light, and look for what is near in different directions; what they find is blended over
3 x 3 of them on the same surface, with weights that count all four alike, so that shadows are soft and without a
pattern. From there it spreads to the pixels between; a pixel without a neighbour on its surface gathers its own.

Work goes along rows. The pixels of a row that gather lie on a desk, in sheets of LANES pixels: one flat array, in which
distances between numbers are known when the code is compiled, or else the vector loops would not be ones. For one
emitter after the other `_aim` finds out where each pixel lies in its chart, and `_lift` reads the chart.

Compiled functions here call only each other: numba's disk cache notices no change in other files.
"""

import math

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.jit import jit
from flowbench.records import DepthMap, Floats
from flowbench.render.photo.charts import STEPS
from flowbench.render.photo.emitters import EVERY, PATTERNS

Lens = tuple[float, float, float]
Singles = NDArray[np.float32]
Single = np.float32
Integers = NDArray[np.int32]
Index = np.uint64  # array positions: numba does not look out for negative ones
Charts = NDArray[np.uint16]
Numbers = NDArray[np.int64]
Triple = tuple[Single, Single, Single]

TAPS = 6  # places a pixel looks at for what is near
_WIDE_M, _NARROW_M = 0.45, 0.09  # how far it looks, in turn
_WIDEST_PX = 120.0
_OPEN = 0.12  # cosines below this hide nothing: rounding, and neighbours in the same plane
_STRENGTH = 2.3
_DIRECT_SHARE = 0.7  # share of direct light that contact shadows take
_FADE = 1.6  # light fades towards the edge of a chart: beyond 38 % of the way from its middle
_RELATIVE, _ABSOLUTE = 1.004, 1.5  # how much nearer than the chart a point may be and still be lit
_NEAREST_M = 0.05
_SAME_M, _SAME_PER_M, _SAME_COSINE = 0.006, 0.006, 0.8  # what counts as the same surface
_GOLDEN = 2.399963229728653
LANES = 16  # pixels on a sheet of the desk
# Rows of a sheet: three each for point, normal, direct light and light thrown back; then what `_aim` finds out: the
# share of the power, the pixel of the chart, how far it lies right of and below its centre, the farthest that is lit.
_POINT, _NORMAL, _DIRECT, _THROWN, _SHARE, _PIXEL, _RIGHT, _DOWN, _LIMIT, _LIT = (
    LANES * row for row in (0, 3, 6, 9, 12, 13, 14, 15, 16, 17)
)
SHEET = LANES * 18


def spiral() -> Singles:
    """(PATTERNS, TAPS, 3) directions x, y and share of the reach of each place looked at."""
    places = np.empty((PATTERNS, TAPS, 3), dtype=np.float32)
    for pattern in range(PATTERNS):
        for k in range(TAPS):
            turn = _GOLDEN * (k * PATTERNS + pattern)
            places[pattern, k] = round(math.cos(turn), 12), round(math.sin(turn), 12), (k // 2 + 0.5) / (TAPS // 2)
    return places


@jit
def irradiance(
    points: Floats, normals: Floats, rows: Singles, starts: Numbers, charts: Charts, wanted: NDArray[np.bool_]
) -> Floats:
    """(n, 3) light that arrives at points with normals, in the coordinates of `rows`, from the wanted emitters."""
    count = points.shape[0]
    desk, total = _desk(count), np.zeros((count, 3))
    for n in range(count):
        for k in range(3):
            _put(desk, n, _POINT + k * LANES, np.float32(points[n, k]))
            _put(desk, n, _NORMAL + k * LANES, np.float32(normals[n, k]))
    for e in range(rows.shape[0]):
        if wanted[e]:
            _aim(rows, e, count, desk)
            _lift(rows, e, starts, charts, count, desk)
            share = 1.0 if rows[e, 17] == EVERY else 1.0 / PATTERNS
            for n in range(count):
                for k in range(3):
                    total[n, k] += share * _get(desk, n, _LIT) * rows[e, 12 + k]
    return total


@jit
def gather(
    depth: DepthMap,
    facing: Singles,
    lens: Lens,
    rows: Singles,
    starts: Numbers,
    charts: Charts,
    ambient: Singles,
    places: Singles,
    raw: Singles,
) -> None:
    """Fill in `raw` (h, 3, w): light at every second pixel of every second row, each from one pattern; 0 on nothing."""
    half = (raw.shape[2] + 1) // 2
    columns, desk = np.empty(half, dtype=np.int64), _desk(half)
    for i in range(raw.shape[0]):
        for odd in range(2):
            count = (raw.shape[2] + 1 - odd) // 2
            for k in range(count):
                columns[k] = 2 * (2 * k + odd)
            pattern = (i & 1) * 2 + odd
            _light(depth, facing, lens, rows, starts, charts, ambient, places, 2 * i, columns, count, pattern, desk)
            for k in range(count):
                for c in range(3):
                    raw[i, c, 2 * k + odd] = _get(desk, k, _DIRECT + c * LANES)


@jit
def blend(seen: Integers, depth: DepthMap, facing: Singles, lens: Lens, raw: Singles, light: Singles) -> None:
    """Fill in `light` (h, 3, w): `raw` blended with its neighbours on the same surface, along rows, then columns.

    What is on both sides together weighs as much as a pixel itself, which makes the four patterns equal.
    """
    height, width = raw.shape[0], raw.shape[2]
    part = np.empty_like(raw)
    linked = np.zeros(width + 1, dtype=np.bool_)
    for i in range(height):
        for j in range(1, width):
            linked[j] = _same(seen, depth, facing, lens, 2 * i, 2 * j - 2, 2 * i, 2 * j)
        for j in range(width):
            for c in range(3):
                before = raw[i, c, j - 1] if linked[j] else raw[i, c, j]
                after = raw[i, c, j + 1] if linked[j + 1] else raw[i, c, j]
                if linked[j] != linked[j + 1]:
                    before = after = raw[i, c, j - 1] if linked[j] else raw[i, c, j + 1]
                part[i, c, j] = np.float32(0.5) * raw[i, c, j] + np.float32(0.25) * (before + after)
    above, below = np.zeros(width, dtype=np.bool_), np.zeros(width, dtype=np.bool_)
    for i in range(height):
        for j in range(width):
            below[j] = i + 1 < height and _same(seen, depth, facing, lens, 2 * i, 2 * j, 2 * i + 2, 2 * j)
        for c in range(3):
            for j in range(width):
                before = part[i - 1, c, j] if above[j] else part[i, c, j]
                after = part[i + 1, c, j] if below[j] else part[i, c, j]
                if above[j] != below[j]:
                    before = after = part[i - 1, c, j] if above[j] else part[i + 1, c, j]
                light[i, c, j] = np.float32(0.5) * part[i, c, j] + np.float32(0.25) * (before + after)
        above, below = below, above


@jit
def spread(
    seen: Integers,
    depth: DepthMap,
    facing: Singles,
    lens: Lens,
    rows: Singles,
    starts: Numbers,
    charts: Charts,
    ambient: Singles,
    places: Singles,
    light: Singles,
    full: Singles,
) -> None:
    """Fill in `full` (H, 3, W) from `light`, which holds every second pixel of every second row."""
    height, width = depth.shape
    columns, desk = np.empty(width, dtype=np.int64), _desk(width)
    shares = np.empty((4, width), dtype=np.float32)
    for y in range(height):
        above = y >> 1
        below = min(above + (y & 1), light.shape[0] - 1)
        alone = _share_out(seen, depth, facing, lens, y, 2 * above, 2 * below, shares, columns)
        for c in range(3):
            for x in range(width):
                left, right = x >> 1, min((x + 1) >> 1, light.shape[2] - 1)
                upper = shares[0, x] * light[above, c, left] + shares[1, x] * light[above, c, right]
                full[y, c, x] = upper + shares[2, x] * light[below, c, left] + shares[3, x] * light[below, c, right]
        if alone > 0:
            _light(depth, facing, lens, rows, starts, charts, ambient, places, y, columns, alone, y & 3, desk)
            for k in range(alone):
                for c in range(3):
                    full[y, c, columns[k]] = _get(desk, k, _DIRECT + c * LANES)


@jit
def _share_out(
    seen: Integers,
    depth: DepthMap,
    facing: Singles,
    lens: Lens,
    y: int,
    above: int,
    below: int,
    shares: Singles,
    columns: Numbers,
) -> int:
    """How much the light of the four pixels about each counts: all on its surface alike.

    Returns how many pixels have none, and fills in their `columns`.
    """
    width, alone = seen.shape[1], 0
    last = (width - 1) // 2 * 2
    quarter, one = np.float32(0.25), np.float32(1.0)
    for x in range(width):
        own, left, right = seen[y, x], x & -2, min((x + 1) & -2, last)
        same = (seen[above, left] == own) & (seen[above, right] == own)
        if same & (seen[below, left] == own) & (seen[below, right] == own):
            shares[0, x] = shares[1, x] = shares[2, x] = shares[3, x] = quarter
            continue
        a = _same(seen, depth, facing, lens, y, x, above, left)
        b = _same(seen, depth, facing, lens, y, x, above, right) if right > left else a
        c = _same(seen, depth, facing, lens, y, x, below, left) if below > above else a
        d = (_same(seen, depth, facing, lens, y, x, below, right) if right > left else c) if below > above else b
        found = np.float32(a) + np.float32(b) + np.float32(c) + np.float32(d)
        share = one / max(found, one)
        shares[0, x], shares[1, x] = np.float32(a) * share, np.float32(b) * share
        shares[2, x], shares[3, x] = np.float32(c) * share, np.float32(d) * share
        if found == np.float32(0.0) and own >= 0:
            columns[alone] = x
            alone += 1
    return alone


@jit
def _desk(count: int) -> Singles:
    return np.zeros((count + LANES - 1) // LANES * SHEET, dtype=np.float32)


@jit
def _put(desk: Singles, k: int, row: int, value: Single) -> None:
    desk[k // LANES * SHEET + row + k % LANES] = value


@jit
def _get(desk: Singles, k: int, row: int) -> Single:
    return np.float32(desk[k // LANES * SHEET + row + k % LANES])


@jit
def _light(
    depth: DepthMap,
    facing: Singles,
    lens: Lens,
    rows: Singles,
    starts: Numbers,
    charts: Charts,
    ambient: Singles,
    places: Singles,
    y: int,
    columns: Numbers,
    count: int,
    pattern: int,
    desk: Singles,
) -> None:
    """Light of one pattern at some pixels of a row: on the desk, where direct light is."""
    for k in range(count):
        here = _point(depth, lens, y, columns[k])
        for c in range(3):
            _put(desk, k, _POINT + c * LANES, here[c])
            _put(desk, k, _NORMAL + c * LANES, facing[y, c, columns[k]])
            _put(desk, k, _DIRECT + c * LANES, np.float32(0.0))
            _put(desk, k, _THROWN + c * LANES, ambient[c])
    for e in range(rows.shape[0]):
        own = rows[e, 17]
        if (own == pattern or own == EVERY) and _aim(rows, e, count, desk):
            _lift(rows, e, starts, charts, count, desk)
            _add(rows, e, count, desk)
    one = np.float32(1.0)
    for k in range(count):
        near = np.float32(0.0)
        if math.isfinite(depth[y, columns[k]]):
            near = _openness(depth, facing, lens, places, y, columns[k], pattern)
        part = one - np.float32(_DIRECT_SHARE) * (one - near)
        for c in range(3):
            direct, thrown = _get(desk, k, _DIRECT + c * LANES), _get(desk, k, _THROWN + c * LANES)
            _put(desk, k, _DIRECT + c * LANES, part * direct + near * thrown)


@jit
def _point(depth: DepthMap, lens: Lens, y: int, x: int) -> Triple:
    z = depth[y, x] if math.isfinite(depth[y, x]) else np.float32(0.0)
    pixel = z * np.float32(1.0 / lens[2])
    return pixel * np.float32(x + 0.5 - lens[0]), pixel * np.float32(lens[1] - y - 0.5), z


@jit
def _aim(rows: Singles, e: int, count: int, desk: Singles) -> bool:
    """How much of an emitter's power, a 1/m^2, reaches each pixel if nothing is between, and where its chart tells.

    The chart is asked a little off the surface, so that a surface does not shade itself. Returns whether any light
    reaches any pixel.
    """
    px, py, pz, rx, ry, rz = rows[e, 0], rows[e, 1], rows[e, 2], rows[e, 3], rows[e, 4], rows[e, 5]
    ux, uy, uz, nx, ny, nz = rows[e, 6], rows[e, 7], rows[e, 8], rows[e, 9], rows[e, 10], rows[e, 11]
    soft, side, zero, one = rows[e, 15], rows[e, 16], np.float32(0.0), np.float32(1.0)
    half, two, nearest, tiny = np.float32(0.5), np.float32(2.0), np.float32(_NEAREST_M), np.float32(1e-6)
    widest = rows[e, 19]
    fade, step = np.float32(_FADE) / widest, two * widest / side
    place, last = side * half / widest, side - np.float32(2.501)
    middle, steps, spare = side * half - half, np.float32(STEPS * _RELATIVE), np.float32(_ABSOLUTE)
    any_light = np.int32(0)
    for sheet in range(np.uint64((count + LANES - 1) // LANES)):
        at = sheet * np.uint64(SHEET)
        for lane in range(np.uint64(LANES)):
            k = at + lane
            mx, my, mz = (
                desk[k + np.uint64(_NORMAL)],
                desk[k + np.uint64(_NORMAL + LANES)],
                desk[k + np.uint64(_NORMAL + 2 * LANES)],
            )
            dx = desk[k + np.uint64(_POINT)] - px
            dy = desk[k + np.uint64(_POINT + LANES)] - py
            dz = desk[k + np.uint64(_POINT + 2 * LANES)] - pz
            ahead = max(dx * nx + dy * ny + dz * nz - nearest, zero)
            towards = max(-(dx * mx + dy * my + dz * mz), zero)
            square = dx * dx + dy * dy + dz * dz + tiny
            clear = (ahead + nearest) * step * (two + half - towards * towards / square)
            dx, dy, dz = dx + mx * clear, dy + my * clear, dz + mz * clear
            inverse = one / max(dx * nx + dy * ny + dz * nz, nearest)
            u, v = (dx * rx + dy * ry + dz * rz) * inverse, (dx * ux + dy * uy + dz * uz) * inverse
            room = min(max((widest - max(abs(u), abs(v))) * fade, zero), one)
            share = room * ahead * towards / (square * (square + soft))
            any_light = np.int32(any_light | np.float32(share).view(np.int32))
            across = min(max(middle + u * place - half, zero), last)
            below = min(max(middle - v * place - half, zero), last)
            column, row = np.float32(np.int32(across)), np.float32(np.int32(below))
            desk[k + np.uint64(_SHARE)] = share
            desk[k + np.uint64(_PIXEL)] = row * side + column
            desk[k + np.uint64(_RIGHT)] = across - column
            desk[k + np.uint64(_DOWN)] = below - row
            desk[k + np.uint64(_LIMIT)] = inverse * steps + spare
    return bool(any_light != 0)


@jit
def _lift(rows: Singles, e: int, starts: Numbers, charts: Charts, count: int, desk: Singles) -> None:
    """What an emitter's chart lets through: 3 x 3 of its pixels, weighted by a quadratic B-spline about each place.

    Most places lie in light or in shadow as a whole, which the nearest and the farthest of the nine tell.
    """
    first, pitch = np.uint64(starts[e]), np.uint64(rows[e, 16])
    for sheet in range(np.uint64((count + LANES - 1) // LANES)):
        for lane in range(np.uint64(LANES)):
            k = sheet * np.uint64(SHEET) + lane
            share = desk[k + np.uint64(_SHARE)]
            lit = np.float32(0.0)
            if share > np.float32(0.0):
                at, limit = first + np.uint64(desk[k + np.uint64(_PIXEL)]), np.int32(desk[k + np.uint64(_LIMIT)])
                near, far = _ends(charts, at, pitch)
                if far <= limit:
                    lit = share
                elif near <= limit:
                    right, down = desk[k + np.uint64(_RIGHT)], desk[k + np.uint64(_DOWN)]
                    lit = share * _part(charts, at, pitch, limit, right, down)
            desk[k + np.uint64(_LIT)] = lit


@jit
def _ends(charts: Charts, at: Index, pitch: Index) -> tuple[np.int32, np.int32]:
    """The least and the largest of 3 x 3 pixels of a chart."""
    one, two = np.uint64(1), np.uint64(2)
    low = high = np.int32(charts[at])
    for row in (at, at + pitch, at + pitch + pitch):
        a, b, c = np.int32(charts[row]), np.int32(charts[row + one]), np.int32(charts[row + two])
        low, high = min(low, min(a, min(b, c))), max(high, max(a, max(b, c)))
    return low, high


@jit
def _part(charts: Charts, at: Index, pitch: Index, limit: np.int32, right_of: Single, below_of: Single) -> Single:
    """The share of light where the edge of a shadow is."""
    half, top = np.float32(0.5), np.float32(0.75)
    x, y = right_of - half, below_of - half
    left, centre, right = half * (half - x) * (half - x), top - x * x, half * (half + x) * (half + x)
    above, middle, below = half * (half - y) * (half - y), top - y * y, half * (half + y) * (half + y)
    lit = above * _row(charts, at, limit, left, centre, right)
    lit += middle * _row(charts, at + pitch, limit, left, centre, right)
    return np.float32(lit + below * _row(charts, at + pitch + pitch, limit, left, centre, right))


@jit
def _row(charts: Charts, at: Index, limit: np.int32, left: Single, centre: Single, right: Single) -> Single:
    one = np.uint64(1)
    lit = left * np.float32(charts[at] <= limit) + centre * np.float32(charts[at + one] <= limit)
    return lit + right * np.float32(charts[at + one + one] <= limit)


@jit
def _add(rows: Singles, e: int, count: int, desk: Singles) -> None:
    """Add an emitter's light to what each pixel has."""
    red, green, blue = rows[e, 12], rows[e, 13], rows[e, 14]
    first = np.uint64(_DIRECT if rows[e, 18] > np.float32(0.0) else _THROWN)
    for sheet in range(np.uint64((count + LANES - 1) // LANES)):
        at = sheet * np.uint64(SHEET)
        for lane in range(np.uint64(LANES)):
            k = at + lane
            lit = desk[k + np.uint64(_LIT)]
            desk[k + first] += lit * red
            desk[k + first + np.uint64(LANES)] += lit * green
            desk[k + first + np.uint64(2 * LANES)] += lit * blue


@jit
def _openness(depth: DepthMap, facing: Singles, lens: Lens, places: Singles, y: int, x: int, pattern: int) -> Single:
    """1 where nothing is near, less in corners and under things: how much of what is near hides the surroundings."""
    height, width = depth.shape
    point, normal = _point(depth, lens, y, x), (facing[y, 0, x], facing[y, 1, x], facing[y, 2, x])
    zero, one, half, pixel = np.float32(0.0), np.float32(1.0), np.float32(0.5), np.float32(1.0 / lens[2])
    middle_x, middle_y, widest = np.float32(lens[0]), np.float32(lens[1]), np.float32(_WIDEST_PX)
    wide = min(np.float32(_WIDE_M) * np.float32(lens[2]) / point[2], widest)
    narrow = min(np.float32(_NARROW_M) * np.float32(lens[2]) / point[2], widest)
    hidden = zero
    for k in range(places.shape[1]):
        reach = np.float32(_WIDE_M) if (k & 1) == 0 else np.float32(_NARROW_M)
        pixels = max((wide if (k & 1) == 0 else narrow) * places[pattern, k, 2], np.float32(1.5))
        column = min(max(x + np.int64(pixels * places[pattern, k, 0] + np.float32(256.5)) - 256, 0), width - 1)
        row = min(max(y + np.int64(pixels * places[pattern, k, 1] + np.float32(256.5)) - 256, 0), height - 1)
        z = depth[row, column]
        if not z < np.float32(1e6):
            continue
        vx = z * pixel * (np.float32(column) + half - middle_x) - point[0]
        vy = z * pixel * (middle_y - np.float32(row) - half) - point[1]
        vz = z - point[2]
        square = vx * vx + vy * vy + vz * vz
        rise = vx * normal[0] + vy * normal[1] + vz * normal[2]
        if rise > zero and square < reach * reach:
            hidden += max(rise / math.sqrt(square) - np.float32(_OPEN), zero) * (one - square / (reach * reach))
    return max(one - np.float32(_STRENGTH / TAPS) * hidden, np.float32(0.05))


@jit
def _same(seen: Integers, depth: DepthMap, facing: Singles, lens: Lens, y: int, x: int, row: int, column: int) -> bool:
    """Whether two pixels show one surface, as far as light is concerned: about one plane, about one direction."""
    if seen[y, x] == seen[row, column]:
        return True
    if seen[y, x] < 0 or seen[row, column] < 0:
        return False
    nx, ny, nz = facing[y, 0, x], facing[y, 1, x], facing[y, 2, x]
    alike = nx * facing[row, 0, column] + ny * facing[row, 1, column] + nz * facing[row, 2, column]
    if alike < np.float32(_SAME_COSINE):
        return False
    one, two = _point(depth, lens, y, x), _point(depth, lens, row, column)
    off = nx * (two[0] - one[0]) + ny * (two[1] - one[1]) + nz * (two[2] - one[2])
    return bool(abs(off) < np.float32(_SAME_M) + np.float32(_SAME_PER_M) * one[2])
