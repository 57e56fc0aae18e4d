"""Garments sewn from a front and a back, filled by a mannequin, hanging at rest.

The resting shape minimises the cloth's energy: stretch (St. Venant–Kirchhoff a triangle), bending (Bergou's quadratic
hinges, which know of lengths only, so seams bend like cloth), weight, and the form within, which it may not enter; a
ribbed edge is drawn together and held where the wearer's wrist or hip would hold it. Found by L-BFGS, coarse then fine.

Units: metres, newtons. Every point keeps its place in the flat pattern, where inches of print are inches of cloth.
"""

import numpy as np
from scipy.interpolate import LinearNDInterpolator, NearestNDInterpolator
from scipy.optimize import minimize
from scipy.sparse import coo_matrix, csr_matrix
from scipy.spatial import cKDTree

from garments.sewn_pattern import SEWN
from garments.sweat_pattern import eased
from lib import cloth

FINE = 0.0075  # metres between the points of the settled mesh
HOLD = 3e4  # N/m³ a metre of depth in the mannequin, and of one layer in another
APART = 0.004  # metres between sleeve and body


class Mesh:
    """Front, back and the hood's halves, joined at the seams. `flat`: a point's place in pattern space; `triangles`;
    `corner`: the places of every triangle's corners on its own piece; `piece` (a triangle): 0 front, 1 back, 2 and 3
    hood.
    """

    def __init__(self, cut, spacing):
        self.cut, self.spacing = cut, spacing
        self.flat, self.kind_of, self.edges_of, self.charts = [], {}, [], []
        number = {}
        for back in (False, True):
            edge, kinds = cut.outline(spacing, front=not back)
            joined = np.isin(kinds, SEWN) | np.isin(np.roll(kinds, 1), SEWN)
            keys = [tuple(np.round(p, 6)) if join else None for p, join in zip(edge, joined)]
            self.edges_of.append(self._piece(edge, kinds, keys, number, flip=back, seed=1 + back))
        self.body = len(self.flat)
        if cut.hood:
            for side in (1, -1):
                line = self.half_ring(side)
                edge, kinds = cut.hood_outline(spacing, self._shares(line))
                keys = [("crown", i) if kind == "crown" else None for i, kind in enumerate(kinds)]
                for i, point in zip(np.r_[np.flatnonzero(kinds == "seam"), 0], line[::-1]):
                    keys[i] = ("neck", side, int(i))
                    number[keys[i]] = point
                self.edges_of.append(self._piece(edge, kinds, keys, number, flip=side > 0, seed=5))
        self.flat = np.array(self.flat)
        self.triangles = np.concatenate([ids[faces] for ids, _, faces in self.charts])
        self.corner = np.concatenate([flat[faces] for _, flat, faces in self.charts])
        self.piece = np.concatenate([np.full(len(faces), k) for k, (_, _, faces) in enumerate(self.charts)])
        front = np.zeros(len(self.flat), bool)
        front[self.charts[0][0]] = True
        self.on_back = ~front

    def _piece(self, edge, kinds, keys, number, flip, seed):
        flat, faces = cloth.triangulate(edge, self.spacing, seed=seed)
        ids = np.empty(len(flat), int)
        for i, p in enumerate(flat):
            key = keys[i] if i < len(edge) else None
            if key is not None and key in number:
                ids[i] = number[key]
                continue
            ids[i] = len(self.flat)
            self.flat.append(p)
            if key is not None:
                number[key] = ids[i]
        for i, kind in enumerate(kinds):
            self.kind_of.setdefault(int(ids[i]), set()).update((str(kind), str(kinds[i - 1])))
        self.charts.append((ids, flat, faces[:, ::-1] if flip else faces))
        return ids[: len(edge)]

    def neck_half(self, back):
        """Ids along the neck seam of the front or the back, from the right shoulder to the left one."""
        _, kinds = self.cut.outline(self.spacing, front=not back)
        at = np.flatnonzero(kinds == "neck")
        return self.edges_of[int(back)][np.r_[at, at[-1] + 1]]

    def half_ring(self, side):
        """Ids from the throat round one side to the middle of the nape."""
        front, back = self.neck_half(False), self.neck_half(True)
        halves = [(line if side > 0 else line[::-1])[: len(line) // 2 + 1] for line in (front, back)]
        return np.concatenate([halves[0][::-1], halves[1][1:]])

    def _shares(self, line):
        flat = np.array([self.flat[i] for i in line])
        s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(flat, axis=0), axis=1))]
        return s / s[-1]

    def rim(self, kind):
        return np.array(sorted(i for i, kinds in self.kind_of.items() if kind in kinds))


