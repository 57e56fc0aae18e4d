"""What a sewn hooded garment has besides its cloth: the pouch pocket as a layer of its own, cords, eyelets.

Units: metres. The simulation knows the pocket as stiffer and heavier cloth; here it is laid on what came to rest.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline, LinearNDInterpolator
from scipy.sparse import csr_matrix
from scipy.spatial import cKDTree

from garments import trims
from lib import scene_setup, seams
from lib.cloth import resample, triangulate
from sewing import cuts, layout
from sewing.fairing import faired, rims, weights
from sewing.panels import FRONT, HOOD_L, HOOD_R, PARKED
from sewing.wearer import normals

FINE = 0.0018  # metres: the pocket's triangles
OFF = 0.0042  # metres: the pocket's outside from the front's middle
SEWN_ON = 0.008  # metres from its sewn edges the pocket is held
EVENED = 0.022  # metres around a place over which the front's way out is taken
BRIDGING, RESTING = 150, 300  # rounds
STITCHED = 0.01775  # to_hem of a needle line that material.sewing draws
ROPE, SEGMENT = 0.0027, 0.0025  # a cord's radius; what it is reckoned in
LENGTHS = (0.080, 0.058)  # of the cords, which end above the print
EYELET = 0.052  # metres above the throat, in the hem of the hood's face
HANGING, LYING = np.array([0.0, 4.5, -9.81]), np.array([0.0, 9.81, 0.0])  # m/s²: what draws a cord, and to the cloth
STEP = 1 / 240  # seconds


def near(a: NDArray, b: NDArray) -> cKDTree:
    return cKDTree(resample(np.array([a, b]), 0.0008))


def waves(places: NDArray, long: float, rng: np.random.Generator, count: int = 30) -> NDArray:
    value = np.zeros(len(places))
    for _ in range(count):
        turn, size = rng.uniform(0, 2 * math.pi), 2 * math.pi / (long * rng.uniform(0.7, 1.5))
        value += np.cos(places @ (size * np.array([math.cos(turn), math.sin(turn)])) + rng.uniform(0, 6.3))
    return value / math.sqrt(count / 2)


class Pocket(NamedTuple):
    """The pouch pocket's cloth: flat places (n, 2), triangles (t, 3), spots in space (n, 3), and the way from each
    place to its hem as `material.sewing` takes it (n)."""

    places: NDArray
    triangles: NDArray
    spots: NDArray
    to_hem: NDArray


def laid_pocket(data: Any, cut: cuts.Cut) -> Pocket:
    """A patch of the front's own pattern on the front: it lies on where it is sewn, bridges what is hollow, and stands
    off at its slanted openings."""
    mine = data["panel"] == FRONT
    corners, flat = data["triangles"][mine].ravel(), data["uv"][mine].reshape(-1, 2).astype(float)
    at, first = np.unique(corners, return_index=True)
    low = flat[first, 1] < cut.pocket[0][1] + 0.08
    points = data["points"].astype(float)
    out = evened(normals(points, data["triangles"][mine])[at], flat[first])
    front = LinearNDInterpolator(flat[first][low], np.c_[points[at[low]], out[low]])
    top, slant_end, corner = (np.array(p) for p in cut.pocket)
    half = np.concatenate(
        [resample(np.array(p), FINE) for p in (((0, top[1]), top), (top, slant_end), (slant_end, corner))]
    )
    line = np.concatenate([half, (half * [-1, 1])[::-1]])[::-1]
    edge = resample(np.concatenate([line, line[:1]]), FINE)[:-1]
    places, triangles = triangulate(edge, FINE, seed=6)
    other = np.array([-1, 1])
    distance = lambda *lines: np.min([near(a, b).query(places)[0] for a, b in lines], axis=0)
    slant = distance((top, slant_end), (top * other, slant_end * other))
    sewn = distance(
        (top, top * other), (slant_end, corner), (slant_end * other, corner * other), (corner, corner * other)
    )
    found = front(places)
    below, up = found[:, :3], found[:, 3:] / np.linalg.norm(found[:, 3:], axis=1, keepdims=True)
    rng = np.random.default_rng(3)
    opening = np.exp(-((slant / 0.026) ** 2)) * np.clip(sewn / 0.03, 0, 1) ** 1.2
    gape = np.clip(opening * (0.0105 + 0.0045 * waves(places, 0.09, rng)), 0, 0.019)
    spots = below + up * (OFF + gape)[:, None]
    # the nearer of both hems, which is continuous: where a place's hem changed, a line was drawn that nobody sewed
    to_hem = np.minimum(slant - 0.020, sewn - 0.0065) + STITCHED
    spots = rested(spots, places, triangles, sewn < SEWN_ON, points[at[low]], out[low])
    return Pocket(places, triangles, spots, to_hem)


def evened(out: NDArray, flat: NDArray) -> NDArray:
    """Ways out (n, 3) at flat places (n, 2), each the mean of those around it: at a fold that lies over itself they
    cross, and a pocket put off along them was a torn knot.
    """
    near = cKDTree(flat).query_ball_point(flat, EVENED)
    mean = np.stack([out[each].mean(0) for each in near])
    return mean / np.linalg.norm(mean, axis=1, keepdims=True)


def along_rims(near: csr_matrix, triangles: NDArray) -> csr_matrix:
    """Weights of neighbours, but of a place on a rim only its two on the rim: an edge that is evened does not curl."""
    ends = rims(triangles)
    count = near.shape[0]
    halves = csr_matrix((np.full(2 * len(ends), 0.5), (ends.T.ravel(), ends[:, ::-1].T.ravel())), shape=(count, count))
    is_inner = np.ones(count)
    is_inner[np.unique(ends)] = 0
    return csr_matrix(near.multiply(is_inner[:, None])) + halves


def rested(spots: NDArray, flat: NDArray, triangles: NDArray, is_held: NDArray, below: NDArray, up: NDArray) -> NDArray:
    """The spots (n, 3) of a patch when it has come to rest: what is not held keeps its flat cloth's lengths, bends as
    little as it can, and stays off the cloth below (points and ways out). Position based (Müller et al., 2007)."""
    nearby = weights(triangles, flat[triangles], len(spots))
    sides = np.unique(np.sort(np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)]), axis=1), axis=0)
    a, b = sides.T
    rest = np.linalg.norm(flat[a] - flat[b], axis=1)
    uses = np.bincount(sides.ravel(), minlength=len(spots))[:, None]
    gather = csr_matrix((np.r_[np.ones(len(a)), -np.ones(len(a))], (np.r_[a, b], np.tile(np.arange(len(a)), 2))))
    is_free, tree = ~is_held[:, None], cKDTree(below)
    even = along_rims(nearby, triangles)
    for _ in range(BRIDGING):  # over what lies doubled beneath it, where it would stay knotted
        spots = np.where(is_free, 0.5 * (spots + even @ spots), spots)
    for turn in range(RESTING):
        if turn % 10 == 0:
            nearest = tree.query(spots)[1]
        moved = spots + 0.3 * (nearby @ spots - spots)
        for _ in range(3):
            along = moved[b] - moved[a]
            long = np.linalg.norm(along, axis=1, keepdims=True)
            share = along * (0.5 * (1 - rest[:, None] / np.maximum(long, 1e-9)))
            moved = np.where(is_free, moved + 1.4 * (gather @ share) / uses, spots)
        lacking = OFF - ((moved - below[nearest]) * up[nearest]).sum(1)
        spots = np.where(is_free, moved + up[nearest] * np.maximum(lacking, 0)[:, None], spots)
    return faired(spots, triangles, flat[triangles])


def pocket(data: Any, cut: cuts.Cut, goods: Any, space: layout.Layout) -> Any:
    """The pouch pocket as an object, with its seams' needle lines."""
    places, triangles, spots, to_hem = laid_pocket(data, cut)
    count = len(places)
    thing = scene_setup.add_mesh("pocket", spots, triangles, space.shares(places[triangles]).reshape(-1, 2), goods)
    thing.data.uv_layers.new(name="metres").data.foreach_set("uv", places[triangles].astype(np.float32).ravel())
    values = {"to_hem": to_hem, "to_seam": np.full(count, 9.0), "into_rib": -np.ones(count), "front": np.ones(count)}
    for name, value in values.items():
        thing.data.attributes.new(name, "FLOAT", "CORNER").data.foreach_set(
            "value", value[triangles].astype(np.float32).ravel()
        )
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset, solid.use_even_offset = 0.0028, -1.0, False
    return thing


