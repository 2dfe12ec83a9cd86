"""The deferred pass that colours the visibility buffer: light, textures with mip maps, gloss, tone curve.

Work goes along rows in runs of one triangle: what is linear in the picture is set up once a triangle in float64,
started once a run, and stepped in float32. The light is made to be read, not to be real: bright from all sides, two
tinted fills that tell the sides of a room apart, some light from the camera, and a slow fall-off with
depth. Colours are mixed in linear light and leave through a table that holds the tone curve and the sRGB encoding.

Compiled functions here call only each other: numba's disk cache notices a change in the file of the function it was
asked for, not in those of its callees or of imported constants.
"""

import math

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.jit import jit
from flowbench.records import DepthMap, Floats, Image
from flowbench.render.patterns import SIZE
from flowbench.render.textures import BRIGHTEST, LEVELS, STRIDE

Lens = tuple[float, float, float]
Single = np.float32
Triple = tuple[float, float, float]
Singles = NDArray[np.float32]
Integers = NDArray[np.int32]
Index = np.uint64  # array positions: numba does not look out for negative ones

BLOCK = 8  # pixels in a block: vector loops run over whole ones
SETUP = 20  # numbers a triangle needs, see `_prepare`
_AMBIENT, _PER_RISE = (0.500, 0.495, 0.490), (-0.030, -0.015, 0.005)  # at the horizon; change towards straight up
_FILL_A, _COLOUR_A = (0.602, 0.702, -0.381), (0.38, 0.355, 0.315)  # direction towards the light, colour
_FILL_B, _COLOUR_B = (-0.893, 0.223, 0.391), (0.18, 0.195, 0.225)
_HEAD = 0.13  # light from the camera, along its axis
_FAR_LIGHT, _FALL_PER_M = 0.65, 0.12  # share of the light that reaches any depth; how soon the rest is lost
_MATT = 0.1  # up to this gloss nothing shines
_PLAIN = np.uint64(46160 * (1 + (1 << 16) + (1 << 32)))  # what a texture of factor 1 gives: 65280 / sqrt(2)
_TONES = 4096
_BRIGHTEST_TONE = 2.0


def _tone_table() -> NDArray[np.uint8]:
    """The sRGB byte of each linear level up to `_BRIGHTEST_TONE`, with a soft shoulder above 0.7."""
    table = np.empty(_TONES, dtype=np.uint8)
    for k in range(_TONES):
        level = k * _BRIGHTEST_TONE / (_TONES - 1)
        level = level if level < 0.7 else 0.7 + 0.3 * (level - 0.7) / (level - 0.4)
        encoded = 12.92 * level if level <= 0.0031308 else 1.055 * math.pow(level, 1.0 / 2.4) - 0.055
        table[k] = int(round(round(255.0 * encoded, 6)))
    return table


TONES = _tone_table()


@jit
def shade(
    seen: Integers,
    depth: DepthMap,
    planes: Floats,
    local: Floats,
    faces: Integers,
    normals: Singles,
    uvs: Singles,
    materials: Integers,
    instances: Integers,
    rotations: Floats,
    colours: Singles,
    textures: Integers,
    gloss: Singles,
    axes: Floats,
    lens: Lens,
    texels: NDArray[np.uint64],
    tones: NDArray[np.uint8],
    ready: NDArray[np.uint8],
    setups: Floats,
    frame: Image,
) -> None:
    """Colour every pixel of `frame` from the triangle numbers in `seen` and the z-depths in `depth`."""
    height, width = seen.shape
    ready[:] = 0
    padded = width + BLOCK
    ramp, z, slant = np.arange(padded).astype(np.float32), np.ones(padded, np.float32), np.empty(padded, np.float32)
    base, shine = np.empty((3, padded), dtype=np.float32), np.empty(padded, dtype=np.float32)
    corner, share = np.empty(padded, dtype=np.int32), np.empty(padded, dtype=np.int32)
    mixed, index, rays = np.empty(width, dtype=np.uint64), np.empty((3, width), dtype=np.int32), _rays(axes, lens[2])
    for y in range(height):
        _open_row(depth, y, lens, ramp, z, slant)
        x = np.uint64(0)
        while x < np.uint64(width):
            t, start = seen[y, x], x
            x = _run_end(seen, y, x)
            if t < 0:
                _blacken(start, x, base, shine, mixed)
                continue
            if ready[t] == 0:
                ready[t] = 2
                if not _prepare(local, faces, normals, uvs, rotations, instances[t], axes, lens, t, setups):
                    _prepare_flat(rays, colours, materials[t], t, setups)
                    ready[t] = 1
            material = materials[t]
            polish = max(gloss[material] - np.float32(_MATT), np.float32(0.0))
            if ready[t] == 1:
                _light_flat(setups, t, start, x, y, lens, ramp, slant, polish, base, shine)
            else:
                _light_smooth(
                    setups, t, start, x, y, lens, rays, z, ramp, slant, colours, material, polish, base, shine
                )
            if textures[material] >= 0:
                _coordinates(setups, planes, t, start, x, y, lens, z, ramp, corner, share)
                _fetch(texels, textures[material] * STRIDE, start, x, corner, share, mixed)
            else:
                for k in range(start, x):
                    mixed[k] = _PLAIN
        _combine(z, mixed, base, shine, index)
        _encode(index, tones, y, frame)