class Sheet:
    """Energy of the sewn cloth."""

    def __init__(self, mesh):
        self.mesh, cut = mesh, mesh.cut
        t, n = mesh.triangles, len(mesh.flat)
        corner = mesh.corner
        rib_cuff, rib_hem = self._ribbed(corner.mean(1))
        e1, e2 = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
        area = np.abs(e1[:, 0] * e2[:, 1] - e1[:, 1] * e2[:, 0]) / 2
        cotangents = self._cotangents(corner)
        _, across = cut.axes()
        side = np.sign(corner.mean(1)[:, 0])
        across = np.stack([across[0] * side, np.full(len(t), across[1])], 1)
        for share, way in (
            (np.where(rib_cuff, cut.drawn[0], 1), across),
            (np.where(rib_hem, cut.drawn[1], 1), np.tile([1.0, 0], (len(t), 1))),
        ):
            e1, e2 = (e - ((1 - share) * (e * way).sum(1))[:, None] * way for e in (e1, e2))
        det = e1[:, 0] * e2[:, 1] - e1[:, 1] * e2[:, 0]
        du = np.stack([-(e2[:, 1] - e1[:, 1]) / det, e2[:, 1] / det, -e1[:, 1] / det], 1)
        dv = np.stack([(e2[:, 0] - e1[:, 0]) / det, -e2[:, 0] / det, e1[:, 0] / det], 1)
        rows = np.repeat(np.arange(len(t)), 3)
        self.du, self.dv = (csr_matrix((d.ravel(), (rows, t.ravel())), (len(t), n)) for d in (du, dv))
        self.du_t, self.dv_t = self.du.T.tocsr(), self.dv.T.tocsr()
        self.area = area
        self.share = np.bincount(t.ravel(), np.repeat(area / 3, 3), n)
        self.load = np.bincount(t.ravel(), np.repeat(area / 3 * np.where(mesh.piece > 1, 2, 1), 3), n) * cut.weight
        self.bend = self._bending(t, area, cotangents, rib_cuff | rib_hem, n)

    def _ribbed(self, points):
        cut = self.mesh.cut
        along, _ = cut.axes()
        local = np.stack([np.abs(points[:, 0]), points[:, 1]], 1) - cut.sleeve_end()[0]
        body = self.mesh.piece < 2
        cuff = body & ((local @ along) > 0.003) & (cut.sleeve_side(points) > 0) & bool(cut.cuff)
        hem = body & (points[:, 1] < cut.side_end[1] - 0.003) & (cut.sleeve_side(points) < 0) & bool(cut.hem)
        return cuff, hem

    @staticmethod
    def _cotangents(corner):
        result = []
        for k in range(3):
            a, b = corner[:, (k + 1) % 3] - corner[:, k], corner[:, (k + 2) % 3] - corner[:, k]
            result.append((a * b).sum(1) / np.maximum(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]), 1e-12))
        return np.stack(result, 1)

    def _bending(self, t, area, cot, ribbed, n):
        seen, rows, columns, values, scale = {}, [], [], [], []
        for face in range(len(t)):
            for k in range(3):
                i, j = t[face, (k + 1) % 3], t[face, (k + 2) % 3]
                key = (min(i, j), max(i, j))
                if key not in seen:
                    seen[key] = (face, k)
                    continue
                other, m = seen[key]
                at = lambda f, v: cot[f, int(np.flatnonzero(t[f] == v)[0])]
                c1, c2 = at(face, i), at(face, j)
                c3, c4 = at(other, i), at(other, j)
                row = len(scale)
                rows += [row] * 4
                columns += [i, j, t[face, k], t[other, m]]
                values += [c2 + c4, c1 + c3, -c1 - c2, -c3 - c4]
                stiff = 3.0 if ribbed[face] else 1.0
                pieces = self.mesh.piece[face], self.mesh.piece[other]
                stiff *= 4.0 if pieces[0] != pieces[1] else 1.0
                stiff *= 3.0 if min(pieces) > 1 else 1.0  # a hood is of two layers
                scale.append(3 * stiff * self.mesh.cut.bending / (area[face] + area[other]))
        k = coo_matrix((values, (rows, columns)), (len(scale), n)).tocsr()
        return (k.T @ k.multiply(np.array(scale)[:, None]).tocsr()).tocsr()

    def normals(self, x):
        t = self.mesh.triangles
        face = np.cross(x[t[:, 1]] - x[t[:, 0]], x[t[:, 2]] - x[t[:, 0]])
        normal = np.stack([np.bincount(t.ravel(), np.repeat(face[:, k], 3), len(x)) for k in range(3)], 1)
        return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)

    def settle(self, x, form, pins, rounds, shrink=0.0, weight=1.0):
        """One minimisation. shrink: metres the form is smaller by; pins: (ids, direction, place along it, N/m)."""
        k, nu, shear = self.mesh.cut.stretch, 0.2, 0.30 * self.mesh.cut.stretch
        area, clear = self.area[:, None], 0.5 * self.mesh.cut.thick + 0.0005 - shrink
        touching = self._touching(x)

        def energy(flat):
            x = flat.reshape(-1, 3)
            xu, xv = self.du @ x, self.dv @ x
            e11, e22, e12 = ((xu * xu).sum(1) - 1) / 2, ((xv * xv).sum(1) - 1) / 2, (xu * xv).sum(1) / 2
            s11, s22, s12 = k * (e11 + nu * e22), k * (e22 + nu * e11), 2 * shear * e12
            total = (self.area * (0.5 * (s11 * e11 + s22 * e22) + s12 * e12)).sum()
            g = self.du_t @ (area * (s11[:, None] * xu + s12[:, None] * xv)) + self.dv_t @ (
                area * (s22[:, None] * xv + s12[:, None] * xu)
            )
            bent = self.bend @ x
            total += 0.5 * (x * bent).sum()
            g += bent
            total += weight * (self.load * x[:, 1]).sum()
            g[:, 1] += weight * self.load
            value, slope = form.distance(x)
            deep = np.maximum(clear - value, 0)
            total += 0.5 * HOLD * (self.share * deep**2).sum()
            g -= (HOLD * self.share * deep)[:, None] * slope
            for ids, way, place, much in pins:
                off = x[ids] @ way - place
                total += 0.5 * much * (off**2).sum()
                g[ids] += (much * off)[:, None] * way
            if touching is not None:
                a, b, normal = touching
                near = np.maximum(APART - ((x[a] - x[b]) * normal).sum(1), 0)
                much = HOLD * self.share[a]
                total += 0.5 * (much * near**2).sum()
                push = (much * near)[:, None] * normal
                np.add.at(g, a, -push)
                np.add.at(g, b, push)
            return total * 1e3, g.ravel() * 1e3

        done = minimize(
            energy,
            x.ravel(),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": rounds, "maxfun": rounds * 2, "maxcor": 14, "ftol": 1e-12, "gtol": 1e-9},
        )
        return done.x.reshape(-1, 3)

    def _touching(self, x):
        """Pairs of sleeve and body that lie close: (sleeve ids, body ids, the body's normals)."""
        if not hasattr(self, "_groups"):
            side = self.mesh.cut.sleeve_side(self.mesh.flat)
            side[self.mesh.body :] = 0
            self._groups = np.flatnonzero(side > 0.03), np.flatnonzero(side < -0.015)
        sleeve, body = self._groups
        away, nearest = cKDTree(x[body]).query(x[sleeve])
        close = away < 0.035
        if not close.any():
            return None
        a, b = sleeve[close], body[nearest[close]]
        return a, b, self.normals(x)[b]


