"""What a sewn garment is made of: masses, springs and hinges for the solver, from its flat panels.

Units: metres, kilograms, newtons. A washed cloth is no perfect developable sheet: its threads' lengths waver in long
patches along the wales and along the courses, its seams are sewn a little short and its hems pucker. How much of the
folds each of these makes has not been taken apart yet.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sewing import springs
from sewing.panels import BACK, BAND, FRONT, HOOD_L, HOOD_R, SLEEVE_L, SLEEVE_R, Garment
from sewing.solver import Sheet

SEAM_STIFF, SEAM_BEND = 2.5, 6.0  # several layers and their thread
UNDER_PRINT = 0.4  # share of the wavering that is left where a print lies
# A hood's making is kept within these, however lively the rest: with 0.018, 1.0 and 1.4 a half stood beside the face.
HOOD_METRIC, HOOD_BENDING, HOOD_SHORT = 0.010, 1.57, 1.0
HOOD_SEAMS = ("hood", "crown")


@dataclass(frozen=True)
class Making:
    """metric: rms share by which lengths waver; short: factor on how much seams are sewn short of their length;
    stretch, bending: factors on the fabric's; grip: share by which a rib is shorter at its rim than where it begins.
    """

    metric: float = 0.016
    short: float = 1.0
    stretch: float = 1.0
    bending: float = 1.0
    grip: float = 0.0
    seed: int = 5


SHORT = {
    "side": 0.035,
    "underarm": 0.025,
    "armhole": 0.025,
    "shoulder": 0.015,
    "hem": 0.015,
    "hood": 0.02,
    "crown": 0.015,
}
SOFT = ("hood",)  # seams that bend as one layer: a stiff one holds a hood up from the shoulders and pinches it


def in_pocket(garment: Garment, flat: NDArray, grow: float = 0.0) -> NDArray:
    """Whether places on the front lie in the pouch pocket, its slanted openings and all."""
    (x1, top), (x2, y2), (_, low) = garment.cut.pocket
    x, y = np.abs(flat[:, 0]) - grow, flat[:, 1]
    widest = np.where(y > y2, x1 + (x2 - x1) * np.clip((top - y) / (top - y2), 0, 1), x2)
    return (x <= widest) & (y <= top + grow) & (y >= low - grow)


def waves(places: NDArray, wide: float, high: float, rng: np.random.Generator, count: int = 40) -> NDArray:
    """A random smooth field of unit variance whose waves are so wide and high (metres); the same on every mesh."""
    value = np.zeros(len(places))
    for angle, scale, phase in rng.uniform([0, 0.6, 0], [2 * np.pi, 1.5, 2 * np.pi], (count, 3)):
        wave = 2 * np.pi * scale * np.array([np.cos(angle) / wide, np.sin(angle) / high])
        value += np.cos(places @ wave + phase)
    return value / np.sqrt(count / 2)


def wavering(garment: Garment, places: NDArray, panel: NDArray, along: NDArray, making: Making) -> NDArray:
    """Shares by which edges (at places of panels, in directions) are longer than they were cut."""
    rng = np.random.default_rng(making.seed)
    apart = places + 3.0 * panel[:, None]
    down = garment.cut.print_top - 0.18
    print_area = (panel == FRONT) * np.exp(-((places[:, 0] / 0.16) ** 4) - ((places[:, 1] - down) / 0.20) ** 4)
    metric = np.where(np.isin(panel, (HOOD_L, HOOD_R)), min(making.metric, HOOD_METRIC), making.metric)
    size = metric * (1 - (1 - UNDER_PRINT) * print_area) * (panel != BAND)
    across = waves(apart, 0.07, 0.26, rng) + 0.5 * waves(apart, 0.035, 0.09, rng)
    lengthwise = 0.8 * (waves(apart, 0.22, 0.08, rng) + 0.5 * waves(apart, 0.09, 0.04, rng))
    return size * (across * along[:, 0] ** 2 + lengthwise * along[:, 1] ** 2)


def zones(garment: Garment) -> dict[str, NDArray]:
    """Which triangles are hem (or the rib that ends body and sleeves), band, hood and pocket."""
    cut, middle = garment.cut, garment.flat.mean(1)
    torso = np.isin(garment.panel, (FRONT, BACK)) & (middle[:, 1] < cut.hem[1] + cut.hem_depth)
    sleeve = np.isin(garment.panel, (SLEEVE_L, SLEEVE_R)) & (middle[:, 1] < -cut.sleeve + cut.hem_depth)
    return {
        "hem": torso | sleeve,
        "band": garment.panel == BAND,
        "hood": np.isin(garment.panel, (HOOD_L, HOOD_R)),
        "pocket": (garment.panel == FRONT) & (in_pocket(garment, middle) if cut.pocket else False),
    }


def factors(garment: Garment) -> tuple[NDArray, NDArray, NDArray]:
    """Factors on weight, stretch and bending of triangles: what is doubled, ribbed or lined."""
    is_rib = garment.cut.rib < 1
    weight, stretch, bending = (np.ones(len(garment.triangles)) for _ in range(3))
    zone = zones(garment)
    values = {
        "hem": (1.35, 2.0, 3.0) if is_rib else (2.0, 2.0, 8.0),
        "band": (2.2, 1.3, 10.0),
        "hood": (1.8, 1.5, 4.0),
        "pocket": (1.8, 1.6, 2.2),
    }
    for name, (heavy, taut, stiff) in values.items():
        weight[zone[name]] *= heavy
        stretch[zone[name]] *= taut
        bending[zone[name]] *= stiff
    return weight, stretch, bending


def sheet(garment: Garment, making: Making) -> Sheet:
    """The garment for the solver. Rest lengths are the flat panels' own, wavering; stretch is shared out to the edges
    by the area at each, bending by the cotangents of its two triangles.
    """
    cut, t, flat = garment.cut, garment.triangles, garment.flat
    fabric, n = cut.fabric, garment.count
    area = springs.areas(flat)
    weight, stretch, stiff = factors(garment)
    mass = np.bincount(t.ravel(), np.repeat(area * fabric.weight * weight / 3, 3), n)
    edges = springs.edges_of(t, flat, n)
    triangle, first, along, middle = edges.triangle, edges.first, edges.along, edges.middle
    taut = fabric.stretch * making.stretch * (1 - (1 - fabric.across) * along[:, 0] ** 2)
    stiffness = edges.shared(taut * stretch[triangle] * area[triangle] / edges.length**2)
    longer = wavering(garment, middle, garment.panel[triangle], along, making) if making.metric else 0.0
    lengths = edges.shared(edges.length * (1 + longer)) / edges.uses
    is_hem = zones(garment)["hem"][triangle[first]]
    short, is_seam, is_stiff = sewn_short(garment, edges.keys, middle[first], is_hem, making)
    lengths *= 1 - short
    drawn = 1 - cut.rib + making.grip * towards_rim(garment, middle, triangle)[first]
    lengths *= np.where(is_hem, 1 - drawn * along[first, 0] ** 2, 1)
    stiffness *= np.where(is_seam, SEAM_STIFF, 1)
    hinges, weights, sides = springs.hinges_of(edges)
    one, other = sides.T
    bend = np.maximum(stiff[one], stiff[other]) * np.where(is_stiff[edges.uses == 2], SEAM_BEND, 1)
    in_hood = np.isin(garment.panel[one], (HOOD_L, HOOD_R))
    bend *= np.where(in_hood, max(making.bending, HOOD_BENDING), making.bending)
    bend = 3 * fabric.bending * bend / (area[one] + area[other])
    return Sheet(mass, edges.pairs, lengths, stiffness, hinges, weights, bend, t, *springs.near(edges))


def towards_rim(garment: Garment, places: NDArray, triangle: NDArray) -> NDArray:
    """How near places (of triangles) are to the rim of a rib that ends body or sleeves, 0 to 1 from its seam on."""
    cut, panel = garment.cut, garment.panel[triangle]
    rim = np.where(np.isin(panel, (SLEEVE_L, SLEEVE_R)), -cut.sleeve, cut.hem[1])
    return np.clip(1 - (places[:, 1] - rim) / max(cut.hem_depth, 1e-9), 0, 1) * (cut.rib < 1)


def sewn_short(
    garment: Garment, keys: NDArray, places: NDArray, is_hem: NDArray, making: Making
) -> tuple[NDArray, NDArray, NDArray]:
    """(shares by which edges are sewn short, unevenly as a machine feeds them; whether a seam; whether a stiff one)"""
    rng = np.random.default_rng(making.seed + 1)
    uneven = 1 + 0.5 * waves(places, 0.035, 0.035, rng)
    short, is_seam = np.where(is_hem, SHORT["hem"] * making.short, 0.0), np.zeros(len(keys), bool)
    is_stiff = is_seam.copy()
    for kind, pairs in garment.seams.items():
        on = np.isin(keys, pairs.min(1) * garment.count + pairs.max(1))
        is_seam |= on
        is_stiff |= on & (kind not in SOFT)
        share = min(making.short, HOOD_SHORT) if kind in HOOD_SEAMS else making.short
        short = np.where(on, SHORT.get(kind, 0.0) * share, short)
    return short * uneven, is_seam, is_stiff