@jit
def describe(
    seen: Integers,
    depth: DepthMap,
    planes: Floats,
    local: Floats,
    faces: Integers,
    normals: Singles,
    uvs: Singles,
    materials: Integers,
    instances: Integers,
    turns: Floats,
    colours: Singles,
    textures: Integers,
    lens: Lens,
    texels: NDArray[np.uint64],
    ready: NDArray[np.uint8],
    setups: Floats,
    albedo: Singles,
    facing: Singles,
) -> None:
    """Fill in what each pixel shows before any light: `albedo` (H, 3, W), linear, and `facing` (H, 3, W), its normal.

    Normals are in camera axes, `turns` (I, 3, 3) lead there, and point to the camera's side; nothing is 0.
    """
    height, width = seen.shape
    ready[:] = 0
    padded, own = width + BLOCK, np.eye(3)
    ramp, z, slant = np.arange(padded).astype(np.float32), np.ones(padded, np.float32), np.empty(padded, np.float32)
    base, normal = np.empty((3, padded), dtype=np.float32), np.empty((3, padded), dtype=np.float32)
    corner, share = np.empty(padded, dtype=np.int32), np.empty(padded, dtype=np.int32)
    mixed = np.empty(width, dtype=np.uint64)
    for y in range(height):
        _open_row(depth, y, lens, ramp, z, slant)
        x = np.uint64(0)
        while x < np.uint64(width):
            t, start = seen[y, x], x
            x = _run_end(seen, y, x)
            if t < 0:
                for k in range(start, x):
                    mixed[k] = np.uint64(0)
                    for j in range(np.uint64(3)):
                        base[j, k] = normal[j, k] = np.float32(0.0)
                continue
            if ready[t] == 0:
                ready[t] = 2 if _prepare(local, faces, normals, uvs, turns, instances[t], own, lens, t, setups) else 1
            material = materials[t]
            _turn(setups, t, ready[t] == 2, start, x, y, lens, z, ramp, normal)
            for j in range(np.uint64(3)):
                for k in range(_blocks(start, x)):
                    base[j, start + k] = colours[material, j]
            if textures[material] >= 0:
                _coordinates(setups, planes, t, start, x, y, lens, z, ramp, corner, share)
                _fetch(texels, textures[material] * STRIDE, start, x, corner, share, mixed)
            else:
                for k in range(start, x):
                    mixed[k] = _PLAIN
        _store(mixed, base, normal, y, albedo, facing)