JOINT = 0.055  # metres of arm above the armhole's middle


def dressed(mesh, form):
    """Where every point starts: body a flattened tube, sleeves along the arms."""
    cut, flat = mesh.cut, mesh.flat
    edge = cut.outline(0.004)[0]
    d = cKDTree(edge).query(flat)[0]
    sign = np.where(mesh.on_back, -1.0, 1.0)
    sewn = np.array([bool(mesh.kind_of.get(i, set()) & set(SEWN)) for i in range(len(flat))])
    bulge = lambda r: np.sqrt(np.maximum(np.minimum(d, r) * (2 * r - np.minimum(d, r)), 0))
    z = np.where(sewn, 0, sign * bulge(0.13)) * 0.9
    body = np.stack([flat[:, 0] * 0.80, flat[:, 1], z - 0.005], 1)
    along, across = cut.axes()
    middle = np.array([cut.tip, cut.underarm]).mean(0)
    local = np.stack([np.abs(flat[:, 0]), flat[:, 1]], 1) - middle
    s, c = local @ along, local @ across
    share = eased(cut.sleeve_side(flat) / 0.07 + 0.5)
    sleeve = np.zeros_like(body)
    for arm in form.arms:
        place, way = arm.along(JOINT + s)
        inwards, out = arm.cross_section(way)
        at = place + inwards * (c - 0.02)[:, None] * 0.75 + out * (np.where(sewn, 0, sign * bulge(0.06)) * 0.9)[:, None]
        mine = np.sign(flat[:, 0]) == arm.side
        sleeve[mine] = at[mine]
    x = body * (1 - share[:, None]) + sleeve * share[:, None]
    for side, (ids, place, _) in zip((1, -1), mesh.charts[2:]):
        line = mesh.half_ring(side)
        own = ids >= mesh.body
        local = place[own] - cut.hood_at
        ring = x[line]
        t = np.clip(-local[:, 0] / cut.hood_length, 0, 1)
        foot = np.stack([np.interp(t, mesh._shares(line), ring[:, k]) for k in range(3)], 1)
        high = np.clip(local[:, 1] / 0.10, 0, 1)[:, None]
        crown = cKDTree(cut.hood_crown(80)).query(place[own])[0]
        wide = np.minimum(crown, 0.10)
        away = side * np.sqrt(wide * (0.20 - wide)) * 1.05
        up = np.stack([away, local[:, 1] * 0.88 - 0.03, 0.075 + local[:, 0] * 0.72], 1)
        x[ids[own]] = foot * (1 - high) + up * high
    return x


