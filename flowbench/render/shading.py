"""The deferred pass that colours the visibility buffer: light, textures with mip maps, gloss, tone curve.

Work goes along rows in runs of one triangle, cut into segments: what is linear in the picture is set up once a triangle
in float64, started once a segment, and stepped in float32. `np.reciprocal` stands for a division that does not look out
for zero, which keeps loops free of branches. The light is made to be read, not to be real: bright from
all sides, two tinted fills that tell the sides of a room apart, some light from the camera, and a slow fall-off with
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
Singles = NDArray[np.float32]
Integers = NDArray[np.int32]

SEGMENT = 64  # pixels that share one mip level at most
SETUP = 23  # numbers a triangle needs, see `_prepare`
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
    base, shine = np.empty((3, width), dtype=np.float32), np.empty(width, dtype=np.float32)
    mixed, index = np.empty(width, dtype=np.uint64), np.empty((3, width), dtype=np.int32)
    ramp, corners = np.arange(width).astype(np.float32), np.empty((3, 3))
    for y in range(height):
        mixed[:] = _PLAIN
        shine[:] = np.float32(0.0)
        x = 0
        while x < width:
            t, start = seen[y, x], x
            while x < width and seen[y, x] == t:
                x += 1
            if t < 0:
                base[:, start:x] = np.float32(0.0)
                continue
            if ready[t] == 0:
                varies = _prepare(local, faces, normals, uvs, rotations, instances[t], axes, lens, t, corners, setups)
                ready[t] = 2 if varies else 1
            material = materials[t]
            polish = gloss[material]
            if ready[t] == 1:
                _light_flat(setups, t, start, x, colours, material, base)
                if polish > _MATT:
                    _shine_flat(setups, t, start, x, y, lens, axes, ramp, polish, shine)
            else:
                _light_smooth(setups, t, start, x, y, lens, axes, depth, ramp, colours, material, base)
                if polish > _MATT:
                    _shine_smooth(setups, t, start, x, y, lens, axes, depth, ramp, polish, shine)
            if textures[material] >= 0:
                first = textures[material] * STRIDE
                _texture(setups, planes, t, start, x, y, lens, depth, ramp, texels, first, index, mixed)
        _combine(depth, y, mixed, base, shine, index)
        _encode(index, tones, y, frame)


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
    corners: Floats,
    setups: Floats,
) -> bool:
    """Solve what is interpolated over a triangle; returns whether its normal varies.

    An attribute is [base] + depth * ([0] (u - cx) + [1] (v - cy) + [2]) at the picture point (u, v). A row of `setups`
    holds 0-2 texture u, 3-5 texture v, 6-7 their bases, 8-10 the normal's base (world), 11-19 its three gradients,
    20-22 the light on a flat triangle.
    """
    setup, normal, uv, turn = setups[t], normals[t], uvs[t], rotations[instance]
    a, b, c = local[faces[t, 0]], local[faces[t, 1]], local[faces[t, 2]]
    one, two = _cross(c, a), _cross(a, b)
    volume = b[0] * one[0] + b[1] * one[1] + b[2] * one[2]
    f = lens[2]
    share_b = (one[0] / (volume * f), -one[1] / (volume * f), one[2] / volume)
    share_c = (two[0] / (volume * f), -two[1] / (volume * f), two[2] / volume)
    for k in range(2):
        step_b, step_c = float(uv[1, k]) - float(uv[0, k]), float(uv[2, k]) - float(uv[0, k])
        lowest = min(uv[0, k], uv[1, k], uv[2, k])
        setup[6 + k] = uv[0, k] - math.floor(lowest) + 1.0  # keeps texel numbers positive
        for j in range(3):
            setup[3 * k + j] = step_b * share_b[j] + step_c * share_c[j]
    for k in range(3):
        for j in range(3):
            corners[k, j] = turn[j, 0] * normal[k, 0] + turn[j, 1] * normal[k, 1] + turn[j, 2] * normal[k, 2]
    if _faces_away(a, b, c, corners, axes, volume):
        for k in range(9):
            corners[k // 3, k % 3] = -corners[k // 3, k % 3]
    varies = False
    for j in range(3):
        setup[8 + j] = corners[0, j]
        step_b, step_c = corners[1, j] - corners[0, j], corners[2, j] - corners[0, j]
        varies = varies or abs(step_b) > 1e-4 or abs(step_c) > 1e-4
        for k in range(3):
            setup[11 + 3 * j + k] = step_b * share_b[k] + step_c * share_c[k]
    ahead = axes[2]
    setup[20], setup[21], setup[22] = _lit(
        np.float32(setup[8]),
        np.float32(setup[9]),
        np.float32(setup[10]),
        np.float32(ahead[0]),
        np.float32(ahead[1]),
        np.float32(ahead[2]),
    )
    return varies


@jit
def _cross(a: Floats, b: Floats) -> tuple[float, float, float]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@jit
def _faces_away(a: Floats, b: Floats, c: Floats, corners: Floats, axes: Floats, volume: float) -> bool:
    """Whether the camera sees the side of a triangle that its corner normals point away from."""
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    along = 0.0
    for k in range(3):
        mean = corners[0, k] + corners[1, k] + corners[2, k]
        along += mean * (nx * axes[0, k] + ny * axes[1, k] + nz * axes[2, k])
    return along * volume > 0.0


@jit
def _texture(
    setups: Floats,
    planes: Floats,
    t: int,
    start: int,
    end: int,
    y: int,
    lens: Lens,
    depth: DepthMap,
    ramp: Singles,
    texels: NDArray[np.uint64],
    first: int,
    index: Integers,
    mixed: NDArray[np.uint64],
) -> None:
    """Bilinear samples for a run: sums of four texels weighted by sixteenths, 16 bits a channel."""
    while start < end:
        stop = min(start + SEGMENT, end)
        level = _level(setups, planes, t, 0.5 * (start + stop) - lens[0], y + 0.5 - lens[1])
        origin = first
        for finer in range(level):
            origin += ((SIZE >> finer) + 1) * ((SIZE >> finer) + 1)
        _coordinates(setups, t, start, stop, y, lens, SIZE >> level, depth, ramp, index)
        _fetch(texels, origin, SIZE >> level, start, stop, index, mixed)
        start = stop


@jit
def _coordinates(
    setups: Floats,
    t: int,
    start: int,
    end: int,
    y: int,
    lens: Lens,
    size: int,
    depth: DepthMap,
    ramp: Singles,
    index: Integers,
) -> None:
    """Texture coordinates in sixteenths of a texel, measured from the centre of the texel before."""
    scale = np.float32(size * 16)
    base_u, base_v = np.float32(setups[t, 6] * size * 16.0 - 8.0), np.float32(setups[t, 7] * size * 16.0 - 8.0)
    first_u, first_v = _started(setups, t, 0, start, y, lens), _started(setups, t, 3, start, y, lens)
    step_u, step_v = np.float32(setups[t, 0]), np.float32(setups[t, 3])
    row, x = np.uint64(y), np.uint64(start)
    for k in range(np.uint64(end - start)):
        z = depth[row, x + k]
        index[0, k] = np.int32(base_u + scale * (z * (first_u + step_u * ramp[k])))
        index[1, k] = np.int32(base_v + scale * (z * (first_v + step_v * ramp[k])))


@jit
def _fetch(
    texels: NDArray[np.uint64],
    origin: int,
    size: int,
    start: int,
    end: int,
    index: Integers,
    mixed: NDArray[np.uint64],
) -> None:
    first, x = np.uint64(origin), np.uint64(start)
    one, four, low, full = np.uint64(1), np.uint64(4), np.uint64(15), np.uint64(16)
    mask, row = np.uint64(size - 1), np.uint64(size + 1)
    for k in range(np.uint64(end - start)):
        u, v = np.uint64(index[0, k]), np.uint64(index[1, k])
        corner = first + ((v >> four) & mask) * row + ((u >> four) & mask)
        to_right, to_upper = u & low, v & low
        to_left = full - to_right
        below = texels[corner] * to_left + texels[corner + one] * to_right
        above = texels[corner + row] * to_left + texels[corner + row + one] * to_right
        mixed[x + k] = below * (full - to_upper) + above * to_upper


@jit
def _level(setups: Floats, planes: Floats, t: int, px: float, py: float) -> int:
    """The mip level whose texels are about as large as the pixel at (px, py) from the principal point."""
    wx, wy = planes[t, 0], planes[t, 1]
    z = np.reciprocal(min(max(wx * px + wy * py + planes[t, 2], planes[t, 3]), planes[t, 4]))
    u = z * (setups[t, 0] * px + setups[t, 1] * py + setups[t, 2])
    v = z * (setups[t, 3] * px + setups[t, 4] * py + setups[t, 5])
    ux, uy, vx, vy = setups[t, 0] - wx * u, setups[t, 1] - wy * u, setups[t, 3] - wx * v, setups[t, 4] - wy * v
    print_square = 0.5 * (ux * ux + uy * uy + vx * vx + vy * vy) * (z * z * SIZE * SIZE)
    level = 0
    while print_square > 2.0 and level < LEVELS - 1:
        print_square *= 0.25
        level += 1
    return level


@jit
def _light_flat(setups: Floats, t: int, start: int, end: int, colours: Singles, material: int, base: Singles) -> None:
    """Colour times light along a run of a flat triangle."""
    red = colours[material, 0] * np.float32(setups[t, 20])
    green = colours[material, 1] * np.float32(setups[t, 21])
    blue = colours[material, 2] * np.float32(setups[t, 22])
    for k in range(np.uint64(start), np.uint64(end)):
        base[0, k], base[1, k], base[2, k] = red, green, blue


@jit
def _light_smooth(
    setups: Floats,
    t: int,
    start: int,
    end: int,
    y: int,
    lens: Lens,
    axes: Floats,
    depth: DepthMap,
    ramp: Singles,
    colours: Singles,
    material: int,
    base: Singles,
) -> None:
    """Colour times light along a run whose normal varies."""
    ax, ay, az = np.float32(axes[2, 0]), np.float32(axes[2, 1]), np.float32(axes[2, 2])
    cr, cg, cb = colours[material, 0], colours[material, 1], colours[material, 2]
    bx, by, bz = np.float32(setups[t, 8]), np.float32(setups[t, 9]), np.float32(setups[t, 10])
    fx, fy = _started(setups, t, 11, start, y, lens), _started(setups, t, 14, start, y, lens)
    fz = _started(setups, t, 17, start, y, lens)
    sx, sy, sz = np.float32(setups[t, 11]), np.float32(setups[t, 14]), np.float32(setups[t, 17])
    row, x = np.uint64(y), np.uint64(start)
    for k in range(np.uint64(end - start)):
        z = depth[row, x + k]
        nx, ny, nz = bx + z * (fx + sx * ramp[k]), by + z * (fy + sy * ramp[k]), bz + z * (fz + sz * ramp[k])
        unit = np.reciprocal(math.sqrt(nx * nx + ny * ny + nz * nz + np.float32(1e-12)))
        red, green, blue = _lit(nx * unit, ny * unit, nz * unit, ax, ay, az)
        base[0, x + k], base[1, x + k], base[2, x + k] = cr * red, cg * green, cb * blue


@jit
def _started(setups: Floats, t: int, first: int, x: int, y: int, lens: Lens) -> Single:
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
def _shine_flat(
    setups: Floats,
    t: int,
    start: int,
    end: int,
    y: int,
    lens: Lens,
    axes: Floats,
    ramp: Singles,
    polish: float,
    shine: Singles,
) -> None:
    """Mirrored light along a run of a flat triangle: all but the length of the view ray is linear along it."""
    px, py, f = start + 0.5 - lens[0], y + 0.5 - lens[1], lens[2]
    nx, ny, nz = setups[t, 8], setups[t, 9], setups[t, 10]
    lit = nx * _FILL_A[0] + ny * _FILL_A[1] + nz * _FILL_A[2]
    facing, spot, rise, step_facing, step_spot, step_rise = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for j in range(3):
        ray, step = axes[2, j] + (axes[0, j] * px - axes[1, j] * py) / f, axes[0, j] / f
        facing, step_facing = facing + ray * setups[t, 8 + j], step_facing + step * setups[t, 8 + j]
        spot, step_spot = spot + ray * _FILL_A[j], step_spot + step * _FILL_A[j]
        rise, step_rise = (ray, step) if j == 1 else (rise, step_rise)
    spot, step_spot = spot - 2.0 * facing * lit, step_spot - 2.0 * step_facing * lit
    rise, step_rise = rise - 2.0 * facing * ny, step_rise - 2.0 * step_facing * ny
    across, along = np.float32(px / f), np.float32(1.0 + (py / f) * (py / f))
    first_f, first_s, first_r = np.float32(facing), np.float32(spot), np.float32(rise)
    step_f, step_s, step_r = np.float32(step_facing), np.float32(step_spot), np.float32(step_rise)
    strength, pixel, x = np.float32(polish) - np.float32(_MATT), np.float32(1.0 / f), np.uint64(start)
    for k in range(np.uint64(end - start)):
        ahead = across + pixel * ramp[k]
        unit = np.reciprocal(math.sqrt(along + ahead * ahead))
        mirrored, risen = (first_s + step_s * ramp[k]) * unit, (first_r + step_r * ramp[k]) * unit
        shine[x + k] = strength * _gleam(mirrored, (first_f + step_f * ramp[k]) * unit, risen)


@jit
def _shine_smooth(
    setups: Floats,
    t: int,
    start: int,
    end: int,
    y: int,
    lens: Lens,
    axes: Floats,
    depth: DepthMap,
    ramp: Singles,
    polish: float,
    shine: Singles,
) -> None:
    """Mirrored light along a run whose normal varies."""
    px, py, f = start + 0.5 - lens[0], y + 0.5 - lens[1], lens[2]
    two, strength = np.float32(2.0), np.float32(polish) - np.float32(_MATT)
    ax, ay, az = np.float32(_FILL_A[0]), np.float32(_FILL_A[1]), np.float32(_FILL_A[2])
    vx = np.float32(axes[2, 0] + (axes[0, 0] * px - axes[1, 0] * py) / f)
    vy = np.float32(axes[2, 1] + (axes[0, 1] * px - axes[1, 1] * py) / f)
    vz = np.float32(axes[2, 2] + (axes[0, 2] * px - axes[1, 2] * py) / f)
    dx, dy, dz = np.float32(axes[0, 0] / f), np.float32(axes[0, 1] / f), np.float32(axes[0, 2] / f)
    bx, by, bz = np.float32(setups[t, 8]), np.float32(setups[t, 9]), np.float32(setups[t, 10])
    fx, fy = _started(setups, t, 11, start, y, lens), _started(setups, t, 14, start, y, lens)
    fz = _started(setups, t, 17, start, y, lens)
    sx, sy, sz = np.float32(setups[t, 11]), np.float32(setups[t, 14]), np.float32(setups[t, 17])
    row, x = np.uint64(y), np.uint64(start)
    for k in range(np.uint64(end - start)):
        z = depth[row, x + k]
        wx, wy, wz = vx + dx * ramp[k], vy + dy * ramp[k], vz + dz * ramp[k]
        nx, ny, nz = bx + z * (fx + sx * ramp[k]), by + z * (fy + sy * ramp[k]), bz + z * (fz + sz * ramp[k])
        far = np.reciprocal(math.sqrt(wx * wx + wy * wy + wz * wz))
        unit = np.reciprocal(math.sqrt(nx * nx + ny * ny + nz * nz + np.float32(1e-12)))
        wx, wy, wz, nx, ny, nz = wx * far, wy * far, wz * far, nx * unit, ny * unit, nz * unit
        facing = nx * wx + ny * wy + nz * wz
        twice = two * facing
        mirrored = (wx - twice * nx) * ax + (wy - twice * ny) * ay + (wz - twice * nz) * az
        shine[x + k] = strength * _gleam(mirrored, facing, wy - twice * ny)


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
def _combine(
    depth: DepthMap, y: int, mixed: NDArray[np.uint64], base: Singles, shine: Singles, index: Integers
) -> None:
    """Put a row together: rows of the tone table for red, green and blue."""
    one, last, scale = np.float32(1.0), np.float32(_TONES - 1), np.float32((_TONES - 1) / _BRIGHTEST_TONE)
    unit, channel = np.float32(math.sqrt(BRIGHTEST) / 65280.0), np.uint64(0xFFFF)
    far_light, near_light, fall_per_m = np.float32(_FAR_LIGHT), np.float32(1.0 - _FAR_LIGHT), np.float32(_FALL_PER_M)
    row = np.uint64(y)
    for k in range(np.uint64(len(mixed))):
        fall = (far_light + near_light * np.reciprocal(one + fall_per_m * depth[row, k])) * scale
        red = unit * np.float32(np.int32(mixed[k] & channel))
        green = unit * np.float32(np.int32((mixed[k] >> np.uint64(16)) & channel))
        blue = unit * np.float32(np.int32((mixed[k] >> np.uint64(32)) & channel))
        extra = shine[k] * scale
        index[0, k] = np.int32(min(red * red * base[0, k] * fall + extra, last))
        index[1, k] = np.int32(min(green * green * base[1, k] * fall + extra, last))
        index[2, k] = np.int32(min(blue * blue * base[2, k] * fall + extra, last))


@jit
def _encode(index: Integers, tones: NDArray[np.uint8], y: int, frame: Image) -> None:
    row, width = np.uint64(y), np.uint64(index.shape[1])
    red, green, blue = np.uint64(0), np.uint64(1), np.uint64(2)
    for k in range(width):
        frame[row, k, red] = tones[np.uint32(index[0, k])]
        frame[row, k, green] = tones[np.uint32(index[1, k])]
        frame[row, k, blue] = tones[np.uint32(index[2, k])]
