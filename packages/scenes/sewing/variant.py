"""One garment on one wearer: sewn together, weighted, carried from the dressing pose into a stance, and come to rest.

Units: metres, seconds. Sewn and moved on a coarse mesh, finished on one twice as fine: a substep costs with 1/h², and
as many more are needed for the same stiffness, so that the coarse way takes an eighth of the time.

Measured on one shared core: the tee, 41,690 vertices in the end, 33 s of processor time; no crossing; 95 % of the
print's area stretched by less than 2.6 %; 99 % of what is seen slower than 1.5 cm/s. Trials did not rest (8 to 13
cm/s); found here, one after the other and not each on its own: a collar's rib that buzzed at 2 m/s while bending was
applied every fourth substep at once (solver.cpp, bend: now 0.3 m/s in place, by less than a tenth of a millimetre);
long sleeves too long, off the arm's axis and round a wrist that began inside out (6,080 pairs of vertex and triangle
near each other became 118 when all three were mended); the rest is slow settling, which the last phase's damping
stops. Whether the room left at the armpit (Wearer.bears) helps was not measured alone: 16 mm of it did no better than
11.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from sewing import cuts, dressing, fabric, fold, hanger, table
from sewing.fold import GRAVITY
from sewing.hanger import Hanger
from sewing.panels import Garment, sew
from sewing.poses import AT_EASE, STANCES, on_the_way
from sewing.solver import Solver, Step
from sewing.table import Table
from sewing.wearer import Wearer, normals

Bearer = Wearer | Hanger | Table
TURNED = np.array([-1.0, -1.0, 1.0])  # half round, back to the viewer
GROWN_FROM = 0.040, 0.015  # metres within their skin that trunk and arms begin: 4 cm would turn a wrist inside out


@dataclass(frozen=True)
class Variant:
    """spacing: of the coarse mesh; substeps: a sixtieth of a second on it; rest: factor on the time to settle; refined:
    finished on a mesh twice as fine; hung: degrees that the hanger hangs askew which takes the wearer's place; laid:
    how hands leave it on a table that does, from 0, smoothed, to about 1, drawn in again; neither for what is worn;
    face_down: how it lies there.
    """

    cut: str
    person: str
    height: float
    stance: str
    making: fabric.Making = field(default_factory=fabric.Making)
    spacing: float = 0.010
    substeps: int = 58
    inertia: float = 4.0
    friction: float = 0.35
    swing: float = 1.0
    rest: float = 1.0
    refined: bool = True
    hung: float | None = None
    laid: float | None = None
    face_down: bool = False


@dataclass(frozen=True)
class Phase:
    """steps: sixtieths of a second; grown, way: of the body, from and to; gravity: share; early: few substeps, stiff
    bending, no scaled inertia; fine: on the finer mesh; wind, tug, hold: shares of fold.py's, on a hood and the front
    below; borne: by the hanger or the table; spread: share of the forces of either's hands.
    """

    name: str
    steps: int
    damping: float
    grown: tuple[float, float] = (1.0, 1.0)
    way: tuple[float, float] = (0.0, 0.0)
    gravity: float = 1.0
    contact: float = 1.0
    early: bool = False
    fine: bool = False
    wind: float = 0.0
    tug: float = 0.0
    hold: float = 0.0
    borne: bool = False
    spread: float = 0.0


def phases(variant: Variant) -> list[Phase]:
    rest = lambda steps: max(1, int(round(steps * variant.rest)))
    is_hooded = cuts.CUTS[variant.cut].hood is not None
    is_held = is_hooded and variant.laid is not None  # by its crown, until it lies
    weigh = Phase("weigh", 20, 6.0, gravity=0.4, contact=0.7, early=True, wind=0.125)
    let_down = [Phase("blow", 24, 4.0, wind=1.0), Phase("straighten", 14, 4.0, wind=0.4, tug=1.0)]
    sewn = [
        # stiff cloth and contact would lock the sleeves crumpled while seams close
        Phase("sew", 36, 12.0, grown=(0.0, 1.0), gravity=0.1, contact=0.0, early=True),
        *([replace(weigh, wind=0.0, hold=0.4)] if is_held else [weigh]),
        *([] if is_held else let_down if is_hooded else [Phase("hang", 30, 4.0)]),
    ]
    if variant.hung is not None:
        return [
            *sewn,
            Phase("drop", 150, 1.0, borne=True, spread=1.0),
            Phase("still", 50, 4.0, borne=True, spread=0.5),
            Phase("settle", rest(36), 4.0, fine=True, borne=True),
            Phase("calm", rest(30), 12.0, fine=True, borne=True),
            Phase("rest", rest(24), 40.0, fine=True, borne=True),
        ]
    if variant.laid is not None:
        # Long sleeves fall beside the trunk of a wearer who lets the arms sink. Stiff cloth keeps a hood up meanwhile;
        # in air that slows it, its halves and the trunk come down together.
        sink = Phase("sink", 60, 2.0, way=(0.0, 1.0))
        fall, smooth = Phase("fall", 60, 2.0, borne=True, spread=0.6), Phase("smooth", 60, 4.0, borne=True, spread=1.0)
        if is_held:
            sink = replace(sink, damping=4.0, early=True, hold=1.0)
            fall, smooth = replace(fall, damping=10.0, spread=0.8), replace(smooth, steps=100, spread=1.1)
        return [
            *sewn,
            *([sink] if cuts.CUTS[variant.cut].rib < 1 else []),
            fall,
            smooth,
            Phase("leave", 30, 6.0, borne=True, spread=-variant.laid),
            Phase("settle", rest(24), 6.0, fine=True, borne=True),
            Phase("calm", rest(16), 20.0, fine=True, borne=True),
            Phase("rest", rest(12), 60.0, fine=True, borne=True),
        ]
    return [
        *sewn,
        Phase("move", 70, 1.5, way=(0.0, 0.8), tug=0.25),
        Phase("arrive", 18, 1.5, way=(0.8, 1.0), fine=True),
        Phase("settle", rest(36), 2.5, way=(1.0, 1.0), fine=True),
        Phase("calm", rest(20), 8.0, way=(1.0, 1.0), fine=True),
        Phase("rest", rest(14), 30.0, way=(1.0, 1.0), fine=True),
    ]


@dataclass
class Result:
    """places and speeds (means over the last sixtieth of a second: what shakes in place by less than a tenth of a
    millimetre is at rest) of the fine garment's vertices; wearer: or the hanger it hangs from, or the table it lies on;
    body: its places, bears: what bore the cloth."""

    variant: Variant
    garment: Garment
    places: NDArray
    speeds: NDArray
    wearer: Bearer
    body: NDArray
    bears: NDArray


class Path:
    """The body's places at every moment of a variant; kept while they do not change."""

    def __init__(self, wearer: Wearer, variant: Variant):
        self.wearer, self.stance, self.swing = wearer, STANCES[variant.stance], variant.swing
        self.kept: tuple[tuple[float, float], NDArray] | None = None

    def pose(self, way: float):
        eased = way * way * (3 - 2 * way)
        return on_the_way(self.stance, eased, self.swing)

    def at(self, grown: float, way: float) -> NDArray:
        if self.kept is None or self.kept[0] != (grown, way):
            points = self.wearer.bears(self.pose(way))
            if grown < 1:
                depth = GROWN_FROM[0] + (GROWN_FROM[1] - GROWN_FROM[0]) * self.wearer.skin_arm
                points = points - normals(points, self.wearer.skin) * (depth * (1 - grown))[:, None]
            self.kept = ((grown, way), points)
        return self.kept[1]


