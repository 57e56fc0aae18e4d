"""The canvas tote: laid flat, hung by its straps before a wall, and hung in mid-air; what its plates say."""

from lib import retouch
from lib.product import Product
from lib.scene import Scene
from rigs import light_rigs, presets

from . import hung, laid

TAKES = [*laid.TAKES, *hung.TAKES]
PRODUCT = Product("tote-bag")


def build(take, work):
    """Builds the scene of a take, one of TAKES, into Blender's current one. work: the folder of what is simulated."""
    style = take[:-2]
    rig = "flat-lay" if take in laid.TAKES else hung.TAKES[take]["rig"]
    ground = light_rigs.RIGS[rig]()
    products, albedo, camera = (laid if take in laid.TAKES else hung).build(take, work)
    top = laid.PRINT_CENTRE + PRODUCT.print_in["maxHeightIn"] / 2 * 0.0254
    facts = {
        "product": "tote-bag",
        "geometry": take,
        "rig": rig,
        "serves": [{"style": style, "baseModels": [], "backgrounds": PRODUCT.backgrounds[style], "genders": []}],
        "pattern": laid.PATTERN,
        "print": {"centerX": 0.0, "centerY": laid.PRINT_CENTRE, "top": round(top, 4), **PRODUCT.print_in},
        "material": "canvas",
        "lamps": light_rigs.LAMPS[rig],
        "lights": presets.lights(rig),
        "frames": presets.frames(camera.get("down", 0.0), 0.94),
        "camera": camera,
        "source": "products/tote-bag/scene.py",
        "licence": "our own render",
    }
    return Scene(products, ground, albedo, facts, mend=retouch.mend if take.startswith("studio-front") else None)
