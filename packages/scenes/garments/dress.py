"""A sewn tee put on a person: flat panels welded at their seams, wrapped round the arms held out, then the arms sink.

Units: metres. The cloth's rest shape is the flat pattern of tee_pattern.py (front on back, as on a table), so the
pattern is the map of the print, and all folds come from the cut: a sleeve cut for a lifted arm, on an arm that hangs.
"""

import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree
from scipy.interpolate import interp1d
from scipy.spatial import ConvexHull, cKDTree

from garments import tee_pattern as pattern
from lib import drape
from lib.cloth import resample, triangulate

SEWN = ("shoulder", "overarm", "underarm", "side")
START_ANGLE = 36.0  # degrees below the horizontal at which the sleeves are cut
NEAR = 0.006  # how near the skin cloth begins


def smoothstep(x):
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


class Cut:
    """The welded mesh. flat: pattern places (unscaled metres); back: which points lie on the back; triangles; band: the
    collar's triangles; collar_rings: its rows from seam to edge, front and back; open: distance to a hem."""

    def __init__(self, spacing, scale=(1.0, 1.0), narrow=0.17):
        self.scale, self.narrow = np.array(scale), narrow
        flat, triangles, back, bands = [], [], [], []
        sewn = np.concatenate([resample(line, spacing) for kind, line in pattern.right_side() if kind in SEWN])
        sewn = cKDTree(np.concatenate([sewn, sewn * [-1, 1]]))
        kept = {}
        self.collar_rings = []
        for is_back in (False, True):
            outline, kinds = pattern.outline(spacing, front=not is_back)
            points, faces = triangulate(outline, spacing, seed=int(is_back))
            index = np.empty(len(points), int)
            for i, p in enumerate(points):
                key = (round(p[0], 5), round(p[1], 5))
                joined = i < len(outline) and sewn.query(p)[0] < 1e-6
                if joined and key in kept:
                    index[i] = kept[key]
                    continue
                index[i] = len(flat)
                flat.append(p)
                back.append(is_back)
                if joined:
                    kept[key] = index[i]
            triangles += [(index[t] if not is_back else index[t][::-1]) for t in faces]
            high = np.abs(np.abs(outline) - [pattern.SEAM_X, 0]).max(1) < 1e-6
            at_neck = [i for i, kind in enumerate(kinds) if kind == "neck" or high[i]]
            at_neck.sort(key=lambda i: points[i][0])
            ring = [index[i] for i in at_neck]
            s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points[at_neck], axis=0), axis=1))]
            quarter = pattern.neck_edge(not is_back)
            edge = np.concatenate([quarter * [-1, 1], quarter[::-1][1:]])
            e = np.r_[0, np.cumsum(np.linalg.norm(np.diff(edge, axis=0), axis=1))]
            edge = np.stack([np.interp(s / s[-1], e / e[-1], edge[:, k]) for k in (0, 1)], 1)
            rows = [ring]
            for share in (0.5, 1.0):
                row = []
                for k, i in enumerate(ring):
                    end = k in (0, len(ring) - 1)
                    key = (k == 0, share, "band")
                    if end and key in kept:
                        row.append(kept[key])
                        continue
                    row.append(len(flat))
                    flat.append(flat[i] + (edge[k] - flat[i]) * share)
                    back.append(is_back)
                    if end:
                        kept[key] = row[-1]
                rows.append(row)
            for low, high in zip(rows, rows[1:]):
                for k in range(len(low) - 1):
                    quad = [low[k], low[k + 1], high[k + 1], high[k]]
                    bands += (
                        [quad[:3], [quad[0], quad[2], quad[3]]]
                        if not is_back
                        else [quad[2::-1], [quad[3], quad[2], quad[0]]]
                    )
            self.collar_rings.append([list(map(int, row)) for row in rows])
        self.flat = np.array(flat)
        self.back = np.array(back)
        self.triangles = np.array([list(map(int, t)) for t in triangles])
        self.band = np.array([list(map(int, t)) for t in bands])
        edge = np.concatenate([resample(line, 0.004) for kind, line in pattern.right_side() if kind in ("hem", "cuff")])
        self.open = cKDTree(np.concatenate([edge, edge * [-1, 1]])).query(self.flat)[0]  # metres from a hem
        self.size = self.sized(self.flat)

    def sized(self, flat):
        """Real places on the flat cloth: larger all over, but with a neck no wider than that of the flat shirt's
        wearer.
        """
        flat = np.asarray(flat, float)
        near = np.exp(-(((np.abs(flat[:, 0]) - 0.09) / 0.06) ** 2)) * smoothstep((flat[:, 1] + 0.20) / 0.15)
        up = np.exp(-((flat[:, 0] / 0.11) ** 2)) * smoothstep((flat[:, 1] + 0.34) / 0.24)
        return flat * self.scale * np.stack([1 - self.narrow * near, 1 - self.narrow * 0.9 * up], 1)


