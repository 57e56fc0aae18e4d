"""Flat panels meshed and sewn: one mesh whose corners keep their place in the flat cloth.

Units: metres. The flat places are the map of the print and the cloth's rest shape at once; the simulation never moves
them.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.csgraph import connected_components

from lib.cloth import triangulate
from sewing import cuts

FRONT, BACK, SLEEVE_L, SLEEVE_R, BAND, HOOD_L, HOOD_R = range(7)
FLIPPED = (BACK, SLEEVE_L, BAND, HOOD_R)  # their flat side that is drawn lies inside
# where a panel lies in the map of the whole garment
PARKED = {
    FRONT: (0.0, 0.0),
    BACK: (0.80, 0.0),
    SLEEVE_L: (-0.75, 0.0),
    SLEEVE_R: (1.55, 0.0),
    BAND: (-0.3, 0.25),
    HOOD_L: (-0.75, 0.30),
    HOOD_R: (1.30, 0.30),
}


@dataclass
class Garment:
    """triangles (t, 3): vertices; flat (t, 3, 2): their corners in the panel; panel (t): which one; seams: pairs of
    vertices (s, 2) by kind; rings: vertices in order, for the neck's seam; spacing: of the mesh.
    """

    cut: cuts.Cut
    count: int
    triangles: NDArray
    flat: NDArray
    panel: NDArray
    seams: dict[str, NDArray]
    neck: NDArray
    spacing: float

    def mean_flat(self) -> tuple[NDArray, NDArray]:
        """(places (n, 2), panels (n)) of vertices in one of their panels: the first, on a seam."""
        places, panels = np.zeros((self.count, 2)), np.full(self.count, -1)
        for k in range(3):
            places[self.triangles[::-1, k]] = self.flat[::-1, k]
            panels[self.triangles[::-1, k]] = self.panel[::-1]
        return places, panels

    def on(self, *panels: int) -> NDArray:
        """Whether vertices belong to a panel."""
        result = np.zeros(self.count, bool)
        result[self.triangles[np.isin(self.panel, panels)]] = True
        return result

    def finer(self) -> tuple["Garment", csr_matrix]:
        """(the garment with every triangle cut in four, the matrix that takes places to it: Loop's subdivision)."""
        t = self.triangles
        sides = np.sort(np.concatenate([t[:, [k, (k + 1) % 3]] for k in range(3)]), axis=1)
        pairs, inverse = np.unique(sides, axis=0, return_inverse=True)
        middle = inverse.reshape(3, -1) + self.count
        a, b, c = t.T
        ab, bc, ca = middle
        fine = np.concatenate([np.stack(x, 1) for x in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
        u = [self.flat[:, k] for k in range(3)]
        m = [(u[k] + u[(k + 1) % 3]) / 2 for k in range(3)]
        corners = ((u[0], m[0], m[2]), (m[0], u[1], m[1]), (m[2], m[1], u[2]), (m[0], m[1], m[2]))
        flat = np.concatenate([np.stack(x, 1) for x in corners])
        key = pairs[:, 0] * self.count + pairs[:, 1]
        halves = lambda line: self.count + np.searchsorted(key, line.min(1) * self.count + line.max(1))
        seams = {}
        for kind, line in self.seams.items():
            between = halves(line)
            seams[kind] = np.concatenate([np.stack([line[:, 0], between], 1), np.stack([between, line[:, 1]], 1)])
        neck = np.stack([self.neck, halves(np.stack([self.neck, np.roll(self.neck, -1)], 1))], 1).ravel()
        count, panel = self.count + len(pairs), np.tile(self.panel, 4)
        garment = Garment(self.cut, count, fine, flat, panel, seams, neck, self.spacing / 2)
        matrix = loop_matrix(self.count, t, pairs, inverse.reshape(3, -1))
        order = garment.order()
        return garment.renumbered(order), matrix[order]

    def order(self) -> NDArray:
        """Vertices panel by panel in small tiles, so that neighbours stand together in memory."""
        places, panel = self.mean_flat()
        tile = np.floor(places / (16 * self.spacing))
        return np.lexsort((places[:, 0], np.floor(places[:, 1] / self.spacing), tile[:, 0], tile[:, 1], panel))

    def renumbered(self, order: NDArray) -> "Garment":
        new = np.empty(self.count, int)
        new[order] = np.arange(self.count)
        t, seams = new[self.triangles], {kind: new[pairs] for kind, pairs in self.seams.items()}
        by = np.argsort(t.min(1), kind="stable")
        return replace(
            self, triangles=t[by], flat=self.flat[by], panel=self.panel[by], seams=seams, neck=new[self.neck]
        )


def loop_matrix(count: int, triangles: NDArray, pairs: NDArray, edge: NDArray) -> csr_matrix:
    """Loop's subdivision as a matrix, which takes old places to new. pairs: edges; edge (3, t): of triangles."""
    uses = np.bincount(edge.ravel(), minlength=len(pairs))
    inside = uses == 2
    opposite = triangles[:, [2, 0, 1]].T.ravel()
    row = np.arange(len(pairs)) + count
    parts = [(np.repeat(row, 2), pairs.ravel(), np.repeat(np.where(inside, 0.375, 0.5), 2))]
    across = inside[edge.ravel()]
    parts.append((edge.ravel()[across] + count, opposite[across], np.full(across.sum(), 0.125)))
    is_open = np.isin(np.arange(count), pairs[~inside])
    to, by = np.concatenate([pairs, pairs[:, ::-1]]).T
    counts = ~is_open[to] | np.tile(~inside, 2)  # a rim feels only its own neighbours
    to, by = to[counts], by[counts]
    valence = np.bincount(to, minlength=count)
    share = np.where(is_open, 0.125, np.where(valence == 3, 0.1875, 0.375 / np.maximum(valence, 1)))
    share = np.where(is_open & (valence != 2), 0, share)
    parts += [(to, by, share[to]), (np.arange(count), np.arange(count), 1 - share * valence)]
    rows, columns, values = (np.concatenate([p[k] for p in parts]) for k in range(3))
    return coo_matrix((values, (rows, columns)), (count + len(pairs), count)).tocsr()


def even(line: NDArray, pieces: int) -> NDArray:
    """A polyline in so many pieces of one length."""
    s = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    t = np.linspace(0, s[-1], pieces + 1)
    return np.stack([np.interp(t, s, line[:, k]) for k in (0, 1)], 1)


class Workshop:
    """Panels and seams as they are added; sewn() welds them."""

    def __init__(self, spacing: float):
        self.spacing, self.count = spacing, 0
        self.flat: list[NDArray] = []
        self.triangles: list[NDArray] = []
        self.panel: list[NDArray] = []
        self.edges: dict[tuple[int, str], NDArray] = {}
        self.seams: list[tuple[str, NDArray, NDArray]] = []

    def pieces(self, line: NDArray) -> int:
        return max(2, int(round(cuts.length(line) / self.spacing)))

    def add(self, panel: int, outline: dict[str, NDArray]) -> None:
        """A panel by its edges, clockwise and each sampled as it is to be sewn."""
        start, total = 0, sum(len(line) - 1 for line in outline.values())
        for name, line in outline.items():
            # triangulate() wants the outline counter-clockwise: the points run backwards
            self.edges[panel, name] = self.count + (total - 1 - (start + np.arange(len(line))) % total)
            start += len(line) - 1
        around = np.concatenate([line[:-1] for line in outline.values()])[::-1]
        self.put(panel, *triangulate(around, self.spacing, seed=panel + 1))

    def put(self, panel: int, points: NDArray, triangles: NDArray) -> None:
        self.flat.append(points)
        self.triangles.append(triangles[:, ::-1] + self.count if panel in FLIPPED else triangles + self.count)
        self.panel.append(np.full(len(triangles), panel))
        self.count += len(points)

    def sew(self, kind: str, one: NDArray, other: NDArray) -> None:
        if len(one) != len(other):
            raise ValueError(f"a seam's sides do not match: {kind} {len(one)} {len(other)}")
        self.seams.append((kind, one, other))

    def sewn(self, cut: cuts.Cut, neck: NDArray) -> Garment:
        one = np.concatenate([s[1] for s in self.seams])
        other = np.concatenate([s[2] for s in self.seams])
        count, welded = connected_components(coo_matrix((np.ones(len(one)), (one, other)), (self.count, self.count)))
        corners, flat = np.concatenate(self.triangles), np.concatenate(self.flat)
        seams: dict[str, NDArray] = {}
        for kind, line, _ in self.seams:
            pairs = np.stack([welded[line[:-1]], welded[line[1:]]], 1)
            seams[kind] = np.concatenate([seams[kind], pairs]) if kind in seams else pairs
        panel = np.concatenate(self.panel)
        garment = Garment(cut, count, welded[corners], flat[corners], panel, seams, welded[neck], self.spacing)
        return garment.renumbered(garment.order())


def mirrored(half: dict[str, NDArray]) -> dict[str, NDArray]:
    """A whole panel, clockwise from the neck's middle: over +x (.L, the wearer's left) and back over -x (.R)."""
    left = {f"{name}.L": line for name, line in half.items()}
    right = {f"{name}.R": (line * [-1, 1])[::-1] for name, line in reversed(half.items())}
    return left | right


def sew(cut: cuts.Cut, spacing: float) -> Garment:
    """Front, back, two sleeves, and a collar's band or a hood."""
    shop = Workshop(spacing)
    front, back = cuts.torso(cut, True), cuts.torso(cut, False)
    pieces = {name: shop.pieces(line) for name, line in front.items()}
    pieces_back = pieces | {name: shop.pieces(back[name]) for name in ("neck", "armhole")}
    shop.add(FRONT, mirrored({name: even(line, pieces[name]) for name, line in front.items()}))
    shop.add(BACK, mirrored({name: even(line, pieces_back[name]) for name, line in back.items()}))
    outline = cuts.sleeve(cut)
    under = shop.pieces(outline["under.front"])
    counts = {
        "under.front": under,
        "under.back": under,
        "hem": 2 * shop.pieces(outline["hem"][: len(outline["hem"]) // 2]),
    }
    counts |= {"cap.front": pieces["armhole"], "cap.back": pieces_back["armhole"]}
    for panel in (SLEEVE_L, SLEEVE_R):
        shop.add(panel, {name: even(line, counts[name]) for name, line in outline.items()})
    at = shop.edges
    for side, panel in (("L", SLEEVE_L), ("R", SLEEVE_R)):
        # edges of the left half run away from the neck, those of the right half towards it
        way = slice(None, None, 1 if side == "L" else -1)
        for kind in ("shoulder", "side"):
            shop.sew(kind, at[FRONT, f"{kind}.{side}"], at[BACK, f"{kind}.{side}"])
        shop.sew("armhole", at[FRONT, f"armhole.{side}"][way], at[panel, "cap.front"])
        shop.sew("armhole", at[BACK, f"armhole.{side}"][way], at[panel, "cap.back"][::-1])
        shop.sew("underarm", at[panel, "under.front"], at[panel, "under.back"][::-1])
    # from the back's middle over +x to the front's middle, and back over -x
    ring = np.concatenate(
        [
            at[BACK, "neck.L"][:-1],
            at[FRONT, "neck.L"][::-1][:-1],
            at[FRONT, "neck.R"][::-1][:-1],
            at[BACK, "neck.R"][:-1],
        ]
    )
    if cut.hood:
        add_hood(shop, cut, ring, pieces["neck"] + pieces_back["neck"])
    else:
        add_band(shop, cut, ring)
    return shop.sewn(cut, ring)


def add_band(shop: Workshop, cut: cuts.Cut, ring: NDArray) -> None:
    """The collar's rib: one layer here, shorter than the seam it is drawn to; a double one where it is rendered."""
    flat = np.concatenate(shop.flat)
    around = np.linalg.norm(np.diff(flat[np.r_[ring, ring[0]]], axis=0), axis=1)  # jumps at seams are not cloth
    around = np.where(around > 2 * shop.spacing, shop.spacing, around)
    rows, columns = max(3, int(round(cut.band / (shop.spacing * 0.9)))) + 1, len(ring) + 1
    u = np.r_[0, np.cumsum(around)] * cut.band_share
    points = np.stack(np.meshgrid(u, np.linspace(0, cut.band, rows)), -1).reshape(-1, 2)
    corner = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = corner[:-1, :-1], corner[:-1, 1:], corner[1:, :-1], corner[1:, 1:]
    turned = (np.add.outer(np.arange(rows - 1), np.arange(columns - 1)) % 2).astype(bool)[..., None]
    first = np.where(turned, np.stack([a, b, d], -1), np.stack([a, b, c], -1))
    second = np.where(turned, np.stack([a, d, c], -1), np.stack([b, d, c], -1))
    base = shop.count
    shop.put(BAND, points, np.concatenate([first.reshape(-1, 3), second.reshape(-1, 3)]))
    shop.sew("neck", np.r_[ring, ring[0]], base + corner[0])
    shop.sew("band", base + corner[1:, 0], base + corner[1:, -1])


def add_hood(shop: Workshop, cut: cuts.Cut, ring: NDArray, half: int) -> None:
    """Two halves on the neck's ring, which lap over each other at the throat, joined along the crown."""
    assert cut.hood
    outline = cuts.hood(cut)
    lap = max(1, int(round(cut.hood.overlap / shop.spacing)))
    counts = {"face": shop.pieces(outline["face"]), "crown": shop.pieces(outline["crown"]), "neck": half + lap}
    for panel in (HOOD_L, HOOD_R):
        shop.add(panel, {name: even(line, counts[name]) for name, line in outline.items()})
    around = np.r_[ring, ring[0]]
    shop.sew("hood", around[: half + lap + 1], shop.edges[HOOD_L, "neck"])
    shop.sew("hood", around[half - lap :][::-1], shop.edges[HOOD_R, "neck"])
    shop.sew("crown", shop.edges[HOOD_L, "crown"], shop.edges[HOOD_R, "crown"])
