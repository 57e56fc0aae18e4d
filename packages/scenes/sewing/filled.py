"""A garment that was cut, sewn and put on by simulation, shown without who wore it or on a hanger, before a ground of
light.

Units: metres. The wearer is left out; through the neck the inside of the back is seen, its seam's tape and a plain
label.
"""

from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import LinearNDInterpolator, NearestNDInterpolator

from lib import scene_setup
from rigs import person as person_rig
from sewing import attempts, cuts, hooded, hung, layout, material, turned, worn
from sewing.panels import BACK, FRONT

TAPE_HALF, LABEL = 0.082, (0.044, 0.030)  # half the tape's length; the label's width and height
INSIDE = 0.0013  # that the tape lies before the cloth's middle
# Shares by which a body's rib is narrower than on who wore it, at its seam and besides at its rim, and the way above
# the seam over which the cloth comes in (metres). On hips, ribs went from 0.355 m at their seam to 0.38 at their rim.
AT_SEAM, AT_RIM, ABOVE = 0.055, 0.070, 0.040


def drawn_in(data: Any, cut: cuts.Cut) -> dict[str, Any]:
    """A worn take whose rib closes as one does without hips in it: narrower from its seam to its rim, the cloth above
    hanging over it. data: as output.py writes it.
    """
    result = {key: data[key] for key in data}
    points, torso = data["points"].astype(float), np.isin(data["panel"], (FRONT, BACK))
    to_rim = np.full(len(points), np.inf)
    np.minimum.at(to_rim, data["triangles"][torso].ravel(), data["to_hem"][torso].ravel())
    near = np.clip((cut.hem_depth + ABOVE - to_rim) / ABOVE, 0, 1)
    share = AT_SEAM * near**2 * (3 - 2 * near) + AT_RIM * np.clip(1 - to_rim / cut.hem_depth, 0, 1)
    rim = points[to_rim < 0.003, 0]
    points[:, 0] -= share * (points[:, 0] - (rim.min() + rim.max()) / 2)
    result["points"] = points
    return result


class Inside:
    """The inside of the back below the neck: its seam (collar or hood) from side to side; places on the cloth."""

    def __init__(self, data: Any):
        points = data["points"].astype(float)
        back = np.unique(data["triangles"][data["panel"] == BACK])
        near = points[back]
        near = near[near[:, 2] > near[:, 2].max() - 0.16]
        flat = near[:, [0, 2]]
        self.inner, self.outer = LinearNDInterpolator(flat, near[:, 1]), NearestNDInterpolator(flat, near[:, 1])
        kind = next(i for i, name in enumerate(data["seam_names"]) if name in ("neck", "hood"))
        ring = np.intersect1d(np.unique(data["seams"][data["seam_kind"] == kind]), back)
        line = points[ring]
        self.line = line[np.argsort(line[:, 0])]
        self.middle = (self.line[0, 0] + self.line[-1, 0]) / 2

    def at(self, x: NDArray, down: NDArray, off: float) -> NDArray:
        """Places so far (metres) below the seam and before the cloth."""
        seam_y, seam_z = (np.interp(x, self.line[:, 0], self.line[:, k]) for k in (1, 2))
        z = seam_z - down
        y = self.inner(np.stack([x, z], -1))
        y = np.where(np.isfinite(y), y, self.outer(np.stack([x, z], -1)))
        return np.stack([x, np.where(down <= 0, seam_y, y) - off, z], -1)


def sheet(name: str, rows: NDArray, place: NDArray, goods: Any, thick: float) -> Any:
    """A strip of cloth through rows of points (r, c, 3), of one thickness. place: in pattern space, shares."""
    r, c = rows.shape[:2]
    k = np.arange(r * c).reshape(r, c)
    faces = np.stack([k[:-1, :-1], k[1:, :-1], k[1:, 1:], k[:-1, 1:]], -1).reshape(-1, 4)
    thing = scene_setup.add_mesh(name, rows.reshape(-1, 3), faces, np.tile(place, (4 * len(faces), 1)), goods)
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset = thick, 0.0
    return thing


def tape(inside: Inside, place: NDArray, goods: Any) -> Any:
    """The tape that covers the neck's seam, dyed with the garment."""
    x, down = np.meshgrid(
        np.linspace(inside.middle - TAPE_HALF, inside.middle + TAPE_HALF, 90), [-0.0025, 0.001, 0.0045, 0.008, 0.0105]
    )
    rows = inside.at(x, down, INSIDE)
    rows[[0, -1], :, 1] += 0.0007  # sewn down along both edges
    return sheet("tape", rows, place, goods, 0.0007)


def label(inside: Inside, place: NDArray) -> Any:
    """A plain woven label that hangs from the tape: satin, not dyed."""
    satin = bpy.data.materials.new("label")
    satin.use_nodes = True
    shader = satin.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value, shader.inputs["Roughness"].default_value = (0.78, 0.77, 0.75, 1), 0.5
    wide, high = LABEL
    across, down = np.meshgrid(np.linspace(-wide / 2, wide / 2, 15), np.linspace(0.0035, 0.0035 + high, 12))
    rows = inside.at(inside.middle + across, down, 0.0026)
    share = (down - down.min()) / high
    rows[..., 1] -= 0.0045 * share**2 * (0.7 + 6 * across)  # its free end stands off, one corner more
    return sheet("label", rows, place, satin, 0.0005)


def build(name: str, facts: dict[str, Any], work: str) -> tuple[Any, ...]:
    """The scene of a filled plate. facts: "sewn": one of attempts.VARIANTS, "frame", "aside" (of the picture's middle,
    to the viewer's right), "rise" (of its middle, above the garment's), "side": "back" if it is seen from behind.
    Returns (products, card that measures the light, albedo setter, facts of the camera, top of the print).
    """
    variant = attempts.VARIANTS[facts["sewn"]]
    data = np.load(attempts.made(facts["sewn"], Path(work)))
    cut = cuts.CUTS[variant.cut]
    if cut.rib < 1 and variant.hung is None:
        data = drawn_in(data, cut)
    space = layout.layout_of(cut)
    goods, albedo = material.bare(work, space)
    set_albedo = albedo
    if facts.get("side") == "back":
        data = turned.from_behind(data, cut)
        products = [worn.cloth(data, goods, cut)]
    else:
        inside, place = Inside(data), space.shares(np.array(space.free))
        products = [worn.cloth(data, goods, cut), tape(inside, place, goods), label(inside, place)]
        if cut.hood:
            more, set_albedo = hooded.things(data, cut, goods, albedo, space)
            products += more
    if variant.hung is not None:
        products += hung.things(data["body"].astype(float), data["faces"], space.shares(np.array(space.free)))
    points = data["points"]
    middle, aside = float(points[:, 2].max() + points[:, 2].min()) / 2, facts.get("aside", 0.0)
    middle += facts.get("rise", 0.0)
    away = 85 * facts["frame"] / 36
    card = person_rig.raking(middle)
    scene_setup.add_camera((aside, -away, middle + 0.02), (aside, 0.0, middle), facts["frame"])
    camera = {"height": round(middle + 0.02, 3), "frame": facts["frame"]}
    return products, card, set_albedo, camera, round(float(data["print_top"]), 4)
