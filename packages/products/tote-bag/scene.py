"""The canvas tote: laid flat, hung by its straps before a wall, and hung in mid-air; what its plates say."""

from lib import retouch
from lib.product import Product
from lib.scene import Scene
from rigs import light_rigs, presets

from . import hung, laid

VARIANTS = [*laid.VARIANTS, *hung.VARIANTS]
PRODUCT = Product("tote-bag")


def build(variant, work):
    """Builds the scene of a variant, one of VARIANTS, into Blender's current one. work: folder of what is simulated."""
    style = variant[:-2]
    rig = "flat-lay" if variant in laid.VARIANTS else hung.VARIANTS[variant]["rig"]
    ground = light_rigs.RIGS[rig]()
    products, albedo, camera = (laid if variant in laid.VARIANTS else hung).build(variant, work)
    top = laid.PRINT_CENTRE + PRODUCT.print_in["maxHeightIn"] / 2 * 0.0254
    facts = {
        "product": "tote-bag",
        "geometry": variant,
        "rig": rig,
        "serves": [{"style": style, "baseModels": [], "backgrounds": PRODUCT.backgrounds[style], "genders": []}],
        "pattern": laid.PATTERN,
        "print": {"centerX": 0.0, "centerY": laid.PRINT_CENTRE, "top": round(top, 4), **PRODUCT.print_in},
        "material": PRODUCT.material,
        "lamps": light_rigs.LAMPS[rig],
        "lights": presets.lights(rig),
        "frames": presets.frames(camera.get("down", 0.0), 0.94),
        "camera": camera,
        "source": "products/tote-bag/scene.py",
        "licence": "our own render",
    }
    return Scene(products, ground, albedo, facts, mend=retouch.mend if variant.startswith("studio-front") else None)