def ring_profile(points, levels):
    """(levels, 73) radii of the hull of a body's sections, and the sections' middles (y)."""
    angles = np.linspace(-np.pi, np.pi, 73)
    radii, middles = [], []
    for z in levels:
        near = points[np.abs(points[:, 2] - z) < 0.018][:, :2]
        hull = near[ConvexHull(near).vertices]
        middle = (hull[:, 1].min() + hull[:, 1].max()) / 2
        rim = resample(np.concatenate([hull, hull[:1]]), 0.004) - [0, middle]
        a, r = np.arctan2(rim[:, 1], rim[:, 0]), np.linalg.norm(rim, axis=1)
        order = np.argsort(a)
        radii.append(np.interp(angles, a[order], r[order], period=2 * np.pi))
        middles.append(middle)
    return angles, np.array(radii), np.array(middles)


def tree_of(points, faces):
    return BVHTree.FromPolygons([Vector(p) for p in points], [tuple(map(int, f)) for f in faces])


def pushed_out(points, tree, least):
    result = points.copy()
    for i, p in enumerate(points):
        place, normal, _, _ = tree.find_nearest(Vector(p), 0.12)
        if place is None:
            continue
        height = (Vector(p) - place).dot(normal)
        if height < least:
            result[i] = place + normal * least
    return result


def wrapped(cut, body, points, limbs):
    """Where the cloth begins: torso as rings of the right length, sleeves as tubes round the arms held out."""
    tree = tree_of(points, body.faces)
    down = tree.ray_cast(
        Vector((cut.sized([[pattern.SEAM_X, 0]])[0, 0], limbs["L"][0][1] + 0.004, 2.0)), Vector((0, 0, -1))
    )[0]
    top = down.z + 0.004
    x, y = cut.size.T
    z = top + y
    sign = np.where(cut.back, 1.0, -1.0)
    trunk = points[body.arm < 0.35]
    levels = np.arange(top - 0.80, top + 0.03, 0.02)
    levels = levels[levels > 0.70]
    angles, radii, middles = ring_profile(trunk, levels)
    hole = pattern.armhole()
    torso_w = np.interp(-cut.flat[:, 1], np.r_[-hole[:, 1], 0.75], np.r_[hole[:, 0], pattern.HEM[0]]) * cut.scale[0]
    share = np.clip(x / torso_w, -1.06, 1.06)
    rings = np.empty((len(x), 3))
    lengths = interp1d(levels, np.arange(len(levels)), bounds_error=False, fill_value=(0, len(levels) - 1))(z)
    arcs = []
    for k in range(len(levels)):
        r = radii[k] + 0.014
        ring = np.stack([r * np.cos(angles), r * np.sin(angles) + middles[k]], 1)
        halves = []
        for half in (ring[:37], ring[36:]):  # front: from -pi to 0, i.e. left to right over -y
            line = half if half[0, 0] < half[-1, 0] else half[::-1]
            halves.append(resample(line, np.linalg.norm(np.diff(line, axis=0), axis=1).sum() / 60)[:61])
        arcs.append(halves)
    arcs = np.array([[np.pad(h, ((0, 61 - len(h)), (0, 0)), mode="edge") for h in pair] for pair in arcs])
    k0 = np.clip(np.floor(lengths).astype(int), 0, len(levels) - 2)
    t = lengths - k0
    s = np.clip((share + 1) / 2, 0, 1) * 60
    s0 = np.clip(np.floor(s).astype(int), 0, 59)
    u = s - s0
    b = cut.back.astype(int)
    at = lambda k: arcs[k, b, s0] * (1 - u)[:, None] + arcs[k, b, s0 + 1] * u[:, None]
    rings[:, :2] = at(k0) * (1 - t)[:, None] + at(k0 + 1) * t[:, None]
    rings[:, 2] = z
    # The yoke: straight down from above, as a flat shirt would meet the shoulders.
    ridge = limbs["L"][0][1]
    yoke = np.empty((len(x), 3))
    for i in range(len(x)):
        near = abs(x[i]) < 0.26 and z[i] < top + 0.01
        place = tree.ray_cast(Vector((x[i], sign[i], z[i])), Vector((0, -sign[i], 0)))[0] if near else None
        depth = place.y + sign[i] * 0.012 if place is not None else ridge + sign[i] * 0.01
        if sign[i] * (depth - ridge) < 0.004:
            depth = ridge + sign[i] * 0.004
        yoke[i] = (x[i], depth, z[i] + 0.012)
    high = smoothstep((cut.flat[:, 1] + 0.22) / 0.13)[:, None]
    torso = rings * (1 - high) + yoke * high
    # Sleeves.
    along, across = pattern.sleeve_axes()
    local = np.stack([np.abs(cut.flat[:, 0]), cut.flat[:, 1]], 1) - np.array(pattern.TIP)
    basis = np.linalg.inv(np.stack([along, across], 1))
    a, d = (local @ basis.T).T
    width = np.interp(a, [0.0, 0.128, pattern.SLEEVE_LENGTH], [0.205, 0.192, pattern.SLEEVE_OPENING])
    phi = np.pi * np.clip(d / width, 0, 1)
    sleeves = np.empty((len(x), 3))
    for side, mirror in (("L", 1), ("R", -1)):
        mine = np.sign(cut.flat[:, 0]) == mirror
        shoulder, elbow, _ = limbs[side]
        e = (elbow - shoulder) / np.linalg.norm(elbow - shoulder)
        tip = np.array(
            [mirror * pattern.TIP[0] * cut.scale[0], shoulder[1], top + pattern.TIP[1] * cut.scale[1] + 0.012]
        )
        start = (tip - shoulder) @ e
        up = np.cross(e, [0, 1, 0]) * mirror
        up = up * np.sign(up[2]) / np.linalg.norm(up)
        radius = np.maximum(width / np.pi * cut.scale.mean(), 0.062)
        direction = np.cos(phi)[:, None] * up + np.sin(phi)[:, None] * np.array([0, 1.0, 0]) * sign[:, None]
        tube = shoulder + e * (start + a * cut.scale.mean())[:, None] + direction * radius[:, None]
        sleeves[mine] = tube[mine]
    edge = np.interp(-cut.flat[:, 1], -hole[:, 1], hole[:, 0])
    beyond = np.where(cut.flat[:, 1] > -0.36, np.abs(cut.flat[:, 0]) - edge, -1)
    part = smoothstep((beyond + 0.03) / 0.09)[:, None] * smoothstep((np.abs(cut.flat[:, 0]) - 0.18) / 0.05)[:, None]
    result = torso * (1 - part) + sleeves * part
    # The collar stands up along the neck.
    for rows in cut.collar_rings:
        seam = result[rows[0]]
        for share, row in ((0.5, rows[1]), (1.0, rows[2])):
            inwards = seam * [1, 1, 0] - [0, ridge - 0.01, 0]
            result[row] = seam - inwards * 0.10 * share + np.array([0, 0, 0.018 * share])
    triangles = np.concatenate([cut.triangles, cut.band])
    pairs = np.unique(np.sort(np.concatenate([triangles[:, [i, (i + 1) % 3]] for i in range(3)]), axis=1), axis=0)
    for _ in range(24):
        total, count = np.zeros_like(result), np.zeros(len(result))
        for i, j in ((0, 1), (1, 0)):
            np.add.at(total, pairs[:, i], result[pairs[:, j]])
            np.add.at(count, pairs[:, i], 1)
        result += 0.4 * (total / count[:, None] - result)
        result = pushed_out(result, tree, NEAR)
    return result, top


