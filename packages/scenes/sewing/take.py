"""One garment on one wearer: sewn together, weighted, carried from the dressing pose into a stance, and come to rest.

Units: metres, seconds. Sewn and moved on a coarse mesh, finished on one twice as fine: a substep costs with 1/h², and
as many more are needed for the same stiffness, so that the coarse way takes an eighth of the time.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sewing import cuts, dressing, fabric
from sewing.panels import HOOD_L, HOOD_R, Garment, sew
from sewing.poses import STANCES, on_the_way
from sewing.solver import Solver, Step
from sewing.wearer import Wearer, normals

GRAVITY = 9.81
GROWN_FROM = 0.040  # metres within its skin that the body begins


@dataclass(frozen=True)
class Take:
    """spacing: of the coarse mesh; substeps: a sixtieth of a second on it; rest: factor on the time to settle."""

    cut: str
    person: str
    height: float
    stance: str
    making: fabric.Making = field(default_factory=fabric.Making)
    spacing: float = 0.009
    substeps: int = 64
    inertia: float = 4.0
    friction: float = 0.35
    swing: float = 1.0
    rest: float = 1.0


@dataclass(frozen=True)
class Phase:
    """steps: sixtieths of a second; grown, way: of the body, from and to; gravity: share; early: few substeps, stiff
    bending, no scaled inertia; fine: on the finer mesh.
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


def phases(take: Take) -> list[Phase]:
    rest = lambda steps: max(1, int(round(steps * take.rest)))
    return [
        # stiff cloth and contact would lock the sleeves crumpled while seams close
        Phase("sew", 36, 12.0, grown=(0.0, 1.0), gravity=0.1, contact=0.0, early=True),
        Phase("weigh", 20, 6.0, gravity=0.4, contact=0.7, early=True),
        Phase("hang", 30, 4.0),
        Phase("move", 66, 1.5, way=(0.0, 0.8)),
        Phase("arrive", 24, 1.5, way=(0.8, 1.0), fine=True),
        Phase("settle", rest(50), 2.5, way=(1.0, 1.0), fine=True),
        Phase("rest", rest(30), 8.0, way=(1.0, 1.0), fine=True),
    ]


@dataclass
class Result:
    """places and speeds of the fine garment's vertices; body: the wearer's places, bears: what bore the cloth."""

    take: Take
    garment: Garment
    places: NDArray
    speeds: NDArray
    wearer: Wearer
    body: NDArray
    bears: NDArray


class Path:
    """The body's places at every moment of a take; kept while they do not change."""

    def __init__(self, wearer: Wearer, take: Take):
        self.wearer, self.stance, self.swing = wearer, STANCES[take.stance], take.swing
        self.kept: tuple[tuple[float, float], NDArray] | None = None

    def pose(self, way: float):
        eased = way * way * (3 - 2 * way)
        return on_the_way(self.stance, eased, self.swing)

    def at(self, grown: float, way: float) -> NDArray:
        if self.kept is None or self.kept[0] != (grown, way):
            points = self.wearer.bears(self.pose(way))
            if grown < 1:
                points = points - normals(points, self.wearer.skin) * (GROWN_FROM * (1 - grown))
            self.kept = ((grown, way), points)
        return self.kept[1]


def offsets(garment: Garment) -> NDArray:
    """Metres that vertices keep from the skin: a hood leaves room for the cloth it lies on."""
    thick = garment.cut.fabric.thickness
    is_hood = garment.on(HOOD_L, HOOD_R)
    is_hood[garment.neck] = False
    return np.where(is_hood, 0.001 + 1.6 * thick, 0.0015 + 0.4 * thick)


def solver_of(garment: Garment, take: Take, places: NDArray, body: NDArray, wearer: Wearer) -> Solver:
    sheet = fabric.sheet(garment, take.making)
    thick = garment.cut.fabric.thickness
    return Solver(sheet, places, offsets(garment), body, wearer.skin, thickness=thick, friction=take.friction)


def simulated(take: Take, wearer: Wearer, report=None) -> Result:
    """Runs a take. report: called with a line after each phase."""
    garment = sew(cuts.CUTS[take.cut], take.spacing)
    path = Path(wearer, take)
    body = path.at(0.0, 0.0)
    solver = solver_of(garment, take, dressing.places(garment, wearer), body, wearer)
    is_fine = False
    for phase in phases(take):
        if phase.fine and not is_fine:
            places, speeds = solver.read()
            garment, matrix = garment.finer()
            solver = solver_of(garment, take, matrix @ places, body, wearer)
            solver.write(matrix @ places, matrix @ speeds)
            is_fine = True
        inertia = 1.0 if phase.early else take.inertia
        substeps = take.substeps // 3 if phase.early else take.substeps * (2 if phase.fine else 1)
        step = Step(substeps, phase.damping, phase.contact, 40.0 if phase.early else 1.0, inertia)
        force = np.tile([0.0, 0.0, -GRAVITY * phase.gravity], (garment.count, 1))
        for k in range(phase.steps):
            share = (k + 1) / phase.steps
            now = [a + (b - a) * share for a, b in (phase.grown, phase.way)]
            before, body = body, path.at(*now)
            solver.run(step, before, body, force)
        if report:
            speeds = np.linalg.norm(solver.read()[1], axis=1)
            report(f"{phase.name}: rms {np.sqrt((speeds**2).mean()):.4f} p99 {np.quantile(speeds, .99):.4f} m/s, "
                   f"{solver.contacts()} near")
    places, speeds = solver.read()
    return Result(take, garment, places, speeds, wearer, wearer.posed(path.pose(1.0)), body)