@jit
def _turn(
    setups: Floats,
    t: int,
    varies: bool,
    start: Index,
    end: Index,
    y: int,
    lens: Lens,
    z: Singles,
    ramp: Singles,
    normal: Singles,
) -> None:
    """Unit normals along a run."""
    bx, by, bz = np.float32(setups[t, 8]), np.float32(setups[t, 9]), np.float32(setups[t, 10])
    across, up, ahead = np.uint64(0), np.uint64(1), np.uint64(2)
    if not varies:
        for k in range(_blocks(start, end)):
            normal[across, start + k], normal[up, start + k], normal[ahead, start + k] = bx, by, bz
        return
    fx, fy = _started(setups, t, 11, start, y, lens), _started(setups, t, 14, start, y, lens)
    fz = _started(setups, t, 17, start, y, lens)
    sx, sy, sz = np.float32(setups[t, 11]), np.float32(setups[t, 14]), np.float32(setups[t, 17])
    one, tiny = np.float32(1.0), np.float32(1e-12)
    for k in range(_blocks(start, end)):
        x, step = start + k, ramp[k]
        nx, ny, nz = bx + z[x] * (fx + sx * step), by + z[x] * (fy + sy * step), bz + z[x] * (fz + sz * step)
        unit = one / math.sqrt(nx * nx + ny * ny + nz * nz + tiny)
        normal[across, x], normal[up, x], normal[ahead, x] = nx * unit, ny * unit, nz * unit


@jit
def _store(mixed: NDArray[np.uint64], base: Singles, normal: Singles, y: int, albedo: Singles, facing: Singles) -> None:
    unit, channel, row = np.float32(math.sqrt(BRIGHTEST) / 65280.0), np.uint64(0xFFFF), np.uint64(y)
    for j in range(np.uint64(3)):
        shift = np.uint64(16) * j
        for k in range(np.uint64(len(mixed))):
            factor = unit * np.float32(np.int32((mixed[k] >> shift) & channel))
            albedo[row, j, k] = factor * factor * base[j, k]
            facing[row, j, k] = normal[j, k]


@jit
def _run_end(seen: Integers, row: int, x: Index) -> Index:
    """The column after the last pixel in a row with the same triangle as the one at x without a break."""
    y, width, one, eight = np.uint64(row), np.uint64(seen.shape[1]), np.uint64(1), np.uint64(8)
    t = seen[y, x]
    while x + eight <= width:
        apart = np.int32(0)
        for k in range(8):
            apart |= seen[y, x + np.uint64(k)] ^ t
        if apart != 0:
            break
        x += eight
    while x < width and seen[y, x] == t:
        x += one
    return x


@jit
def _open_row(depth: DepthMap, y: int, lens: Lens, ramp: Singles, z: Singles, slant: Singles) -> None:
    """Copy a row of depths and fill in how much shorter than its ray each depth is."""
    row, f = np.uint64(y), lens[2]
    for k in range(np.uint64(depth.shape[1])):
        z[k] = depth[row, k]
    first, pixel = np.float32((0.5 - lens[0]) / f), np.float32(1.0 / f)
    along, one = np.float32(1.0 + ((y + 0.5 - lens[1]) / f) ** 2), np.float32(1.0)
    for k in range(np.uint64(len(slant))):
        ahead = first + pixel * ramp[k]
        slant[k] = one / math.sqrt(along + ahead * ahead)


@jit
def _blacken(start: Index, end: Index, base: Singles, shine: Singles, mixed: NDArray[np.uint64]) -> None:
    red, green, blue = np.uint64(0), np.uint64(1), np.uint64(2)
    for k in range(start, end):
        base[red, k] = base[green, k] = base[blue, k] = shine[k] = np.float32(0.0)
        mixed[k] = np.uint64(0)


@jit
def _blocks(start: Index, end: Index) -> Index:
    """A count of pixels rounded up to whole blocks: what is written beyond the run is overwritten by the next."""
    return (end - start + np.uint64(BLOCK - 1)) // np.uint64(BLOCK) * np.uint64(BLOCK)


@jit
def _rays(axes: Floats, f: float) -> Floats:
    """(1, 9) the three gradients of the ray, in world axes, that is 1 long along the camera's axis."""
    rays = np.empty((1, 9))
    for j in range(3):
        rays[0, 3 * j], rays[0, 3 * j + 1], rays[0, 3 * j + 2] = axes[0, j] / f, -axes[1, j] / f, axes[2, j]
    return rays