def dressed(cut, body, arms, start, stance, sink=64, shift=24, rest=36, **cloth):
    """(cloth points, body points) once the arms have sunk from START_ANGLE to `arms`, the weight has been shifted
    (stance(points, share)) and the cloth has come to rest."""
    shares = np.r_[np.zeros(8), np.linspace(0, 1, sink), np.ones(shift + rest)]
    shifts = np.r_[np.zeros(8 + sink // 2), smoothstep(np.linspace(0, 1, sink - sink // 2 + shift)), np.ones(rest)]
    poses = [stance(body.posed(held(arms, share))[0], shifted) for share, shifted in zip(shares, shifts)]
    bare = np.maximum(body.weights["lowerarm01.L"], body.weights["lowerarm01.R"]) > 0.6  # forearms touch no cloth
    low, high = start[:, 2].min() - 0.10, start[:, 2].max() + 0.06
    keep = [
        f
        for f in body.faces
        if not bare[f].any() and poses[-1][f][:, 2].min() > low and poses[-1][f][:, 2].max() < high
    ]
    triangles = np.concatenate([cut.triangles, cut.band])
    stiff = 1 + 5 * np.clip((0.022 - cut.open) / 0.004, 0, 1)
    stiff[np.unique(cut.band)] = 5
    yoke = smoothstep((cut.flat[:, 1] + 0.17) / 0.08) * smoothstep((0.24 - np.abs(cut.flat[:, 0])) / 0.05)
    hole = pattern.armhole()
    beyond = np.abs(cut.flat[:, 0]) - np.interp(-cut.flat[:, 1], -hole[:, 1], hole[:, 0])
    sleeve = smoothstep((beyond + 0.02) / 0.03) * (cut.flat[:, 1] > -0.36)
    grip = np.maximum(yoke, 0.34 * sleeve)
    return drape.drape(start, cut.size, triangles, poses, drape.Skin(keep), stiff=stiff, grip=grip, **cloth), poses[-1]


def held(arms, share):
    """Arms on the way from START_ANGLE to their pose; forearms bend last of all."""
    late = smoothstep((share - 0.4) / 0.6)
    return {
        s: (START_ANGLE + (a[0] - START_ANGLE) * share, a[1] * share, a[2] * late, a[3] * late) for s, a in arms.items()
    }
