"""The canvas tote: laid flat, hung by its straps before a wall, and slung over a shoulder; what its plates say."""

import re

from lib import retouch
from lib.product import Product
from lib.scene import Scene
from rigs import light_rigs, presets

from . import carried, hung, lying, pattern

VARIANTS = [*lying.VARIANTS, *hung.VARIANTS, *carried.VARIANTS]
PRODUCT = Product("tote-bag")


def build(variant, work):
    """Builds the scene of a variant, one of VARIANTS, into Blender's current one. work: folder of what is simulated."""
    if variant in carried.VARIANTS:
        number, facts = variant.removeprefix("lifestyle-casual-"), carried.VARIANTS[variant]
        products, figure, card, albedo, camera = carried.build(variant, work)
        lit = facts.get("lit", "raked")
        about = said(variant, f"carried-{number}", lit, facts["lights"], facts["frames"], camera)
        return Scene(products, [card], albedo, about, figure)
    rig = "flat-lay" if variant in lying.VARIANTS else "hung"
    ground = light_rigs.RIGS[rig]()
    products, albedo, camera = (lying if variant in lying.VARIANTS else hung).build(variant, work)
    frames = presets.frames(camera.get("down", 0.0), 0.94)
    about = said(variant, rig, rig, rig, frames, camera)
    return Scene(products, ground, albedo, about, mend=retouch.mend if variant.startswith("studio-front") else None)


def said(variant, rig, lit, lights, frames, camera):
    """plate.json of a variant. lit: its lamps, of light_rigs.LAMPS; lights: presets of them."""
    style, gender = re.fullmatch(r"(.+?)(?:-(man|woman))?-\d", variant).groups()
    top = pattern.PRINT_CENTRE + PRODUCT.print_in["maxHeightIn"] / 2 * 0.0254
    backgrounds = PRODUCT.backgrounds[style]
    return {
        "product": "tote-bag",
        "geometry": variant,
        "rig": rig,
        "serves": [
            {"style": style, "baseModels": [], "backgrounds": backgrounds, "genders": [gender] if gender else []}
        ],
        "pattern": pattern.PATTERN,
        "print": {"centerX": 0.0, "centerY": pattern.PRINT_CENTRE, "top": round(top, 4), **PRODUCT.print_in},
        "material": PRODUCT.material,
        "lamps": light_rigs.LAMPS[lit],
        "lights": presets.lights(lights),
        "frames": frames,
        "camera": camera,
        "source": "products/tote-bag/scene.py",
        "licence": "our own render",
    }