@jit
def _prepare(
    local: Floats,
    faces: Integers,
    normals: Singles,
    uvs: Singles,
    rotations: Floats,
    instance: int,
    axes: Floats,
    lens: Lens,
    t: int,
    setups: Floats,
) -> bool:
    """Solve what is interpolated over a triangle; returns whether its normal varies.

    A gradient is three numbers g, for g[0] (u - cx) + g[1] (v - cy) + g[2] at the picture point (u, v). A row of
    `setups` holds 0-2 and 3-5 the gradients of the texture coordinates over depth, 6-7 their bases: a coordinate is
    base + depth * gradient. 8-10 are the normal's bases and 11-19 its gradients, in the same way. The normal comes out
    in the axes that `rotations` lead to, in which the rows of `axes` are the camera's.
    """
    a, b, c = _corner(local, faces[t, 0]), _corner(local, faces[t, 1]), _corner(local, faces[t, 2])
    one, two = _cross(c, a), _cross(a, b)
    volume, f = _dot(b, one), lens[2]
    inverse = 1.0 / volume
    pixel = inverse / f
    share_b = (one[0] * pixel, -one[1] * pixel, one[2] * inverse)
    share_c = (two[0] * pixel, -two[1] * pixel, two[2] * inverse)
    for k in range(2):
        first, second, third = uvs[t, 0, k], uvs[t, 1, k], uvs[t, 2, k]
        step_b, step_c = float(second) - float(first), float(third) - float(first)
        setups[t, 6 + k] = first - math.floor(min(first, second, third)) + 1.0  # keeps texel numbers positive
        _put(setups, t, 3 * k, step_b, share_b, step_c, share_c)
    m, n, o = (
        _turned(rotations, instance, normals, t, 0),
        _turned(rotations, instance, normals, t, 1),
        _turned(rotations, instance, normals, t, 2),
    )
    if _faces_away(a, b, c, m, n, o, axes, volume):
        m, n, o = (-m[0], -m[1], -m[2]), (-n[0], -n[1], -n[2]), (-o[0], -o[1], -o[2])
    varies = False
    for j in range(3):
        step_b, step_c = n[j] - m[j], o[j] - m[j]
        varies = varies or abs(step_b) > 1e-4 or abs(step_c) > 1e-4
        setups[t, 8 + j] = m[j]
        _put(setups, t, 11 + 3 * j, step_b, share_b, step_c, share_c)
    return varies


@jit
def _prepare_flat(rays: Floats, colours: Singles, material: int, t: int, setups: Floats) -> None:
    """Light a triangle of one normal once.

    8-10 become the lit colour, and 11-19 the gradients of three dot products with the ray: normal, mirrored first fill,
    mirrored up.
    """
    normal = setups[t, 8], setups[t, 9], setups[t, 10]
    red, green, blue = _lit(
        np.float32(normal[0]),
        np.float32(normal[1]),
        np.float32(normal[2]),
        np.float32(rays[0, 2]),
        np.float32(rays[0, 5]),
        np.float32(rays[0, 8]),
    )
    setups[t, 8], setups[t, 9] = colours[material, 0] * red, colours[material, 1] * green
    setups[t, 10] = colours[material, 2] * blue
    lit = _dot(normal, _FILL_A)
    for j in range(3):
        ray = rays[0, j], rays[0, 3 + j], rays[0, 6 + j]
        facing = _dot(ray, normal)
        setups[t, 11 + j] = facing
        setups[t, 14 + j] = _dot(ray, _FILL_A) - 2.0 * facing * lit
        setups[t, 17 + j] = ray[1] - 2.0 * facing * normal[1]


@jit
def _corner(local: Floats, v: int) -> Triple:
    return local[v, 0], local[v, 1], local[v, 2]


@jit
def _turned(rotations: Floats, i: int, normals: Singles, t: int, k: int) -> Triple:
    """A corner's normal in world axes."""
    x, y, z = float(normals[t, k, 0]), float(normals[t, k, 1]), float(normals[t, k, 2])
    return (
        rotations[i, 0, 0] * x + rotations[i, 0, 1] * y + rotations[i, 0, 2] * z,
        rotations[i, 1, 0] * x + rotations[i, 1, 1] * y + rotations[i, 1, 2] * z,
        rotations[i, 2, 0] * x + rotations[i, 2, 1] * y + rotations[i, 2, 2] * z,
    )


