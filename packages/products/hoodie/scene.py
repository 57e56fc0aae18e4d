"""The hoodie: how it lies, is filled and worn in every variant, and what its plates say."""

from garments import variants
from lib import retouch
from lib.product import Product
from rigs import presets
from sewing import filled as sewn_filled
from sewing import laid as sewn_laid
from sewing import layout
from sewing import worn as sewn

# Cut, sewn and put on by simulation (packages/scenes/sewing), the hood let down.
SEWN = {
    "lifestyle-casual-man-1": {
        "sewn": "hood-man-1",
        "skin": "tan",
        "frame": 0.78,
        "middle": 1.245,
        "aside": -0.032,
        "frames": presets.HOODED_FRAMES,
        "lights": "raked-folds",
        "slim": False,
    },
    "lifestyle-casual-woman-1": {
        "sewn": "hood-woman-1",
        "skin": "fair",
        "frame": 0.80,
        "middle": 1.123,
        "aside": -0.030,
        "frames": presets.HOODED_CUFF_FRAMES,
        "lights": "raked-neutral",
        "slim": False,
    },
    "lifestyle-casual-man-back-1": {
        "side": "back",
        "sewn": "hood-man-1",
        "skin": "tan",
        "frame": 0.88,
        "middle": 1.2585,
        "aside": 0.055,
        "frames": presets.HOODED_FRAMES,
        "lights": "raked-folds",
    },
    "lifestyle-casual-man-3": {
        "sewn": "hood-man-3",
        "skin": "fair",
        "frame": 0.84,
        "middle": 1.225,
        "aside": 0.036,
        "frames": presets.moved(presets.HOODED_FRAMES, -0.085),
        "lights": "raked-turned",
        "slim": False,
    },
    "lifestyle-casual-man-2": {
        "sewn": "hood-man-2",
        "skin": "tan",
        "frame": 0.84,
        "middle": 1.225,
        "aside": 0.055,
        "frames": presets.HOODED_FRAMES,
        "lights": "raked-folds",
        "slim": True,
    },
    "lifestyle-casual-man-4": {
        "sewn": "hood-man-4",
        "skin": "brown",
        "frame": 0.82,
        "middle": 1.233,
        "aside": -0.030,
        "frames": presets.HOODED_FRAMES,
        "lights": "raked-folds",
        "slim": True,
    },
    "lifestyle-casual-woman-2": {
        "sewn": "hood-woman-2",
        "skin": "brown",
        "frame": 0.81,
        "middle": 1.121,
        "aside": -0.036,
        "frames": presets.HOODED_CUFF_FRAMES,
        "lights": "raked-neutral",
        "slim": True,
    },
    "lifestyle-casual-woman-3": {
        "sewn": "hood-woman-3",
        "skin": "tan",
        "frame": 0.83,
        "middle": 1.127,
        "aside": 0.037,
        "frames": presets.HOODED_CUFF_FRAMES,
        "lights": "raked-mild",
        "slim": False,
    },
    "lifestyle-casual-woman-4": {
        "sewn": "hood-woman-4",
        "skin": "deep",
        "frame": 0.83,
        "middle": 1.127,
        "aside": -0.03,
        "frames": presets.HOODED_CUFF_FRAMES,
        "lights": "raked-neutral",
        "slim": True,
    },
}

# On a table, the hood above the neck.
SEWN_LAID = {
    "flat-lay-1": {"sewn": "hood-laid-1", "frame": 1.44, "turn": 0.0},
    "flat-lay-2": {"sewn": "hood-laid-2", "frame": 1.44, "turn": -3.0},
    "flat-lay-back-1": {"side": "back", "sewn": "hood-laid-back-1", "frame": 1.44, "turn": 2.0},
}

# As worn, without who wears them. On a hanger, hooded ones got 18 to 27 / 4 to 9 of a reader, these 36 to 52 / 12 to
# 22: the front falls in folds that bend a print, and the sleeves hang behind it.
SEWN_FILLED = {
    "studio-front-1": {"sewn": "hood-man-3", "frame": 0.90, "aside": -0.045, "slim": False},
    "studio-front-2": {"sewn": "hood-man-2", "frame": 0.90, "aside": 0.055, "lights": "filled-mild", "slim": True},
    "studio-front-3": {"sewn": "hood-man-1", "frame": 0.90, "aside": -0.045, "lights": "filled-mild", "slim": False},
    "studio-front-4": {"sewn": "hood-man-4", "frame": 0.90, "aside": -0.030, "slim": True},
    "studio-front-back-1": {"side": "back", "sewn": "hood-man-1", "frame": 0.9, "aside": 0.052},
}

GARMENT = variants.Garment(Product("hoodie"), worn_rig="worn-hoodie")
VARIANTS = [*SEWN_LAID, *SEWN, *SEWN_FILLED]


def build(variant, work):
    """Builds the scene of a variant, one of VARIANTS, into Blender's current one. work: folder of what is simulated."""
    if variant in SEWN_LAID:
        facts, area = SEWN_LAID[variant], layout.HOODED.area
        top = sewn_laid.print_top(facts)
        return variants.laid(GARMENT, variant, facts, work, sewn_laid.build, area, top, close=0.94, mend=retouch.sewn)
    if variant in SEWN_FILLED:
        facts = SEWN_FILLED[variant]
        return variants.sewn(GARMENT, variant, facts, work, sewn_filled.build, layout.HOODED.area, retouch.sewn)
    return variants.worn(GARMENT, variant, SEWN[variant], work, sewn.build, layout.HOODED.area, retouch.sewn)
