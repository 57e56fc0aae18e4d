"""The three ways in which every garment is shown: laid flat, without who wears it, worn by a person.

Units: metres; prints in inches.
"""

from dataclasses import dataclass
from typing import Any

from lib import lettering, wire
from lib.product import Product
from lib.scene import Scene
from rigs import light_rigs, presets


@dataclass(frozen=True)
class Garment:
    """A garment's product, and how the rigs of its worn variants begin. Each base model has variants in its own cut."""

    product: Product
    worn_rig: str


def is_slim(variant: dict[str, Any]) -> bool:
    """Whether a variant that is filled or worn is in the cut of the second base model."""
    return variant.get("slim", False)


def plate_facts(garment, name, rig, serves, pattern, top, lit, lights, frames, camera, side="front"):
    """plate.json of a garment. top: of the print in pattern space; serves: style, base models, backgrounds, genders;
    lit: the light rig, one of light_rigs.LAMPS; side: the one that is seen, said where it is not the front.
    """
    return {
        "product": garment.product.name,
        "geometry": name,
        **({} if side == "front" else {"side": side}),
        "rig": rig,
        "serves": [serves],
        "pattern": pattern,
        "print": {
            "centerX": 0.0,
            "top": top,
            **garment.product.print_in,
        },
        "material": garment.product.material,
        "lamps": light_rigs.LAMPS[lit],
        "lights": lights,
        "frames": frames,
        "camera": camera,
        "source": f"products/{garment.product.name}/scene.py",
        "licence": "our own render",
    }


def models_of(garment, variant):
    """The base models that a filled or worn variant is shown for: the one whose cut it has; a back for all, of which
    there is one.
    """
    models = garment.product.base_models
    return models if variant.get("side") == "back" else [models[is_slim(variant)]]


def serves(garment, style, base_models, genders=()):
    """What a variant is shown for: every background of its style."""
    backgrounds = garment.product.backgrounds[style]
    return {"style": style, "baseModels": list(base_models), "backgrounds": backgrounds, "genders": list(genders)}


def lettered(mend):
    """What mends a written plate, then letters its label and takes the garment's colour off a hook's wire."""

    def both(folder):
        if mend:
            mend(folder)
        lettering.letter(folder)
        wire.undyed(folder)

    return both


def laid(garment, name, variant, work, build, pattern, top, close=0.88, mend=None) -> Scene:
    """A garment on a table. build: of its module (name, variant, work); close: the closest crop's side."""
    ground = light_rigs.flat_lay()
    products, albedo, camera = build(name, variant, work)
    shown = serves(garment, "flat-lay", garment.product.base_models)
    frames, lights = presets.frames(close=close), presets.lights("flat-lay")
    side = variant.get("side", "front")
    facts = plate_facts(
        garment, name, "flat-lay", shown, pattern, round(top, 4), "flat-lay", lights, frames, camera, side
    )
    return Scene(products, ground, albedo, facts, mend=lettered(mend))


def sewn(garment, name, variant, work, build, pattern, mend=None) -> Scene:
    """A garment filled as if worn before a ground of light, on which no shadow falls. build: of sewing/filled.py."""
    products, card, albedo, camera, top = build(f"{garment.product.name}/{name}", variant, work)
    shown = serves(garment, "studio-front", models_of(garment, variant))
    frames, lights = variant.get("frames", presets.frames(close=0.95)), presets.lights(variant.get("lights", "filled"))
    side = variant.get("side", "front")
    facts = plate_facts(garment, name, "air", shown, pattern, top, "raked", lights, frames, camera, side)
    return Scene(products, [card], albedo, facts, mend=lettered(mend))


def worn(garment, name, variant, work, build, pattern, mend=None) -> Scene:
    """A garment on a person, whose picture is part of the backdrops of its own rig. build: (name, variant, work). A
    variant says which of light_rigs.WINDOWS lights it where that is not "raked".
    """
    lit = variant.get("lit", "raked")
    who = name.removeprefix("lifestyle-casual-")
    products, figure, card, albedo, camera, top = build(f"{garment.product.name}/{name}", variant, work)
    gender, side = who.split("-")[0], variant.get("side", "front")
    shown = serves(garment, "lifestyle-casual", models_of(garment, variant), [gender])
    frames, lights = variant["frames"], presets.lights(variant.get("lights", lit))
    rig = f"{garment.worn_rig}-{who}"
    facts = plate_facts(garment, name, rig, shown, pattern, top, lit, lights, frames, camera, side)
    return Scene(
        products,
        [card],
        albedo,
        facts,
        figure,
        mend=mend,
    )