@jit
def _cross(a: Triple, b: Triple) -> Triple:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@jit
def _dot(a: Triple, b: Triple) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@jit
def _faces_away(a: Triple, b: Triple, c: Triple, m: Triple, n: Triple, o: Triple, axes: Floats, volume: float) -> bool:
    """Whether the camera sees the side of a triangle (a, b, c) that its corner normals (m, n, o) point away from."""
    normal = _cross((b[0] - a[0], b[1] - a[1], b[2] - a[2]), (c[0] - a[0], c[1] - a[1], c[2] - a[2]))
    along = 0.0
    for k in range(3):
        mean = m[k] + n[k] + o[k]
        along += mean * (normal[0] * axes[0, k] + normal[1] * axes[1, k] + normal[2] * axes[2, k])
    return along * volume > 0.0


@jit
def _put(setups: Floats, t: int, at: int, step_b: float, share_b: Triple, step_c: float, share_c: Triple) -> None:
    for j in range(3):
        setups[t, at + j] = step_b * share_b[j] + step_c * share_c[j]


@jit
def _coordinates(
    setups: Floats,
    planes: Floats,
    t: int,
    start: Index,
    end: Index,
    y: int,
    lens: Lens,
    z: Singles,
    ramp: Singles,
    corner: Integers,
    share: Integers,
) -> None:
    """Where a run's samples lie: the lower left of four texels, and the shares of the others in sixteenths.

    The mip level is the one whose texels are about as large as the pixel: from the derivatives of the texture
    coordinates, whose mean square is halved in exponent. `share` also holds how many texels a row of the level has.
    """
    au, bu, av, bv = (
        np.float32(setups[t, 0]),
        np.float32(setups[t, 1]),
        np.float32(setups[t, 3]),
        np.float32(setups[t, 4]),
    )
    wx, wy = np.float32(planes[t, 0]), np.float32(planes[t, 1])
    first_u, first_v = _started(setups, t, 0, start, y, lens), _started(setups, t, 3, start, y, lens)
    base_u, base_v = np.float32(setups[t, 6]), np.float32(setups[t, 7])
    print_scale, fine, half = np.float32(0.5 * SIZE * SIZE), np.float32(16.0), np.float32(8.0)
    for k in range(_blocks(start, end)):
        near = z[start + k]
        u, v = near * (first_u + au * ramp[k]), near * (first_v + av * ramp[k])
        ux, uy, vx, vy = au - wx * u, bu - wy * u, av - wx * v, bv - wy * v
        print_square = np.float32((ux * ux + uy * uy + vx * vx + vy * vy) * (near * near * print_scale))
        level = np.int32(np.int32(np.int32(print_square.view(np.int32) >> np.int32(23)) - np.int32(126)) >> np.int32(1))
        level = np.int32(min(max(level, np.int32(0)), np.int32(LEVELS - 1)))
        texels = np.int32(np.int32(np.int32(127 + LEVELS - 1) - level) << np.int32(23)).view(np.float32)
        across = np.int32((base_u + u) * texels * fine - half)
        up = np.int32((base_v + v) * texels * fine - half)
        size = np.int32(texels)
        mask, pitch = np.int32(size - np.int32(1)), np.int32(size + np.int32(1))
        origin = np.int32((np.int32(size * size - 1) & 0x5555) + 2 * size - 2 + (LEVELS - 1) - level)
        row, column = np.int32(np.int32(up >> 4) & mask), np.int32(np.int32(across >> 4) & mask)
        corner[k] = np.int32(origin + np.int32(row * pitch) + column)
        share[k] = np.int32((across & 15) | ((up & 15) << 4) | (pitch << 8))


@jit
def _fetch(
    texels: NDArray[np.uint64],
    first: int,
    start: Index,
    end: Index,
    corner: Integers,
    share: Integers,
    mixed: NDArray[np.uint64],
) -> None:
    """Bilinear samples for a run: four texels weighted by 256ths, 16 bits a channel."""
    one, four, low, origin = np.uint64(1), np.uint64(4), np.uint64(15), np.uint64(first)
    for k in range(end - start):
        here, shares = origin + np.uint64(np.uint32(corner[k])), np.uint64(np.uint32(share[k]))
        above, to_right, to_upper = here + (shares >> np.uint64(8)), shares & low, (shares >> four) & low
        lower = (texels[here] << four) + (texels[here + one] - texels[here]) * to_right
        upper = (texels[above] << four) + (texels[above + one] - texels[above]) * to_right
        mixed[start + k] = (lower << four) + (upper - lower) * to_upper