class Cloth:
    """The outside that a cord falls against: the garment's, and where the hood is turned over its lining."""

    def __init__(self, data: Any):
        points, out = data["points"].astype(float), normals(data["points"].astype(float), data["triangles"])
        hooded = np.zeros(len(points), bool)
        hooded[data["triangles"][np.isin(data["panel"], (HOOD_L, HOOD_R))]] = True
        turned = (hooded & (out[:, 1] > 0.10))[:, None]
        self.points = np.where(turned, points - out * data["thickness"].astype(float)[:, None], points)
        self.normals = np.where(turned, -out, out)
        self.tree = cKDTree(self.points)


def fallen(
    cloth: Cloth, hole: NDArray, out: NDArray, length: float, side: float, seed: int, drawn: NDArray = HANGING
) -> NDArray:
    """The way of a cord that leaves its eyelet outwards and comes to rest on the cloth. drawn: HANGING or LYING."""
    count, phase = int(length / SEGMENT) + 1, np.random.default_rng(seed).uniform(0, 6.3)
    places, at = np.zeros((count, 3)), hole + out * 0.004
    places[0] = hole
    for k in range(1, count):  # a first course down the front, in a lazy bend
        places[k] = at
        way = np.array([side * (0.20 + 0.28 * math.sin(4.6 * k / count + phase)), 0, -1.0])
        at = at + SEGMENT * way / np.linalg.norm(way)
        below = cloth.tree.query(at + [0, -0.012, 0])[1]
        at[1] = min(at[1], cloth.points[below, 1] - ROPE - 0.004)
    speeds = np.zeros_like(places)
    for _ in range(700):
        before = places.copy()
        speeds = speeds * 0.985 + drawn * STEP
        places = places + speeds * STEP
        for _ in range(12):
            for start in (0, 1):
                i = np.arange(start, count - 1, 2)
                way = places[i + 1] - places[i]
                long = np.linalg.norm(way, axis=1, keepdims=True)
                half = way * ((long - SEGMENT) / long * 0.5)
                places[i] += half
                places[i + 1] -= half
            places[1:-1] += 0.025 * (0.5 * (places[:-2] + places[2:]) - places[1:-1])
            places[0], places[1] = hole, hole + out * SEGMENT
        far, nearest = cloth.tree.query(places, k=3)
        touching = np.zeros(count, bool)
        for k in range(3):
            n = cloth.normals[nearest[:, k]]
            high = ((places - cloth.points[nearest[:, k]]) * n).sum(1)
            inside = (far[:, k] < 0.02) & (high < ROPE + 0.0003)
            inside[:2] = False
            places = places + n * np.minimum(np.where(inside, ROPE + 0.0003 - high, 0), 0.002)[:, None]
            touching |= inside
        speeds = (places - before) / STEP
        speeds[touching] *= 0.45
        speeds[:2] = 0
    return places


