"""What garments are cut from: flat panels as data.

Units: metres; x to the viewer's right, y up from the shoulder's high point. Sizes are those of the filled and worn
garments (measures.py, from makers' charts), their sleeves set in: a cap drawn to the armhole's length.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sewing import measures
from sewing.measures import Measures


@dataclass(frozen=True)
class Fabric:
    """weight: kg/m²; stretch: N/m along the wales (across: share `across` of it); bending: N·m, 1.5e-6 to 3e-6 for
    washed jersey, 1.4e-5 for fleece; thickness: metres between layers that touch.
    """

    weight: float
    stretch: float
    bending: float
    thickness: float
    across: float = 0.77


@dataclass(frozen=True)
class Hood:
    """high: of half a hood above the neck's edge; overlap: of its halves at the throat."""

    high: float = 0.345
    overlap: float = 0.012


@dataclass(frozen=True)
class Cut:
    """Half widths and depths as a cutter notes them. scye: half width where the armhole is narrowest, front and back;
    sleeve: from the shoulder point to its end, ribs included; band_share, rib: what rib draws its seam together to.
    """

    fabric: Fabric
    neck: float
    front_drop: float
    back_drop: float
    tip: tuple[float, float]
    underarm: tuple[float, float]
    hem: tuple[float, float]
    scye: tuple[float, float]
    cap: float
    sleeve: float
    opening: float
    hem_depth: float
    band: float = 0.020
    band_share: float = 0.90
    rib: float = 1.0
    hood: Hood | None = None
    pocket: tuple[tuple[float, float], ...] = ()  # top's end, slant's end, lower corner; mirrored

    @property
    def print_top(self) -> float:
        """y of the print's upper edge: three inches below the collar's seam."""
        return -self.front_drop - 3 * 0.0254

    @property
    def back_print_top(self) -> float:
        """The same on the back: four inches below the seam, six below a hood's, which lies over it when it is down."""
        return -self.back_drop - (6 if self.hood else 4) * 0.0254


JERSEY = Fabric(weight=0.165, stretch=182.0, bending=1.6e-6, thickness=0.0022)
FLEECE = Fabric(weight=0.30, stretch=300.0, bending=1.4e-5, thickness=0.0034)


POCKET = ((0.098, -0.455), (0.168, -0.572), (0.168, -0.658))  # a man's


def pouch(size: float) -> tuple[tuple[float, float], ...]:
    """A pocket in another size: its lower edge stays by the rib's seam, its top where a print has ended."""
    share, top, low = size / MEN, POCKET[0][1], POCKET[2][1]
    squeezed = (low * share - top) / (low - top)
    return tuple((x * share, top + (y - top) * squeezed) for x, y in POCKET)


def _scaled(pair: tuple, size: float) -> tuple[float, float]:
    return pair[0] * size, pair[1] * size


def tee(base: Measures, size: float, fabric: Fabric = JERSEY) -> Cut:
    """A tee in another size; the neck grows by half as much."""
    tip, underarm = _scaled(base.tip, size), _scaled(base.underarm, size)
    grown = (1 + size) / 2
    return Cut(
        fabric=fabric,
        neck=base.seam * grown,
        front_drop=base.front_drop * grown,
        back_drop=base.back_drop * grown,
        tip=tip,
        underarm=underarm,
        hem=_scaled(base.side_end, size),
        scye=(tip[0] - 0.046, tip[0] - 0.036),
        cap=0.105 * size,
        sleeve=(base.overarm + 0.018) * size,
        opening=1.10 * base.wrist * size,
        hem_depth=0.022,
        band=base.band,
    )


def sweat(base: Measures, size: float, fabric: Fabric = FLEECE) -> Cut:
    """A sweatshirt in another size: the hem's rib ends the body, the cuff the sleeve. Sleeves of a small
    size are shorter by more than its width: a cuff that reached a woman's hand burst over it.
    """
    tip, underarm = _scaled(base.tip, size), _scaled(base.underarm, size)
    side = _scaled(base.side_end, size)
    return Cut(
        fabric=fabric,
        neck=base.seam * (1 + size) / 2,
        front_drop=base.front_drop * (1 + size) / 2,
        back_drop=base.back_drop * (1 + size) / 2,
        tip=tip,
        underarm=underarm,
        hem=(side[0], side[1] - base.hem),
        scye=(tip[0] - 0.038, tip[0] - 0.030),
        cap=0.085 * size,
        sleeve=0.485 * size - 0.62 * (MEN - size),
        opening=base.cuff * size,
        hem_depth=base.hem,
        band=0.024,
        rib=0.80,
        hood=Hood() if base.is_hooded else None,
        pocket=pouch(size) if base.is_hooded else (),
    )


