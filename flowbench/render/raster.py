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

BAND_PIXELS = 40_000  # 320 kB of scratch
# Of two surfaces whose inverse depths agree to this many steps of a float32 the one drawn first is seen (about 1e-6 of
# the depth: 5 micrometres at 5 m). It is a few times what rounding can do, so that faces in one plane do not speckle.
TIE = np.int32(16)


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
    count: int, planes: Floats, pieces: Floats, spans: Integers, lens: Lens, nearest: Integers, seen: Integers
) -> None:
    """Write the number of the nearest triangle into each pixel of `seen`, -1 where there is none.

    The picture is drawn in bands of rows that stay in the processor's cache. `nearest` is scratch of its size.
    """
    height, width = seen.shape
    nearest[:] = 0
    seen[:] = -1
    left, right = np.empty(height, dtype=np.int64), np.empty(height, dtype=np.int64)
    ramp, scratch = np.arange(width).astype(np.float32), np.empty(width, dtype=np.float32)
    bits = scratch.view(np.int32)
    band = max(BAND_PIXELS // width, 1)
    for start in range(0, height, band):
        end = min(start + band, height)
        for piece in range(count):
            top, bottom = max(spans[piece, 1], start), min(spans[piece, 2], end)
            if top < bottom:
                _scan(pieces, piece, top, bottom, width, left, right)
                _cover(top, bottom, left, right, planes, spans[piece, 0], lens, ramp, scratch, bits, nearest, seen)


@jit
def resolve(seen: Integers, planes: Floats, surfaces: Integers, lens: Lens, depth: DepthMap, ids: IdMap) -> None:
    """Turn triangle numbers into z-depth (inf where nothing is) and surface ids (0 where nothing is)."""
    height, width = seen.shape
    for y in range(height):
        x = 0
        while x < width:
            t, start = seen[y, x], x
            while x < width and seen[y, x] == t:
                x += 1
            if t < 0:
                depth[y, start:x] = np.inf
                ids[y, start:x] = 0
            else:
                ids[y, start:x] = surfaces[t]
                _measure(planes, t, start, x, y, lens, depth)


@jit
def stamp(count: int, pieces: Floats, spans: Integers, surfaces: Integers, marks: Integers, counts: Numbers) -> None:
    """Count the pixels each surface covers drawn alone; the pieces of one surface must follow each other."""
    height, width = marks.shape
    marks[:] = 0
    left, right = np.empty(height, dtype=np.int64), np.empty(height, dtype=np.int64)
    for piece in range(count):
        top, bottom, owner = spans[piece, 1], spans[piece, 2], surfaces[spans[piece, 0]]
        _scan(pieces, piece, top, bottom, width, left, right)
        counts[owner] += _mark(top, bottom, left, right, owner, marks)


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
    f, plane = lens[2], planes[t]
    a, b, c = faces[t, 0], faces[t, 1], faces[t, 2]
    ax, ay, az = local[a, 0], local[a, 1], local[a, 2]
    bx, by, bz = local[b, 0] - ax, local[b, 1] - ay, local[b, 2] - az
    cx, cy, cz = local[c, 0] - ax, local[c, 1] - ay, local[c, 2] - az
    nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
    offset = nx * ax + ny * ay + nz * az
    if abs(offset) < 1e-200:
        return False
    plane[0], plane[1], plane[2] = nx / (offset * f), -ny / (offset * f), nz / offset
    plane[3] = 1.0 / (az + max(bz, cz, 0.0))
    plane[4] = 1.0 / max(az + min(bz, cz, 0.0), NEAR_M)
    return True


@jit
def _scan(pieces: Floats, piece: int, top: int, bottom: int, width: int, left: Numbers, right: Numbers) -> None:
    """Fill in the first and last + 1 column of the rows top .. bottom of a sorted piece, clipped to the picture.

    Each edge is walked from its upper (then left) end, whichever triangle it belongs to.
    """
    ua, va, ub = pieces[piece, 0], pieces[piece, 1], pieces[piece, 2]
    vb, uc, vc = pieces[piece, 3], pieces[piece, 4], pieces[piece, 5]
    turn = min(max(int(math.ceil(vb - 0.5)), top), bottom)
    slope = (uc - ua) / (vc - va)
    if turn > top:
        _walk(top, turn, ua, va, slope, ua, va, (ub - ua) / (vb - va), width, left, right)
    if bottom > turn:
        _walk(turn, bottom, ua, va, slope, ub, vb, (uc - ub) / (vc - vb), width, left, right)


@jit
def _walk(
    top: int,
    bottom: int,
    ua: float,
    va: float,
    slope_a: float,
    ub: float,
    vb: float,
    slope_b: float,
    width: int,
    left: Numbers,
    right: Numbers,
) -> None:
    for y in range(top, bottom):
        one, two = ua + (y + 0.5 - va) * slope_a, ub + (y + 0.5 - vb) * slope_b
        left[y] = int(math.ceil(max(min(one, two), 0.0) - 0.5))
        right[y] = int(math.ceil(min(max(one, two), float(width)) - 0.5))


@jit
def _cover(
    top: int,
    bottom: int,
    left: Numbers,
    right: Numbers,
    planes: Floats,
    t: int,
    lens: Lens,
    ramp: NDArray[np.float32],
    scratch: NDArray[np.float32],
    bits: Integers,
    nearest: Integers,
    seen: Integers,
) -> None:
    """Test and write the spans of a triangle.

    Inverse depths are compared as the integers their bits spell (positive floats order alike): unlike a conditional
    float store this compiles to plain vector code. `bits` is `scratch` read as integers.
    """
    cx, cy, _ = lens
    step, low, high = np.float32(planes[t, 0]), np.float32(planes[t, 3]), np.float32(planes[t, 4])
    number = np.int32(t)
    for y in range(top, bottom):
        start, end = left[y], right[y]
        if start < end:
            first = np.float32(planes[t, 0] * (start + 0.5 - cx) + (planes[t, 1] * (y + 0.5 - cy) + planes[t, 2]))
            row, x, count = np.uint64(y), np.uint64(start), np.uint64(end - start)
            for k in range(count):
                scratch[k] = min(max(first + step * ramp[k], low), high)
            for k in range(count):
                value, old, before = bits[k], nearest[row, x + k], seen[row, x + k]
                won = -np.int32(value > np.int32(old + TIE))
                nearest[row, x + k] = max(value, old)
                seen[row, x + k] = np.int32(before ^ ((before ^ number) & won))


@jit
def _measure(planes: Floats, t: int, start: int, end: int, y: int, lens: Lens, depth: DepthMap) -> None:
    cx, cy, _ = lens
    step, low, high = planes[t, 0], planes[t, 3], planes[t, 4]
    first = step * (start + 0.5 - cx) + (planes[t, 1] * (y + 0.5 - cy) + planes[t, 2])
    row, x = np.uint64(y), np.uint64(start)
    for k in range(np.uint64(end - start)):
        depth[row, x + k] = np.float32(np.reciprocal(min(max(first + step * k, low), high)))


@jit
def _mark(top: int, bottom: int, left: Numbers, right: Numbers, owner: int, marks: Integers) -> int:
    fresh = 0
    for y in range(top, bottom):
        row = np.uint64(y)
        for k in range(np.uint64(left[y]), np.uint64(max(left[y], right[y]))):
            fresh += int(marks[row, k] != owner)
            marks[row, k] = owner
    return fresh
