"""The compiled rasteriser: which triangle each pixel centre sees, and how far it is.

Scan conversion by rows, without back-face culling, into a visibility buffer that holds triangle numbers. An edge shared
by two triangles is walked from the same end with the same numbers by both, so no pixel along it is lost or drawn twice;
a pixel belongs to a triangle when its centre lies in [left, right) and [top, bottom). The inverse depth is linear in
the picture; each triangle's plane is solved once in float64 and reused by everything that comes later, so nothing
interpolated is ever clipped.

A lens is (cx, cy, f): the principal point and the focal length, pixels.
"""

import math

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.camera import NEAR_M
from flowbench.geometry.jit import jit
from flowbench.records import DepthMap, Floats, IdMap

Lens = tuple[float, float, float]
Integers = NDArray[np.int32]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Index = np.uint64  # array positions: numba does not look out for negative ones
Single = np.float32
Edges = tuple[Integers, Integers, NDArray[np.float32]]  # a row: first pixel, how many, inverse depth at the first

BAND_PIXELS = 40_000  # 320 kB of scratch
# Of two surfaces whose inverse depths agree to this many steps of a float32 the one drawn first is seen (about 1e-6 of
# the depth: 5 micrometres at 5 m). It is a few times what rounding can do, so that faces in one plane do not speckle.
TIE = np.int64(16 << 32)
NOTHING = np.int64(0xFFFFFFFF)  # what a pixel of a band holds at first: inverse depth 0, triangle -1
LANES = 4  # pixels in a block
NARROW = 16  # pieces at most this wide are drawn in as many blocks in every row, which leaves nothing to mispredict


@jit
def inside_frustum(spheres: Floats, turns: Floats, shifts: Floats, lens: Lens) -> Flags:
    """(I,) whether each instance's bounding sphere reaches into the picture; turns and shifts lead to the camera."""
    cx, cy, f = lens
    visible = np.zeros(len(spheres), dtype=np.bool_)
    side, top = math.sqrt(f * f + cx * cx), math.sqrt(f * f + cy * cy)
    for i in range(len(spheres)):
        x, y, z = _moved(turns[i], shifts[i], spheres[i])
        reach = spheres[i, 3] * (1.0 + 1e-9) + 1e-9
        across = f * abs(x) - cx * z <= reach * side and f * abs(y) - cy * z <= reach * top
        visible[i] = across and z + reach > NEAR_M
    return visible


@jit
def move_vertices(
    vertices: Floats,
    ranges: Numbers,
    visible: Flags,
    turns: Floats,
    shifts: Floats,
    lens: Lens,
    local: Floats,
    picture: Floats,
) -> None:
    """Fill in `local` (V, 3) camera coordinates and `picture` (V, 2) points; rows of invisible instances stay unset.

    A vertex at or behind the near plane has no picture point: its triangles are clipped first.
    """
    cx, cy, f = lens
    for i in range(len(visible)):
        if visible[i]:
            for v in range(ranges[i], ranges[i + 1]):
                x, y, z = _moved(turns[i], shifts[i], vertices[v])
                local[v, 0], local[v, 1], local[v, 2] = x, y, z
                if z > NEAR_M:
                    picture[v, 0], picture[v, 1] = cx + f * (x / z), cy - f * (y / z)


@jit
def outline(
    local: Floats,
    picture: Floats,
    faces: Integers,
    ranges: Numbers,
    order: Numbers,
    visible: Flags,
    lens: Lens,
    size: tuple[int, int],
    planes: Floats,
    pieces: Floats,
    spans: Integers,
) -> int:
    """Clip all triangles at the near plane, instances in the given order; returns how many pieces may be drawn.

    Fills in the row of `planes` (T, 5) of each triangle that may be seen: inverse depth = [0] (u - cx) + [1] (v - cy) +
    [2] at the picture point (u, v), kept within [3] .. [4]; a row of `pieces` (2 T, 6) for each piece, u and v of its
    three corners from top to bottom; and of `spans` (2 T, 3): triangle, first and last + 1 row.
    """
    count = 0
    for i in order:
        if visible[i]:
            for t in range(ranges[i], ranges[i + 1]):
                made = _clip(local, picture, faces, t, lens, pieces, count)
                if made > 0 and _solve(local, faces, t, lens, planes):
                    for _ in range(made):
                        top, bottom = _sort(pieces, count, size)
                        spans[count, 0], spans[count, 1], spans[count, 2] = t, top, bottom
                        count += int(top < bottom or made == 2)
    return count


