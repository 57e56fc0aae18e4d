"""A canvas tote that somebody carries: slung over a shoulder, seen from behind.

Units: metres, linear colour. What its wearer has on is simulated as a garment that is worn (sewing), turned with its
back to the camera, and belongs to the picture of the person.
"""

import inspect
import os
from pathlib import Path

import numpy as np

from garments import flesh
from lib import scene_setup, seams
from rigs import person as person_rig
from rigs import presets
from sewing import attempts, cuts, layout, worn
from sewing import material as fabric
from sewing.wearer import Wearer, turning

from . import hung, pattern, slung

# sewn: what the wearer has on, of attempts.VARIANTS; colour, heather: its own; turn: degrees that the back looks to the
# viewer's right; frame, middle, aside, lit, lights: as of worn garments
VARIANTS = {
    "lifestyle-casual-man-1": {
        "sewn": "sweat-slung-1",
        "colour": (0.30, 0.30, 0.305),
        "heather": 0.45,
        "skin": "tan",
        "turn": -12.0,
        "carrying": slung.Carrying(shoulder=0.138),
        "frame": 0.67,
        "middle": 1.236,
        "aside": 0.150,
        "frames": presets.frames(close=0.9),
        "lights": "raked",
    },
    "lifestyle-casual-man-2": {
        "sewn": "sweat-slung-3",
        "colour": (0.052, 0.062, 0.085),
        "heather": 0.30,
        "skin": "brown",
        "turn": -2.0,
        "carrying": slung.Carrying(shoulder=-0.138, filled=0.5, bending=1.5e-3, seed=12),
        "frame": 0.67,
        "middle": 1.236,
        "aside": -0.155,
        "frames": presets.frames(close=0.9),
        "lit": "raked-fore",
        "lights": "raked-hard",
    },
    "lifestyle-casual-woman-1": {
        "sewn": "sweat-slung-2",
        "colour": (0.17, 0.20, 0.25),
        "heather": 0.38,
        "skin": "fair",
        "turn": 2.0,
        "carrying": slung.Carrying(shoulder=-0.142, filled=1.2, bending=1.5e-3, seed=3),
        "frame": 0.65,
        "middle": 1.128,
        "aside": -0.150,
        "frames": presets.frames(close=0.9),
        "lit": "raked-fore",
        "lights": "raked-hard",
    },
    "lifestyle-casual-woman-2": {
        "sewn": "sweat-slung-2",
        "colour": (0.13, 0.17, 0.22),
        "heather": 0.10,
        "skin": "fair",
        "turn": 8.0,
        "carrying": slung.Carrying(shoulder=-0.128, filled=0.5, bending=1.5e-3, seed=9),
        "frame": 0.65,
        "middle": 1.137,
        "aside": -0.135,
        "frames": presets.frames(close=0.9),
        "lit": "raked-fore",
        "lights": "raked-hard",
    },
}
AROUND = 0.26  # metres beside the bag within which what is worn bears it


def borne(name, facts, variant, points, triangles, work):
    """The bag's grids of places on what is worn; kept in the work folder."""
    path = os.path.join(work, f"slung-{name}.npz")
    about = repr((facts["carrying"], facts["turn"], variant)) + inspect.getsource(slung)
    if os.path.exists(path) and str(np.load(path)["about"]) == about:
        kept = np.load(path)
        return [kept[key] for key in ("front", "back", "strap", "behind")]
    near = np.abs(points[:, 0] - facts["carrying"].shoulder) < AROUND
    faces = triangles[near[triangles].all(1)]
    used, inverse = np.unique(faces, return_inverse=True)
    parts = slung.simulated(facts["carrying"], points[used], inverse.reshape(faces.shape))
    np.savez(path, about=about, **dict(zip(("front", "back", "strap", "behind"), parts)))
    return parts


def build(name, work):
    """(products, the person's things, card, albedo setter, facts of the camera) of a variant."""
    facts = VARIANTS[name]
    variant = attempts.VARIANTS[facts["sewn"]]
    data = dict(np.load(attempts.made(facts["sewn"], Path(work))))
    cut = cuts.CUTS[variant.cut]
    wearer = Wearer(variant.person, variant.height)
    turn = turning("z", 180.0 + facts["turn"])
    for key in ("points", "body"):
        data[key] = data[key].astype(float) @ turn.T
    outfit = worn.cloth(data, fabric.dyed(work, layout.layout_of(cut), facts["colour"], facts["heather"]), cut)
    body = worn.beneath(wearer.shape, data)
    figure = flesh.figure(wearer.shape, body, wearer.shape.faces, facts["skin"], float(data["points"][:, 2].min()))
    material, albedo = seams.canvas(seams.height_map(work, pattern.PATTERN, "tote", pattern.drawn))
    products = hung.sewn(*borne(name, facts, variant, data["points"], data["triangles"], work), material)
    middle, aside, away = facts["middle"], facts["aside"], 85 * facts["frame"] / 36
    card = person_rig.raking(middle, facts.get("lit", "raked"))
    scene_setup.add_camera((aside, -away, middle + 0.06), (aside, 0.0, middle), facts["frame"])
    camera = {"height": round(middle + 0.06, 3), "frame": facts["frame"]}
    return products, [*figure, outfit], card, albedo, camera