def curve(*handles: tuple[float, float], n: int = 200) -> NDArray:
    """A Bézier curve of any degree."""
    t = np.linspace(0, 1, n)[:, None]
    points = [np.array(h, float) + 0 * t for h in handles]
    while len(points) > 1:
        points = [a * (1 - t) + b * t for a, b in zip(points, points[1:])]
    return points[0]


def length(line: NDArray) -> float:
    return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())


def torso(cut: Cut, is_front: bool) -> dict[str, NDArray]:
    """Half a panel's edges, x > 0, from the neck's middle round to the hem's."""
    x, drop = cut.neck, cut.front_drop if is_front else cut.back_drop
    scye = cut.scye[0 if is_front else 1]
    if is_front:
        neck = curve((0, -drop), (x * 0.62, -drop), (x * 0.98, -drop * 0.62), (x, 0))
    else:
        neck = curve((0, -drop), (x * 0.6, -drop), (x * 0.93, -drop * 0.75), (x, 0))
    middle = (cut.tip[1] + cut.underarm[1]) / 2 + 0.020
    armhole = curve(cut.tip, (scye + 0.018, middle), (scye, cut.underarm[1] + 0.012), cut.underarm)
    waist = (min(cut.underarm[0], cut.hem[0]) - 0.006, 0.35 * cut.underarm[1] + 0.65 * cut.hem[1])
    return {
        "neck": neck,
        "shoulder": curve((x, 0), cut.tip),
        "armhole": armhole,
        "side": curve(cut.underarm, waist, cut.hem),
        "hem": curve(cut.hem, (0, cut.hem[1] - 0.004)),
    }


def cap(cut: Cut, half_width: float) -> NDArray:
    """Half a sleeve's cap, from the shoulder point down to its corner."""
    return curve((0, 0), (half_width * 0.36, 0.004), (half_width * 0.52, -cut.cap * 0.93), (half_width, -cut.cap))


def solved(wanted: float, measure, low: float, high: float) -> float:
    """Where a growing measure reaches what is wanted, by halving."""
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if measure(middle) < wanted else (low, middle)
    return low


def sleeve_widths(cut: Cut, ease: float = 1.01) -> tuple[float, float]:
    """Half widths of a sleeve below its cap, front and back: the cap is as long as the armhole, and `ease`."""
    front, back = (length(torso(cut, is_front)["armhole"]) * ease for is_front in (True, False))
    of = lambda wanted: solved(wanted, lambda w: length(cap(cut, w)), 0.08, 0.40)
    return of(front), of(back)


def sleeve(cut: Cut) -> dict[str, NDArray]:
    """A whole sleeve's edges in order; x > 0 is its front, y runs up from the opening to the cap."""
    front, back = sleeve_widths(cut)
    end, opening = -cut.sleeve, cut.opening
    return {
        "cap.front": cap(cut, front),
        "under.front": curve((front, -cut.cap), (opening, end)),
        "hem": np.concatenate([curve((opening, end), (0, end - 0.002))[:-1], curve((0, end - 0.002), (-opening, end))]),
        "under.back": curve((-opening, end), (-back, -cut.cap)),
        "cap.back": (cap(cut, back) * [-1, 1])[::-1],
    }


def hood(cut: Cut) -> dict[str, NDArray]:
    """Half a hood's edges from the throat up its face, over the crown and back along the neck; x runs backwards."""
    if cut.hood is None:
        raise ValueError("this cut has no hood")
    wanted = sum(length(torso(cut, is_front)["neck"]) for is_front in (True, False)) + cut.hood.overlap
    neck = lambda depth: curve((depth, 0.035), (depth * 0.80, -0.012), (depth * 0.40, -0.032), (0, 0))
    depth, high = solved(wanted, lambda d: length(neck(d)), 0.1, 0.4), cut.hood.high
    top = curve((0.022, high), (0.12, high + 0.012), (depth - 0.10, high + 0.012), (depth - 0.045, high - 0.04))
    nape = curve((depth - 0.045, high - 0.04), (depth + 0.022, high - 0.10), (depth + 0.032, 0.14), (depth, 0.035))
    return {
        "face": curve((0, 0), (-0.012, 0.1), (-0.006, 0.22), (0.022, high)),
        "crown": np.concatenate([top[:-1], nape]),
        "neck": neck(depth),
    }


MEN, WOMEN = 1.055, 0.995  # of the charts' adult M
CUTS = {
    f"{name}{suffix}": draft(base, size)
    for suffix, size in (("", MEN), ("-small", WOMEN))
    for name, draft, base in (
        ("tee-boxy", tee, measures.TEE),
        ("tee-retail", tee, measures.TEE_RETAIL),
        ("sweat-heavy", sweat, measures.SWEAT),
        ("sweat-slim", sweat, measures.SWEAT_SLIM),
        ("hood-heavy", sweat, measures.HOOD),
        ("hood-slim", sweat, measures.HOOD_SLIM),
    )
}
