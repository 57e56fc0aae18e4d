"""The crewneck sweatshirt: how it lies, is filled and worn in every variant, and what its plates say."""

from garments import variants
from lib import retouch
from lib.product import Product
from rigs import presets
from sewing import filled as sewn_filled
from sewing import laid as sewn_laid
from sewing import layout
from sewing import worn as sewn

# Cut, sewn and put on by simulation (packages/scenes/sewing).
SEWN = {
    "lifestyle-casual-man-1": {
        "sewn": "sweat-man-5",
        "skin": "tan",
        "frame": 0.81,
        "middle": 1.199,
        "aside": 0.036,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-mild",
        "slim": True,
    },
    "lifestyle-casual-man-2": {
        "sewn": "sweat-man-2",
        "skin": "brown",
        "frame": 0.77,
        "middle": 1.200,
        "aside": -0.045,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-neutral",
        "slim": False,
    },
    "lifestyle-casual-woman-1": {
        "sewn": "sweat-woman-2",
        "skin": "brown",
        "frame": 0.80,
        "middle": 1.110,
        "aside": 0.026,
        "frames": presets.CUFF_FRAMES,
        "lights": "raked-mild",
        "slim": False,
    },
    "lifestyle-casual-woman-2": {
        "sewn": "sweat-woman-1",
        "skin": "fair",
        "frame": 0.78,
        "middle": 1.100,
        "aside": -0.028,
        "frames": presets.CUFF_FRAMES,
        "lights": "raked-neutral",
        "slim": True,
    },
    "lifestyle-casual-man-back-1": {
        "side": "back",
        "sewn": "sweat-man-1",
        "skin": "tan",
        "frame": 0.81,
        "middle": 1.199,
        "aside": -0.036,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-mild",
    },
    "lifestyle-casual-man-3": {
        "sewn": "sweat-man-3",
        "skin": "fair",
        "frame": 0.82,
        "middle": 1.193,
        "aside": -0.029,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-neutral",
        "slim": False,
    },
    "lifestyle-casual-man-4": {
        "sewn": "sweat-man-4",
        "skin": "brown",
        "frame": 0.81,
        "middle": 1.203,
        "aside": 0.054,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-soft",
        "slim": True,
    },
    "lifestyle-casual-woman-4": {
        "sewn": "sweat-woman-4",
        "skin": "deep",
        "frame": 0.79,
        "middle": 1.098,
        "aside": -0.035,
        "frames": presets.CUFF_FRAMES,
        "lights": "raked-mild",
        "slim": True,
    },
    "lifestyle-casual-woman-3": {
        "sewn": "sweat-woman-3",
        "skin": "tan",
        "frame": 0.79,
        "middle": 1.098,
        "aside": 0.037,
        "frames": presets.CUFF_FRAMES,
        "lights": "raked-mild",
        "slim": False,
    },
}

SEWN_LAID = {
    "flat-lay-1": {"sewn": "sweat-laid-1", "frame": 1.28, "turn": 0.0},
    "flat-lay-2": {"sewn": "sweat-laid-2", "frame": 1.28, "turn": 2.4},
    "flat-lay-back-1": {"side": "back", "sewn": "sweat-laid-back-1", "frame": 1.28, "turn": -2.2},
}

# On a hanger, on a peg, which is whole in the picture.
HUNG = {"frames": presets.HUNG_FRAMES, "frame": 0.93, "rise": 0.045}
SEWN_FILLED = {
    "studio-front-1": {**HUNG, "sewn": "sweat-hung-2", "slim": True},
    "studio-front-2": {**HUNG, "sewn": "sweat-hung-1", "lights": "filled-soft", "slim": False},
    "studio-front-3": {**HUNG, "sewn": "sweat-hung-3", "lights": "filled-mild", "slim": False},
    "studio-front-4": {**HUNG, "sewn": "sweat-hung-4", "lights": "filled-mild", "slim": True},
    "studio-front-back-1": {**HUNG, "side": "back", "sewn": "sweat-hung-1", "lights": "filled-mild"},
}

GARMENT = variants.Garment(Product("crewneck-sweatshirt"), worn_rig="worn-crewneck-sweatshirt")
VARIANTS = [*SEWN_LAID, *SEWN, *SEWN_FILLED]


def build(variant, work):
    """Builds the scene of a variant, one of VARIANTS, into Blender's current one. work: folder of what is simulated."""
    if variant in SEWN_LAID:
        facts, area = SEWN_LAID[variant], layout.LONG_SLEEVED.area
        top = sewn_laid.print_top(facts)
        return variants.laid(GARMENT, variant, facts, work, sewn_laid.build, area, top, mend=retouch.sewn)
    if variant in SEWN_FILLED:
        facts = SEWN_FILLED[variant]
        return variants.sewn(GARMENT, variant, facts, work, sewn_filled.build, layout.LONG_SLEEVED.area, retouch.sewn)
    area = layout.LONG_SLEEVED.area
    return variants.worn(GARMENT, variant, SEWN[variant], work, sewn.build, area, retouch.sewn)
