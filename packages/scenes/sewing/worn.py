"""A garment that was cut, sewn and put on by simulation, as a plate's scene: cloth, wearer, raking light, camera.

Units: metres. One variant of attempts.VARIANTS is simulated into the work folder, once.
"""

from pathlib import Path
from typing import Any

import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree
from numpy.typing import NDArray

from garments import flesh
from garments.body import Body
from lib import scene_setup
from rigs import person as person_rig
from sewing import attempts, cuts, hooded, layout, material, turned
from sewing.panels import BAND, FRONT
from sewing.wearer import Wearer, normals

DRAWN_IN = 0.004  # metres that skin lies deeper beneath cloth


def cloth(data: Any, goods: Any, cut: cuts.Cut) -> Any:
    """The garment as a thing of its thickness, thinner at its rims, which round them. data: as output.py writes it;
    goods: its material, which finds "metres" in the flat cloth, ways to hems and seams, how far a place lies in a rib
    (less than none outside), and whether it is the front.
    """
    panel = data["panel"]
    placed = layout.layout_of(cut).placed(data["uv"], panel)
    points, thickness = rounded(data)
    thing = scene_setup.add_mesh("cloth", points, data["triangles"], placed.reshape(-1, 2), goods)
    mesh = thing.data
    mesh.uv_layers.new(name="metres").data.foreach_set("uv", data["uv"].astype(np.float32).ravel())
    to_hem, of = data["to_hem"].ravel(), np.repeat(panel, 3)
    into_rib = np.where(of == BAND, 1.0, -1.0)
    if cut.rib < 1:
        into_rib = np.where(of < BAND, cut.hem_depth - to_hem, into_rib)
    to_hem = to_hem + 9.0 * ((of <= BAND) if cut.rib < 1 else (of == BAND))  # a rib has no needle lines
    values = {"to_hem": to_hem, "to_seam": data["to_seam"].ravel(), "into_rib": into_rib, "front": of == FRONT}
    for name, value in values.items():
        mesh.attributes.new(name, "FLOAT", "CORNER").data.foreach_set("value", np.asarray(value, np.float32))
    group = thing.vertex_groups.new(name="thickness")
    for value in np.unique(thickness):
        group.add(np.flatnonzero(thickness == value).tolist(), float(value / thickness.max()), "REPLACE")
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset, solid.vertex_group = float(thickness.max()), -1.0, "thickness"
    return thing


def rounded(data: Any) -> tuple[NDArray, NDArray]:
    """(places of the outside, thicknesses): both draw in over the last way to a rim, as wide as the cloth is thick."""
    triangles, thickness = data["triangles"], data["thickness"].astype(float)
    to_rim = np.full(len(thickness), 9.0)
    np.minimum.at(to_rim, triangles.ravel(), data["to_hem"].ravel())
    share = np.sqrt(1 - np.clip(1 - to_rim / thickness, 0, 0.97) ** 2)
    points = data["points"].astype(float)
    points -= normals(points, triangles) * (thickness * (1 - share) / 2)[:, None]
    return points, np.round(thickness * share / thickness.max(), 2) * thickness.max()


def build(name: str, facts: dict[str, Any], work: str) -> tuple[Any, ...]:
    """The scene of a worn plate. facts: "sewn": one of attempts.VARIANTS, "skin": tone, "frame", "middle" (height of
    the picture's middle), "aside" (of its middle, to the viewer's right), "side": "back" if it is seen from behind,
    "lit": one of light_rigs.WINDOWS. Returns what garments.worn.build does: (products, people's things, card, albedo
    setter, facts of the camera, top of the print).
    """
    variant = attempts.VARIANTS[facts["sewn"]]
    data = np.load(attempts.made(facts["sewn"], Path(work)))
    wearer = Wearer(variant.person, variant.height)
    person = wearer.shape
    cut = cuts.CUTS[variant.cut]
    space = layout.layout_of(cut)
    goods, albedo = material.bare(work, space)
    is_front = facts.get("side") != "back"
    if not is_front:
        data = turned.from_behind(data, cut)
    products = [cloth(data, goods, cut)]
    set_albedo = albedo
    if cut.hood and is_front:
        more, set_albedo = hooded.things(data, cut, goods, albedo, space)
        products += more
    hem = float(data["points"][:, 2].min())
    points = beneath(person, data)
    figure = flesh.figure(person, points, person.faces, facts["skin"], hem)
    middle, aside, away = facts["middle"], facts.get("aside", 0.0), 85 * facts["frame"] / 36
    card = person_rig.raking(middle, facts.get("lit", "raked"))
    scene_setup.add_camera((aside, -away, middle + 0.06), (aside, 0.0, middle), facts["frame"])
    camera = {"height": round(middle + 0.06, 3), "frame": facts["frame"]}
    return products, figure, card, set_albedo, camera, round(float(data["print_top"]), 4)


def beneath(person: Body, data: Any) -> NDArray:
    """Places of a body, drawn in where it lies under cloth. data: as output.py writes it."""
    points = data["body"].astype(float)
    hidden, outwards = covered(person, points, data["points"].astype(float), data["triangles"])
    return points - outwards * (DRAWN_IN * hidden)[:, None]


def covered(person: Body, points: NDArray, cloth: NDArray, triangles: NDArray) -> tuple[NDArray, NDArray]:
    """How much of each of a body's points lies under cloth (0…1), so that it may be drawn in and not come through; and
    the points' normals.
    """
    tree = BVHTree.FromPolygons([Vector(p) for p in cloth], [tuple(map(int, t)) for t in triangles])
    normals = person.outwards(points)
    under = np.array(
        [tree.ray_cast(Vector(p - 0.004 * n), Vector(n), 0.05)[0] is not None for p, n in zip(points, normals)], float
    )
    soft = under.copy()
    for _ in range(3):
        soft = np.minimum(under, person.around(soft[:, None])[:, 0])
    return soft, normals