@jit
def _light_flat(
    setups: Floats,
    t: int,
    start: Index,
    end: Index,
    y: int,
    lens: Lens,
    ramp: Singles,
    slant: Singles,
    polish: Single,
    base: Singles,
    shine: Singles,
) -> None:
    """Colour times light, and mirrored light, along a run of a flat triangle: all but the slant is linear along it."""
    red, green, blue = np.float32(setups[t, 8]), np.float32(setups[t, 9]), np.float32(setups[t, 10])
    first_f, step_f = _started(setups, t, 11, start, y, lens), np.float32(setups[t, 11])
    first_s, step_s = _started(setups, t, 14, start, y, lens), np.float32(setups[t, 14])
    first_r, step_r = _started(setups, t, 17, start, y, lens), np.float32(setups[t, 17])
    for k in range(_blocks(start, end)):
        unit = slant[start + k]
        mirrored, risen = (first_s + step_s * ramp[k]) * unit, (first_r + step_r * ramp[k]) * unit
        shine[start + k] = polish * _gleam(mirrored, (first_f + step_f * ramp[k]) * unit, risen)
        base[np.uint64(0), start + k], base[np.uint64(1), start + k], base[np.uint64(2), start + k] = red, green, blue


@jit
def _light_smooth(
    setups: Floats,
    t: int,
    start: Index,
    end: Index,
    y: int,
    lens: Lens,
    rays: Floats,
    z: Singles,
    ramp: Singles,
    slant: Singles,
    colours: Singles,
    material: int,
    polish: Single,
    base: Singles,
    shine: Singles,
) -> None:
    """Colour times light, and mirrored light, along a run whose normal varies."""
    cr, cg, cb = colours[material, 0], colours[material, 1], colours[material, 2]
    hx, hy, hz = np.float32(rays[0, 2]), np.float32(rays[0, 5]), np.float32(rays[0, 8])
    ax, ay, az = np.float32(_FILL_A[0]), np.float32(_FILL_A[1]), np.float32(_FILL_A[2])
    vx, vy = _started(rays, 0, 0, start, y, lens), _started(rays, 0, 3, start, y, lens)
    vz = _started(rays, 0, 6, start, y, lens)
    dx, dy, dz = np.float32(rays[0, 0]), np.float32(rays[0, 3]), np.float32(rays[0, 6])
    bx, by, bz = np.float32(setups[t, 8]), np.float32(setups[t, 9]), np.float32(setups[t, 10])
    fx, fy = _started(setups, t, 11, start, y, lens), _started(setups, t, 14, start, y, lens)
    fz = _started(setups, t, 17, start, y, lens)
    sx, sy, sz = np.float32(setups[t, 11]), np.float32(setups[t, 14]), np.float32(setups[t, 17])
    one, two, tiny = np.float32(1.0), np.float32(2.0), np.float32(1e-12)
    for k in range(_blocks(start, end)):
        x, far, step = start + k, slant[start + k], ramp[k]
        nx, ny, nz = bx + z[x] * (fx + sx * step), by + z[x] * (fy + sy * step), bz + z[x] * (fz + sz * step)
        unit = one / math.sqrt(nx * nx + ny * ny + nz * nz + tiny)
        nx, ny, nz = nx * unit, ny * unit, nz * unit
        red, green, blue = _lit(nx, ny, nz, hx, hy, hz)
        base[np.uint64(0), x], base[np.uint64(1), x], base[np.uint64(2), x] = cr * red, cg * green, cb * blue
        wx, wy, wz = (vx + dx * step) * far, (vy + dy * step) * far, (vz + dz * step) * far
        facing = nx * wx + ny * wy + nz * wz
        twice = two * facing
        mirrored = (wx - twice * nx) * ax + (wy - twice * ny) * ay + (wz - twice * nz) * az
        shine[x] = polish * _gleam(mirrored, facing, wy - twice * ny)


