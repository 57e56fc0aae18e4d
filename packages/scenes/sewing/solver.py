"""The cloth solver of solver.cpp, compiled when it is first asked for.

Units: metres, kilograms, seconds, newtons. PRINTROOM_SCENES_WORK, else the temp dir, keeps the compiled library.
"""

import ctypes
import hashlib
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent
SOURCES = (HERE / "solver.cpp", HERE / "contact.h")
# no -ffast-math: linking with it makes the whole process flush small numbers to zero, numpy included
FLAGS = ("-O3", "-march=native", "-std=c++17", "-fno-math-errno", "-fno-trapping-math", "-shared", "-fPIC")
FLOAT, INT, POINTER = ctypes.c_float, ctypes.c_int, ctypes.c_void_p
SIGNATURES: dict[str, tuple[list[Any], Any]] = {
    "cloth_new": (
        [INT, POINTER, POINTER, POINTER]  # vertices
        + [INT, POINTER, POINTER, POINTER]  # edges
        + [INT, POINTER, POINTER, POINTER]  # hinges
        + [INT, POINTER, POINTER, POINTER]  # triangles, still pairs
        + [INT, INT, POINTER, FLOAT, FLOAT, FLOAT],  # body, thickness, frictions
        POINTER,
    ),
    "cloth_run": ([POINTER] * 5 + [FLOAT, INT] + [FLOAT] * 4, None),
    "cloth_read": ([POINTER] * 3, None),
    "cloth_write": ([POINTER] * 3, None),
    "cloth_contacts": ([POINTER], INT),
    "cloth_free": ([POINTER], None),
}


@dataclass
class Sheet:
    """Cloth as the solver takes it. mass (n) kg; edges (e, 2) with lengths (m) and stiffness (N/m); hinges (h, 4),
    their weights (h, 4) and stiffness (N/m); still_from, still: the vertices near each vertex that it does not feel.
    """

    mass: NDArray
    edges: NDArray
    lengths: NDArray
    stiffness: NDArray
    hinges: NDArray
    hinge_weights: NDArray
    hinge_stiffness: NDArray
    triangles: NDArray
    still_from: NDArray
    still: NDArray


@dataclass(frozen=True)
class Step:
    """How a stretch of time runs. damping: 1/s; contact: factor on the thickness, 0 for none; bending: factor on the
    stiffness; inertia: factor on the mass while accelerations act with their force unchanged.
    """

    substeps: int
    damping: float
    contact: float = 1.0
    bending: float = 1.0
    inertia: float = 1.0
    seconds: float = 1 / 60


def compiled() -> Path:
    """The library's path, built with g++ unless it is there already; its name follows from sources and flags."""
    digest = hashlib.sha1(b"".join(path.read_bytes() for path in SOURCES) + " ".join(FLAGS).encode()).hexdigest()[:12]
    folder = Path(os.environ.get("PRINTROOM_SCENES_WORK", tempfile.gettempdir())) / "sewing"
    library = folder / f"solver-{digest}.so"
    if not library.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = library.with_suffix(f".{os.getpid()}")
        subprocess.run(["g++", *FLAGS, str(SOURCES[0]), "-o", str(part)], check=True)
        part.replace(library)
    return library


def loaded() -> ctypes.CDLL:
    library = ctypes.CDLL(str(compiled()))
    for name, (arguments, result) in SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes, function.restype = arguments, result
    return library


def _pointer(values: NDArray | None) -> int | None:
    return None if values is None else values.ctypes.data


class Solver:
    """A sheet in motion. origin: the middle of the scene, which the solver works about for the sake of its digits."""

    def __init__(
        self,
        sheet: Sheet,
        places: NDArray,
        offset: NDArray,
        body: NDArray | None = None,
        body_triangles: NDArray | None = None,
        thickness: float = 0.0022,
        friction: float = 0.35,
        self_friction: float = 0.25,
    ):
        self._library = loaded()
        self.count = len(places)
        self.origin = np.asarray(places if body is None else body).mean(0)
        no_body = body is None or body_triangles is None
        self._body_count = 0 if no_body else len(np.asarray(body))
        faces = np.zeros((0, 3)) if no_body else np.asarray(body_triangles)
        as_float = lambda v: np.ascontiguousarray(v, np.float32)
        as_int = lambda v: np.ascontiguousarray(v, np.int32)
        # held by name: the library copies them, but only while the call lasts
        floats = [as_float(v) for v in (places - self.origin, sheet.mass, offset)]
        edges = [as_int(sheet.edges), as_float(sheet.lengths), as_float(sheet.stiffness)]
        hinges = [as_int(sheet.hinges), as_float(sheet.hinge_weights), as_float(sheet.hinge_stiffness)]
        faces_of = [as_int(sheet.triangles), as_int(sheet.still_from), as_int(sheet.still)]
        wearer = as_int(faces)
        self._cloth = self._library.cloth_new(
            *(self.count, *map(_pointer, floats)),
            *(len(sheet.edges), *map(_pointer, edges)),
            *(len(sheet.hinges), *map(_pointer, hinges)),
            *(len(sheet.triangles), *map(_pointer, faces_of)),
            *(self._body_count, len(faces), _pointer(wearer), thickness, friction, self_friction),
        )

    def __del__(self) -> None:
        if getattr(self, "_cloth", None):
            self._library.cloth_free(self._cloth)

    def run(
        self,
        step: Step,
        body_from: NDArray | None = None,
        body_to: NDArray | None = None,
        accelerations: NDArray | None = None,
        pulls: tuple[NDArray, NDArray] | None = None,
    ) -> None:
        """Lets a step pass. accelerations: (n, 3) m/s², gravity among them; pulls: places (n, 3) and rates (n): the
        share of the way to its place that a vertex covers a second, 0 where it is free.
        """
        as_float = lambda v: None if v is None else np.ascontiguousarray(v, np.float32)
        bodies = [as_float(None if b is None else b - self.origin) for b in (body_from, body_to)]
        if (bodies[0] is None) != (self._body_count == 0):
            raise ValueError("a solver with a body is run with one, one without is not")
        force = as_float(accelerations)
        drawn = None if pulls is None else as_float(np.column_stack([pulls[0] - self.origin, pulls[1]]))
        self._library.cloth_run(
            *(self._cloth, *map(_pointer, bodies), _pointer(force), _pointer(drawn)),
            *(step.seconds, step.substeps, step.damping, step.contact, step.bending, step.inertia),
        )

    def read(self) -> tuple[NDArray, NDArray]:
        """(places, speeds), each (n, 3)."""
        places, speeds = np.empty((self.count, 3), np.float32), np.empty((self.count, 3), np.float32)
        self._library.cloth_read(self._cloth, _pointer(places), _pointer(speeds))
        return places.astype(float) + self.origin, speeds.astype(float)

    def write(self, places: NDArray, speeds: NDArray) -> None:
        values = [np.ascontiguousarray(v, np.float32) for v in (places - self.origin, speeds)]
        self._library.cloth_write(self._cloth, *map(_pointer, values))

    def contacts(self) -> int:
        """Pairs of vertex and triangle near enough to touch when they were last sought."""
        return int(self._library.cloth_contacts(self._cloth))