def offsets(garment: Garment) -> NDArray:
    """Metres that vertices keep from the skin: a hood leaves room for the cloth it lies on."""
    thick = garment.cut.fabric.thickness
    return np.where(fold.above_neck(garment), 0.001 + 1.6 * thick, 0.0015 + 0.4 * thick)


def solver_of(
    garment: Garment, variant: Variant, places: NDArray, body: NDArray, bearer: Bearer, friction=0.0
) -> Solver:
    """friction: on what bears the cloth, the variant's unless it is said."""
    sheet = fabric.sheet(garment, variant.making)
    thick = garment.cut.fabric.thickness
    return Solver(
        sheet, places, offsets(garment), body, bearer.skin, thickness=thick, friction=friction or variant.friction
    )


def taken_over(garment: Garment, variant: Variant, places: NDArray) -> Bearer:
    """What takes the place of a garment's wearer."""
    return table.behind(places) if variant.hung is None else hanger.under(garment, places, variant.hung)


def forces(garment: Garment, variant: Variant, phase: Phase, places: NDArray) -> NDArray:
    """(n, 3): accelerations of a phase's gravity, winds and hands, m/s²."""
    is_laid = phase.borne and variant.laid is not None
    down = table.AWAY if is_laid else np.array([0.0, 0.0, -1.0])
    result = np.tile(GRAVITY * phase.gravity * down, (garment.count, 1)) + fold.forces(garment, phase.wind, phase.tug)
    result += phase.hold * fold.hold(garment, places)
    return result + phase.spread * (table.smoothing(garment, places) if is_laid else hanger.opening(garment))