def tube(name: str, path: NDArray, radius: Any, goods: Any, place: NDArray, around: int = 14) -> Any:
    points, faces, along = trims.tube(path, radius, around)
    corners = sum(len(face) for face in faces)
    thing = scene_setup.add_mesh(name, points, faces, np.tile(place, (corners, 1)), goods)
    twist = thing.data.uv_layers.new(name="rib")
    of = [(along[v, 0] + along[v, 1] * 0.0046 / (2 * math.pi), 0.0) for face in faces for v in face]
    twist.data.foreach_set("uv", np.array(of, np.float32).ravel())
    return thing


def eyelet(data: Any, side: int) -> tuple[NDArray, NDArray]:
    """(place, way out) of the hole in the hem of a half's face that looks most to the viewer."""
    mine = data["panel"] == side
    points, triangles = data["points"].astype(float), data["triangles"][mine]
    flat = data["uv"][mine].astype(float).mean(1) - PARKED[side]
    to_hem = data["to_hem"][mine].mean(1)
    out = np.cross(points[triangles[:, 1]] - points[triangles[:, 0]], points[triangles[:, 2]] - points[triangles[:, 0]])
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    could = np.flatnonzero(
        (to_hem > 0.010) & (to_hem < 0.016) & (np.abs(flat[:, 1] - EYELET) < 0.018) & (flat[:, 0] < 0.1)
    )
    best = could[np.argmax(np.abs(out[could, 1]) - 6 * np.abs(flat[could, 1] - EYELET))]
    spot, way = points[triangles[best]].mean(0), out[best]
    if way[1] > 0.15:  # turned over: its lining looks to the viewer
        return spot - way * float(data["thickness"].max()), -way
    return spot, way