@jit
def _started(setups: Floats, t: int, first: int, x: Index, y: int, lens: Lens) -> Single:
    """An attribute's linear part at a pixel centre."""
    px, py = x + 0.5 - lens[0], y + 0.5 - lens[1]
    return np.float32(setups[t, first] * px + setups[t, first + 1] * py + setups[t, first + 2])


@jit
def _lit(nx: Single, ny: Single, nz: Single, ax: Single, ay: Single, az: Single) -> tuple[Single, Single, Single]:
    """Light on a unit normal; (ax, ay, az) is the camera's axis."""
    zero = np.float32(0.0)
    a = max(nx * np.float32(_FILL_A[0]) + ny * np.float32(_FILL_A[1]) + nz * np.float32(_FILL_A[2]), zero)
    b = max(nx * np.float32(_FILL_B[0]) + ny * np.float32(_FILL_B[1]) + nz * np.float32(_FILL_B[2]), zero)
    head = np.float32(_HEAD) * abs(nx * ax + ny * ay + nz * az)
    red = np.float32(_AMBIENT[0]) + np.float32(_PER_RISE[0]) * ny
    green = np.float32(_AMBIENT[1]) + np.float32(_PER_RISE[1]) * ny
    blue = np.float32(_AMBIENT[2]) + np.float32(_PER_RISE[2]) * ny
    return (
        red + head + a * np.float32(_COLOUR_A[0]) + b * np.float32(_COLOUR_B[0]),
        green + head + a * np.float32(_COLOUR_A[1]) + b * np.float32(_COLOUR_B[1]),
        blue + head + a * np.float32(_COLOUR_A[2]) + b * np.float32(_COLOUR_B[2]),
    )


@jit
def _gleam(mirrored: Single, facing: Single, rise: Single) -> Single:
    """A spot of the first fill, and a sheen that grows at grazing angles, more where a bright ceiling is mirrored.

    Arguments are cosines: mirrored view ray to fill, view ray to normal, mirrored view ray to straight up.
    """
    one, part = np.float32(1.0), np.float32(0.22)
    spot = max(mirrored, np.float32(0.0))
    spot = spot * spot
    spot = spot * spot
    spot = spot * spot
    grazing = one - min(abs(facing), one)
    grazing = grazing * grazing
    return np.float32(0.30) * spot * spot + grazing * grazing * (part + part * rise)


@jit
def _combine(z: Singles, mixed: NDArray[np.uint64], base: Singles, shine: Singles, index: Integers) -> None:
    """Put a row together: rows of the tone table for red, green and blue."""
    one, last, scale = np.float32(1.0), np.float32(_TONES - 1), np.float32((_TONES - 1) / _BRIGHTEST_TONE)
    unit, channel = np.float32(math.sqrt(BRIGHTEST) / 65280.0), np.uint64(0xFFFF)
    far_light, near_light, fall_per_m = np.float32(_FAR_LIGHT), np.float32(1.0 - _FAR_LIGHT), np.float32(_FALL_PER_M)
    for k in range(np.uint64(len(mixed))):
        fall = (far_light + near_light / (one + fall_per_m * z[k])) * scale
        red = unit * np.float32(np.int32(mixed[k] & channel))
        green = unit * np.float32(np.int32((mixed[k] >> np.uint64(16)) & channel))
        blue = unit * np.float32(np.int32((mixed[k] >> np.uint64(32)) & channel))
        extra = shine[k] * scale
        index[np.uint64(0), k] = np.int32(min(red * red * base[np.uint64(0), k] * fall + extra, last))
        index[np.uint64(1), k] = np.int32(min(green * green * base[np.uint64(1), k] * fall + extra, last))
        index[np.uint64(2), k] = np.int32(min(blue * blue * base[np.uint64(2), k] * fall + extra, last))


@jit
def _encode(index: Integers, tones: NDArray[np.uint8], y: int, frame: Image) -> None:
    row, width = np.uint64(y), np.uint64(index.shape[1])
    red, green, blue = np.uint64(0), np.uint64(1), np.uint64(2)
    for k in range(width):
        frame[row, k, red] = tones[np.uint32(index[0, k])]
        frame[row, k, green] = tones[np.uint32(index[1, k])]
        frame[row, k, blue] = tones[np.uint32(index[2, k])]