def simulated(variant: Variant, wearer: Wearer, report=None) -> Result:
    """Runs a variant. report: called with a line after each phase."""
    garment = sew(cuts.CUTS[variant.cut], variant.spacing)
    path = Path(wearer, variant)
    body = path.at(0.0, 0.0)
    start = dressing.places(garment, wearer)
    solver = solver_of(garment, variant, start, body, wearer)
    is_fine = False
    held: Bearer = wearer
    for phase in phases(variant):
        if phase.borne and held is wearer:
            places, speeds = solver.read()
            if variant.face_down:
                places, speeds = places * TURNED, speeds * TURNED
            held = taken_over(garment, variant, places)
            body = held.points
            solver = solver_of(garment, variant, places, body, held, table.SLIP if variant.laid is not None else 0.0)
            solver.write(places, speeds)
        if phase.fine and variant.refined and not is_fine:
            places, speeds = solver.read()
            garment, matrix = garment.finer()
            solver = solver_of(garment, variant, matrix @ places, body, held)
            solver.write(matrix @ places, matrix @ speeds)
            is_fine = True
        inertia = 1.0 if phase.early else variant.inertia
        substeps = variant.substeps // 3 if phase.early else variant.substeps * (2 if is_fine else 1)
        step = Step(substeps, phase.damping, phase.contact, 40.0 if phase.early else 1.0, inertia)
        force = forces(garment, variant, phase, solver.read()[0])
        for k in range(phase.steps):
            share = (k + 1) / phase.steps
            now = [a + (b - a) * share for a, b in (phase.grown, phase.way)]
            before, body = body, body if phase.borne else path.at(*now)
            was = solver.read()[0]
            solver.run(step, before, body, force)
        if report:
            speed = np.linalg.norm(solver.read()[0] - was, axis=1) / step.seconds
            report(
                f"{phase.name}: rms {np.sqrt((speed**2).mean()):.4f} p99 {np.quantile(speed, 0.99):.4f} m/s, "
                f"{solver.contacts()} near"
            )
    places = solver.read()[0]
    speeds = (places - was) / step.seconds
    if garment.cut.hood:
        places = fold.smoothed(garment, places)
    if held is not wearer:
        return Result(variant, garment, places, speeds, held, body, body)
    return Result(variant, garment, places, speeds, wearer, wearer.yielded(path.pose(1.0) | AT_EASE), body)
