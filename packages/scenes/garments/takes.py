"""The three ways in which every garment is shown: laid flat, filled as if worn, worn by a person.

Units: metres; prints in inches.
"""

from dataclasses import dataclass
from typing import Any

from garments import ghost, ghost_space
from lib.scene import Scene
from rigs import light_rigs, presets


@dataclass(frozen=True)
class Garment:
    """What a garment's plates say in every take.

    base_models: the first one and the slimmer second one, each with takes in its own cut. backgrounds: by style.
    worn_rig: how the rigs of its worn takes begin. print_height_in, sizes_in: the print area's height and the widths of
    a design by size, inches.
    """

    product: str
    base_models: tuple[str, str]
    backgrounds: dict[str, list[str]]
    worn_rig: str
    print_height_in: float
    sizes_in: dict[str, float]


PRINT_WIDTH_IN = 13


def is_slim(take: dict[str, Any]) -> bool:
    """Whether a take that is filled or worn is in the cut of the second base model."""
    return take.get("slim", take.get("cut", "").endswith(("_SLIM", "_RETAIL")))


def plate_facts(garment, name, rig, serves, pattern, top, lights, frames, camera):
    """plate.json of a garment. top: of the print in pattern space; serves: style, base models, backgrounds, genders."""
    return {
        "product": garment.product,
        "geometry": name,
        "rig": rig,
        "serves": [serves],
        "pattern": pattern,
        "print": {
            "centerX": 0.0,
            "top": top,
            "maxWidthIn": PRINT_WIDTH_IN,
            "maxHeightIn": garment.print_height_in,
            "sizesIn": garment.sizes_in,
        },
        "material": "knit",
        "lights": lights,
        "frames": frames,
        "camera": camera,
        "source": f"products/{garment.product}/scene.py",
        "licence": "our own render",
    }


def serves(garment, style, base_models, genders=()):
    """What a take is shown for: every background of its style."""
    backgrounds = garment.backgrounds[style]
    return {"style": style, "baseModels": list(base_models), "backgrounds": backgrounds, "genders": list(genders)}


def laid(garment, name, take, work, build, pattern, top, close=0.88) -> Scene:
    """A garment on a table. build: of its module (name, take, work); close: the closest crop's side."""
    ground = light_rigs.flat_lay()
    products, albedo, camera = build(name, take, work)
    shown = serves(garment, "flat-lay", garment.base_models)
    frames, lights = presets.frames(close=close), presets.lights("flat-lay")
    facts = plate_facts(garment, name, "flat-lay", shown, pattern, round(top, 4), lights, frames, camera)
    return Scene(products, ground, albedo, facts)


def filled(garment, name, take, work) -> Scene:
    """A garment before a wall, filled as if worn. It is shown for no base model but the one whose cut it has."""
    ground = light_rigs.form()
    products, albedo, camera, top = ghost.build(f"{garment.product}/{name}", take, work)
    shown = serves(garment, "studio-front", [garment.base_models[is_slim(take)]])
    frames, lights = presets.frames(close=take.get("close", 0.95)), presets.lights("hung")
    facts = plate_facts(garment, name, "hung", shown, ghost_space.PATTERN, top, lights, frames, camera)
    return Scene(products, ground, albedo, facts)


def worn(garment, name, take, work, build, pattern, mend=None) -> Scene:
    """A garment on a person, whose picture is part of the backdrops of its own rig. build: (name, take, work)."""
    who = name.removeprefix("lifestyle-casual-")
    products, figure, card, albedo, camera, top = build(f"{garment.product}/{name}", take, work)
    gender = name.split("-")[-2]
    shown = serves(garment, "lifestyle-casual", [garment.base_models[is_slim(take)]], [gender])
    frames, lights = take.get("frames", presets.WORN_FRAMES), presets.lights("worn")
    rig = f"{garment.worn_rig}-{who}"
    facts = plate_facts(garment, name, rig, shown, pattern, top, lights, frames, camera)
    return Scene(products, [card], albedo, facts, figure, mend=mend)
