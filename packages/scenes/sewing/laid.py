"""A garment that was cut, sewn and let fall on a table by simulation, as a plate's scene.

Units: metres. It was laid on an upright table (table.py); here that lies down, the viewer's up staying up.
"""

from pathlib import Path
from typing import Any

import numpy as np
from mathutils import Matrix

from rigs import light_rigs
from sewing import attempts, cuts, hooded, layout, material, turned, worn
from sewing.filled import Inside, label, tape


def down(data: Any, turn: float) -> Matrix:
    """What lays the upright table down, its garment in the picture's middle and turned by so many degrees."""
    points = data["points"].astype(float)
    x, z = ((points[:, k].max() + points[:, k].min()) / 2 for k in (0, 2))
    table = float(data["body"][:, 1].max())
    laid = Matrix(((1, 0, 0, -x), (0, 0, 1, -z), (0, -1, 0, table), (0, 0, 0, 1)))
    return Matrix.Rotation(np.radians(turn), 4, "Z") @ laid


def print_top(facts: dict[str, Any]) -> float:
    """Of a variant's print, in pattern space."""
    cut = cuts.CUTS[attempts.VARIANTS[facts["sewn"]].cut]
    return cut.back_print_top if facts.get("side") == "back" else cut.print_top


def build(name: str, facts: dict[str, Any], work: str) -> tuple[list[Any], Any, dict[str, float]]:
    """The things on the table. facts: "sewn": one of attempts.VARIANTS, "frame", "turn" (degrees, anticlockwise),
    "side": "back" if it lies face down. Returns (products, albedo setter, facts of the camera).
    """
    variant = attempts.VARIANTS[facts["sewn"]]
    data: Any = np.load(attempts.made(facts["sewn"], Path(work)))
    cut = cuts.CUTS[variant.cut]
    space = layout.layout_of(cut)
    goods, set_albedo = material.bare(work, space)
    if variant.face_down:
        data = turned.renamed(data, cut)
        products = [worn.cloth(data, goods, cut)]
    else:
        inside, place = Inside(data), space.shares(np.array(space.free))
        products = [worn.cloth(data, goods, cut), tape(inside, place, goods), label(inside, place)]
        if cut.hood:
            more, set_albedo = hooded.things(data, cut, goods, set_albedo, space, hooded.LYING)
            products += more
    for product in products:
        product.data.transform(down(data, facts.get("turn", 0.0)))
    light_rigs.flat_lay_camera(facts["frame"])
    return products, set_albedo, {"height": 2.6, "frame": facts["frame"]}