def cords(data: Any, goods: Any, space: layout.Layout, drawn: NDArray) -> list[Any]:
    """Two cords of braid with metal ends, and the eyelets they come out of."""
    cloth, steel, things = Cloth(data), trims.metal(), []
    place = space.shares(np.array(space.free))
    for k, (side, sign) in enumerate(((HOOD_L, 1.0), (HOOD_R, -1.0))):
        hole, out = eyelet(data, side)
        rope = fallen(cloth, hole + out * 0.0005, out, LENGTHS[k], sign, 10 + k, drawn)
        rope = np.concatenate([hole - out * np.array([[0.004], [0.002]]), rope])
        t = np.linspace(0, 1, 3 * len(rope))
        line = CubicSpline(np.linspace(0, 1, len(rope)), rope)(t)
        line[:, 0] += 0.0030 * np.sin(7.5 * t + 2.1 * k) * np.clip(t / 0.25, 0, 1) ** 2
        things.append(tube("cord", line, ROPE, goods, place))
        way = line[-1] - line[-9]
        way /= np.linalg.norm(way)
        s = np.linspace(0, 0.020, 14)
        wide = 0.0034 - 0.0012 * np.exp(-((s / 0.0012) ** 2)) - 0.0016 * np.exp(-(((0.020 - s) / 0.0012) ** 2))
        things.append(tube("tip", line[-1] - 0.002 * way + s[:, None] * way, wide, steel, place))
        turn = np.linspace(0, 2 * math.pi, 41)
        first = np.cross(out, [0, 0.3, 1.0])
        first /= np.linalg.norm(first)
        second = np.cross(out, first)
        ring = hole + 0.0010 * out + 0.0050 * (np.cos(turn)[:, None] * first + np.sin(turn)[:, None] * second)
        things.append(tube("eyelet", ring, 0.0013, steel, place, 10))
    return things


def things(
    data: Any,
    cut: cuts.Cut,
    goods: Any,
    albedo: Callable[[float], None],
    space: layout.Layout,
    drawn: NDArray = HANGING,
) -> tuple[list[Any], Callable[[float], None]]:
    """Pocket and cords of a garment seen from the front, and the setter of its albedo with theirs."""
    cord, cord_albedo = seams.rib()

    def both(value: float) -> None:
        albedo(value)
        cord_albedo(value)

    return [pocket(data, cut, goods, space), *cords(data, cord, space, drawn)], both