@jit
def draw(
    count: int,
    planes: Floats,
    pieces: Floats,
    spans: Integers,
    surfaces: Integers,
    lens: Lens,
    seen: Integers,
    depth: DepthMap,
    ids: IdMap,
) -> None:
    """Find the nearest triangle of each pixel: its number (-1 = none), z-depth (inf) and surface id (0).

    The picture is drawn in bands of rows that stay in the processor's cache. What a pixel of a band holds is one
    integer: the bits of the inverse depth (positive floats order alike), then the triangle number.
    """
    height, width = seen.shape
    rows = max(BAND_PIXELS // width, 1)
    band = np.empty((rows, width + NARROW), dtype=np.int64)
    edges = _edges(rows)
    for start in range(0, height, rows):
        end = min(start + rows, height)
        band[:] = NOTHING
        for piece in range(count):
            top, bottom = max(spans[piece, 1], start), min(spans[piece, 2], end)
            if top < bottom:
                t = spans[piece, 0]
                narrow = _scan(pieces, piece, planes, t, top, bottom, width, lens, edges)
                _cover(top, bottom, start, narrow, planes, t, edges, band)
        for y in range(start, end):
            _resolve(band, y - start, y, planes, surfaces, lens, seen, depth, ids)


@jit
def stamp(
    count: int,
    planes: Floats,
    pieces: Floats,
    spans: Integers,
    surfaces: Integers,
    lens: Lens,
    size: tuple[int, int],
    counts: Numbers,
) -> None:
    """Count the pixels each surface covers drawn alone; the pieces of one surface must follow each other.

    A bit a pixel remembers what the surface has covered so far.
    """
    height, width = size
    marks = np.zeros((height, (width + 63) // 64), dtype=np.uint64)
    edges = _edges(height)
    owner, highest, lowest = 0, height, 0
    for piece in range(count):
        t, top, bottom = spans[piece, 0], spans[piece, 1], spans[piece, 2]
        if surfaces[t] != owner:
            marks[highest:lowest] = np.uint64(0)
            owner, highest, lowest = surfaces[t], height, 0
        highest, lowest = min(highest, top), max(lowest, bottom)
        _scan(pieces, piece, planes, t, top, bottom, width, lens, edges)
        for k in range(bottom - top):
            if edges[1][k] > 0:
                counts[owner] += _mark(marks, top + k, edges[0][k], edges[1][k])


@jit
def chart(
    count: int,
    planes: Floats,
    pieces: Floats,
    spans: Integers,
    lens: Lens,
    window: tuple[int, int, int, int],
    steps: float,
    deep: NDArray[np.uint16],
) -> None:
    """Keep the largest inverse depth of each pixel of `deep`, in `steps` a 1/m, within a window of rows and columns.

    What a piece leaves in a pixel does not depend on the window or on the order, so that parts of a chart can be drawn
    anew. The window is (first row, last row + 1, first column, last column + 1).
    """
    edges, scale, most = _edges(deep.shape[0]), np.float32(steps), np.float32(65535.0)
    left, length, value = edges
    for piece in range(count):
        t, top, bottom = spans[piece, 0], spans[piece, 1], spans[piece, 2]
        if bottom <= window[0] or top >= window[1] or top >= bottom:
            continue
        _scan(pieces, piece, planes, t, top, bottom, deep.shape[1], lens, edges)
        step, low, high = np.float32(planes[t, 0]), np.float32(planes[t, 3]), np.float32(planes[t, 4])
        for y in range(max(top, window[0]), min(bottom, window[1])):
            k = y - top
            for x in range(max(left[k], window[2]), min(left[k] + length[k], window[3])):
                inverse = min(max(value[k] + step * np.float32(np.int32(x - left[k])), low), high)
                deep[y, x] = max(deep[y, x], np.uint16(np.int32(min(inverse * scale, most))))


@jit
def count_ids(ids: IdMap, counts: Numbers) -> None:
    """Add the pixels of each surface id to `counts`, run by run."""
    height, width = ids.shape
    for y in range(height):
        x = 0
        while x < width:
            owner, start = ids[y, x], x
            while x < width and ids[y, x] == owner:
                x += 1
            counts[owner] += x - start


@jit
def _moved(turn: Floats, shift: Floats, point: Floats) -> tuple[float, float, float]:
    x = turn[0, 0] * point[0] + turn[0, 1] * point[1] + turn[0, 2] * point[2] + shift[0]
    y = turn[1, 0] * point[0] + turn[1, 1] * point[1] + turn[1, 2] * point[2] + shift[1]
    z = turn[2, 0] * point[0] + turn[2, 1] * point[1] + turn[2, 2] * point[2] + shift[2]
    return x, y, z


@jit
def _clip(local: Floats, picture: Floats, faces: Integers, t: int, lens: Lens, pieces: Floats, row: int) -> int:
    """Write the picture triangles of a face clipped at the near plane from `row` on; returns 0, 1 or 2."""
    a, b, c = faces[t, 0], faces[t, 1], faces[t, 2]
    ahead_a, ahead_b, ahead_c = local[a, 2] > NEAR_M, local[b, 2] > NEAR_M, local[c, 2] > NEAR_M
    ahead = int(ahead_a) + int(ahead_b) + int(ahead_c)
    if ahead == 0:
        return 0
    if ahead == 3:
        _put(pieces, row, picture[a, 0], picture[a, 1], picture[b, 0], picture[b, 1], picture[c, 0], picture[c, 1])
        return 1
    while ahead_a == ahead_b or ahead_a == ahead_c:  # turn the face until `a` is alone on its side of the plane
        a, b, c = b, c, a
        ahead_a, ahead_b, ahead_c = ahead_b, ahead_c, ahead_a
    if ahead == 1:
        ub, vb = _cut(local, a, b, lens)
        uc, vc = _cut(local, a, c, lens)
        _put(pieces, row, picture[a, 0], picture[a, 1], ub, vb, uc, vc)
        return 1
    ub, vb = _cut(local, b, a, lens)
    uc, vc = _cut(local, c, a, lens)
    _put(pieces, row, picture[b, 0], picture[b, 1], picture[c, 0], picture[c, 1], uc, vc)
    _put(pieces, row + 1, picture[b, 0], picture[b, 1], uc, vc, ub, vb)
    return 2


@jit
def _put(pieces: Floats, row: int, ua: float, va: float, ub: float, vb: float, uc: float, vc: float) -> None:
    pieces[row, 0], pieces[row, 1], pieces[row, 2] = ua, va, ub
    pieces[row, 3], pieces[row, 4], pieces[row, 5] = vb, uc, vc


@jit
def _sort(pieces: Floats, row: int, size: tuple[int, int]) -> tuple[int, int]:
    """Order a piece's corners from top to bottom, then left to right; returns its first and last + 1 row.

    Beside the picture (`size` is its height and width) there are no rows.
    """
    ua, va, ub = pieces[row, 0], pieces[row, 1], pieces[row, 2]
    vb, uc, vc = pieces[row, 3], pieces[row, 4], pieces[row, 5]
    if vb < va or (vb == va and ub < ua):
        ua, va, ub, vb = ub, vb, ua, va
    if vc < va or (vc == va and uc < ua):
        ua, va, uc, vc = uc, vc, ua, va
    if vc < vb or (vc == vb and uc < ub):
        ub, vb, uc, vc = uc, vc, ub, vb
    _put(pieces, row, ua, va, ub, vb, uc, vc)
    if max(ua, ub, uc) <= 0.0 or min(ua, ub, uc) >= size[1]:
        return 0, 0
    return int(max(math.ceil(va - 0.5), 0.0)), int(min(math.ceil(vc - 0.5), float(size[0])))


@jit
def _cut(local: Floats, ahead: int, behind: int, lens: Lens) -> tuple[float, float]:
    """Picture point where an edge meets the near plane: always from its far side, so both its triangles agree."""
    cx, cy, f = lens
    xa, ya, za = local[ahead, 0], local[ahead, 1], local[ahead, 2]
    xb, yb, zb = local[behind, 0], local[behind, 1], local[behind, 2]
    share = (NEAR_M - zb) / (za - zb)
    return cx + f * ((xb + share * (xa - xb)) / NEAR_M), cy - f * ((yb + share * (ya - yb)) / NEAR_M)


@jit
def _solve(local: Floats, faces: Integers, t: int, lens: Lens, planes: Floats) -> bool:
    """Fill in a triangle's plane; False when it is seen exactly edge-on."""
    f = lens[2]
    a, b, c = faces[t, 0], faces[t, 1], faces[t, 2]
    ax, ay, az = local[a, 0], local[a, 1], local[a, 2]
    bx, by, bz = local[b, 0] - ax, local[b, 1] - ay, local[b, 2] - az
    cx, cy, cz = local[c, 0] - ax, local[c, 1] - ay, local[c, 2] - az
    nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
    offset = nx * ax + ny * ay + nz * az
    if abs(offset) < 1e-200:
        return False
    share = 1.0 / offset
    planes[t, 0], planes[t, 1], planes[t, 2] = nx * share / f, -ny * share / f, nz * share
    planes[t, 3] = 1.0 / (az + max(bz, cz, 0.0))
    planes[t, 4] = 1.0 / max(az + min(bz, cz, 0.0), NEAR_M)
    return True


@jit
def _cover(top: int, bottom: int, start: int, narrow: int, planes: Floats, t: int, edges: Edges, band: Numbers) -> None:
    """Test and write the rows top .. bottom of a piece into a band that begins at row `start`."""
    left, width, value = edges
    step, low, high = np.float32(planes[t, 0]), np.float32(planes[t, 3]), np.float32(planes[t, 4])
    row, number = np.uint64(top - start), np.int64(t)
    for k in range(np.uint64(bottom - top)):
        count = np.uint64(narrow if narrow > 0 else max(width[k], 0))
        _fill(band, row + k, np.uint64(left[k]), width[k], count, value[k], step, low, high, number)


@jit
def _fill(
    band: Numbers,
    row: Index,
    left: Index,
    width: np.int32,
    count: Index,
    value: Single,
    step: Single,
    low: Single,
    high: Single,
    number: np.int64,
) -> None:
    """Test and write `width` pixels of a row from `left` on; their inverse depths begin with `value`.

    Works in whole blocks on at least `count` pixels, and leaves those beyond the width as they are. `nought` is 0, but
    keeps LLVM from making the last line a masked store, which measured slower.
    """
    nought = np.int64(row >> np.uint64(40))
    for k in range((count + np.uint64(LANES - 1)) // np.uint64(LANES) * np.uint64(LANES)):
        inverse = np.float32(min(max(value + step * np.float32(np.int32(k)), low), high))
        bits, old = np.int32(inverse.view(np.int32) & -np.int32(np.int32(k) < width)), band[row, left + k]
        key = (np.int64(bits) << np.int64(32)) | number
        band[row, left + k] = (old ^ nought) ^ ((old ^ key) & -np.int64(key > (old | NOTHING) + TIE))


@jit
def _resolve(
    band: Numbers,
    row: int,
    y: int,
    planes: Floats,
    surfaces: Integers,
    lens: Lens,
    seen: Integers,
    depth: DepthMap,
    ids: IdMap,
) -> None:
    """Write a row of a band out, run by run."""
    width = np.uint64(seen.shape[1])
    r, h = np.uint64(row), np.uint64(y)
    for k in range(width):
        seen[h, k] = np.int32(band[r, k])
    x = np.uint64(0)
    while x < width:
        t, start = seen[h, x], x
        x = _run_end(seen, h, x, width)
        if t < 0:
            for k in range(start, x):
                depth[h, k] = np.float32(np.inf)
                ids[h, k] = 0
        else:
            owner = surfaces[t]
            for k in range(start, x):
                ids[h, k] = owner
            _measure(planes, t, start, x, h, lens, depth)


@jit
def _run_end(seen: Integers, y: Index, x: Index, width: Index) -> Index:
    """The column after the last pixel in a row with the same number as the one at x without a break."""
    t, one = seen[y, x], np.uint64(1)
    while x + np.uint64(8) <= width:
        apart = np.int32(0)
        for k in range(8):
            apart |= seen[y, x + np.uint64(k)] ^ t
        if apart != 0:
            break
        x += np.uint64(8)
    while x < width and seen[y, x] == t:
        x += one
    return x


@jit
def _edges(rows: int) -> Edges:
    """Room for what `_scan` finds out about some rows."""
    length = rows + LANES
    return np.empty(length, dtype=np.int32), np.empty(length, dtype=np.int32), np.empty(length, dtype=np.float32)


@jit
def _scan(
    pieces: Floats, piece: int, planes: Floats, t: int, top: int, bottom: int, width: int, lens: Lens, edges: Edges
) -> int:
    """Fill in `edges` for the rows top .. bottom of a sorted piece; returns its width if that is narrow, else 0.

    Each edge is walked from its upper (then left) end, whichever triangle it belongs to. Works on blocks of rows:
    what is written beyond the last one is not used.
    """
    left, count, value = edges
    ua, va, ub = pieces[piece, 0], pieces[piece, 1], pieces[piece, 2]
    vb, uc, vc = pieces[piece, 3], pieces[piece, 4], pieces[piece, 5]
    slope, upper, lower = (uc - ua) / (vc - va), (ub - ua) / (vb - va), (uc - ub) / (vc - vb)
    a, b = planes[t, 0], planes[t, 1]
    first_value = a * (0.5 - lens[0]) + (b * (top + 0.5 - lens[1]) + planes[t, 2])
    middle, across = top + 0.5, float(width)
    for k in range(np.uint64(bottom - top + LANES - 1) // np.uint64(LANES) * np.uint64(LANES)):
        row = np.float64(np.int32(k))
        one = ua + (row + middle - va) * slope
        two = ua + (row + middle - va) * upper if row + middle < vb else ub + (row + middle - vb) * lower
        first = np.ceil(min(max(min(one, two), 0.0), across) - 0.5)
        left[k], count[k] = np.int32(first), np.int32(np.ceil(min(max(one, two), across) - 0.5) - first)
        value[k] = np.float32(a * first + (b * row + first_value))
    widest = abs(ua + (vb - va) * slope - ub) + 1.001
    return int(widest) if widest < NARROW else 0


@jit
def _measure(planes: Floats, t: int, start: Index, end: Index, y: Index, lens: Lens, depth: DepthMap) -> None:
    step, low, high = planes[t, 0], planes[t, 3], planes[t, 4]
    first = step * (start + 0.5 - lens[0]) + (planes[t, 1] * (y + 0.5 - lens[1]) + planes[t, 2])
    for k in range(end - start):
        depth[y, start + k] = np.float32(1.0 / min(max(first + step * np.int32(k), low), high))


@jit
def _mark(marks: NDArray[np.uint64], y: int, left: int, count: int) -> int:
    """Set the bits of `count` pixels of a row from `left` on; returns how many were not set."""
    fresh, row, end, full = 0, np.uint64(y), left + count, np.uint64(0xFFFFFFFFFFFFFFFF)
    for word in range(np.uint64(left) >> np.uint64(6), (np.uint64(end) + np.uint64(63)) >> np.uint64(6)):
        begin = int(word) * 64
        before, after = max(left - begin, 0), max(begin + 64 - end, 0)
        bits = full << np.uint64(before) & full >> np.uint64(after)
        fresh += _count_bits(bits & ~marks[row, word])
        marks[row, word] |= bits
    return fresh


@jit
def _count_bits(bits: np.uint64) -> int:
    two, four = np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
    bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
    bits = (bits & two) + ((bits >> np.uint64(2)) & two)
    bits = (bits + (bits >> np.uint64(4))) & four
    return int((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))