def pins_of(mesh, form, hem_lift, tilt):
    """Where ribs are held: cuffs along their arms, the hem at the hips. tilt: metres its right end is higher."""
    cut, pins = mesh.cut, []
    ids = mesh.rim("shoulder")  # the seam stays on the shoulder's ridge, as friction keeps it
    x = 0.93 * mesh.flat[ids, 0]
    ridge = form.ridge(x, -0.010) + 0.5 * cut.thick + 0.0005
    pins += [
        (ids, np.array([1.0, 0, 0]), x, 8.0),
        (ids, np.array([0.0, 1, 0]), ridge, 8.0),
        (ids, np.array([0.0, 0, 1]), -0.010, 8.0),
    ]
    if cut.cuff:
        cuffs, (_, across) = mesh.rim("cuff"), cut.axes()
        middle = cut.cuff_outline()[1:3].mean(0)
        for arm, end in zip(form.arms, cut.cuffs_at):
            ids = cuffs[np.sign(mesh.flat[cuffs, 0]) == arm.side]
            place, way = arm.along(np.array([end]))
            inwards, out = arm.cross_section(way)
            angle = np.pi * (
                0.5
                + np.clip(((np.abs(mesh.flat[ids]) * [1, -1] - middle) @ across) / (cut.cuff_width - 0.004), -0.5, 0.5)
            )
            ring = (
                np.cos(angle)[:, None] * -inwards + (np.sin(angle) * np.where(mesh.on_back[ids], -1, 1))[:, None] * out
            )
            target = place + 0.031 * ring
            pins += [(ids, axis, target @ axis, 3.0) for axis in np.eye(3)]
    if cut.hem:
        ids = mesh.rim("hem")
        y = cut.side_end[1] - cut.hem + hem_lift + tilt * mesh.flat[ids, 0] / 0.5
        pins.append((ids, np.array([0.0, 1, 0]), y, 2.0))
    return pins


def carried(coarse, x, fine):
    """Places of the fine mesh's points by those of the coarse one."""
    result = np.empty((len(fine.flat), 3))
    for (ids, flat, _), (to, place, _) in zip(coarse.charts, fine.charts):
        found = LinearNDInterpolator(flat, x[ids])(place)
        lost = ~np.isfinite(found[:, 0])
        found[lost] = NearestNDInterpolator(flat, x[ids])(place[lost])
        result[to] = found
    return result


def fill(cut, form, seed, hem_lift=0.035, tilt=0.004, fine=FINE):
    """(mesh, points) of the garment at rest on the form."""
    rng = np.random.default_rng(seed)
    mesh = Mesh(cut, 2 * fine)
    sheet = Sheet(mesh)
    x = dressed(mesh, form)
    for shrink in (0.022, 0.012, 0.0):
        x = sheet.settle(
            x, form, pins_of(mesh, form, hem_lift, tilt), 160, shrink, weight=0.05 if cut.hood else 0.5
        )  # or the hood falls before its head has grown
    x = (
        x
        + sheet.normals(x)
        * (0.003 * cloth.smooth_field(mesh.flat + mesh.on_back[:, None] * 3.1, 0.11, rng, 40))[:, None]
    )
    for _ in range(4):
        x = sheet.settle(x, form, pins_of(mesh, form, hem_lift, tilt), 220)
    finer = Mesh(cut, fine)
    x = carried(mesh, x, finer)
    sheet = Sheet(finer)
    for _ in range(3):
        x = sheet.settle(x, form, pins_of(finer, form, hem_lift, tilt), 150)
    return finer, x
