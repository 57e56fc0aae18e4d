"""The t-shirt: how it lies, is filled and worn in every variant, and what its plates say."""

from garments import variants
from lib.product import Product
from rigs import presets
from sewing import filled as sewn_filled
from sewing import laid as sewn_laid
from sewing import layout
from sewing import worn as sewn

# Cut, sewn and put on by simulation (packages/scenes/sewing).
SEWN = {
    "lifestyle-casual-man-1": {
        "sewn": "tee-man-1",
        "skin": "tan",
        "frame": 0.72,
        "middle": 1.265,
        "aside": -0.04,
        "frames": presets.CHEST_FRAMES,
        "slim": False,
    },
    "lifestyle-casual-man-2": {
        "sewn": "tee-man-2",
        "skin": "brown",
        "frame": 0.83,
        "middle": 1.194,
        "aside": 0.052,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-long",
        "slim": True,
    },
    "lifestyle-casual-man-back-1": {
        "side": "back",
        "sewn": "tee-man-2",
        "skin": "tan",
        "frame": 0.83,
        "middle": 1.194,
        "aside": -0.052,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-softer",
    },
    "lifestyle-casual-woman-1": {
        "sewn": "tee-woman-1",
        "skin": "tan",
        "frame": 0.80,
        "middle": 1.100,
        "aside": 0.046,
        "frames": presets.HANGING_FRAMES,
        "lit": "raked-fore",
        "lights": "raked",
        "slim": True,
    },
    "lifestyle-casual-woman-2": {
        "sewn": "tee-woman-2",
        "skin": "deep",
        "frame": 0.65,
        "middle": 1.175,
        "aside": -0.026,
        "frames": presets.CUFF_FRAMES,
        "slim": False,
    },
    "lifestyle-casual-man-3": {
        "sewn": "tee-man-3",
        "skin": "deep",
        "frame": 0.85,
        "middle": 1.190,
        "aside": -0.034,
        "frames": presets.HANGING_FRAMES,
        "slim": False,
    },
    "lifestyle-casual-man-4": {
        "sewn": "tee-man-4",
        "skin": "tan",
        "frame": 0.83,
        "middle": 1.194,
        "aside": 0.047,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-softer",
        "slim": True,
    },
    "lifestyle-casual-woman-4": {
        "sewn": "tee-woman-4",
        "skin": "brown",
        "frame": 0.80,
        "middle": 1.100,
        "aside": 0.044,
        "frames": presets.HANGING_FRAMES,
        "lit": "raked-fore",
        "lights": "raked-deep",
        "slim": True,
    },
    "lifestyle-casual-woman-3": {
        "sewn": "tee-woman-3",
        "skin": "fair",
        "frame": 0.80,
        "middle": 1.093,
        "aside": -0.041,
        "frames": presets.CUFF_FRAMES,
        "slim": False,
    },
}

SEWN_LAID = {
    "flat-lay-1": {"sewn": "tee-laid-1", "frame": 1.06, "turn": 0.0},
    "flat-lay-2": {"sewn": "tee-laid-2", "frame": 1.06, "turn": -3.0},
    "flat-lay-back-1": {"side": "back", "sewn": "tee-laid-back-1", "frame": 1.06, "turn": 2.5},
}

# Rendered before a hook hung on a peg. With one they want a frame of 0.947 and a rise of 0.044 to show both whole.
SEWN_FILLED = {
    "studio-front-1": {
        "sewn": "tee-hung-4",
        "frames": presets.HUNG_FRAMES,
        "frame": 0.88,
        "rise": 0.016,
        "slim": False,
    },
    "studio-front-2": {"sewn": "tee-hung-3", "frames": presets.HUNG_FRAMES, "frame": 0.86, "rise": 0.016, "slim": True},
    "studio-front-3": {
        "sewn": "tee-hung-1",
        "frames": presets.HUNG_FRAMES,
        "frame": 0.88,
        "rise": 0.016,
        "slim": False,
    },
    "studio-front-4": {"sewn": "tee-hung-2", "frames": presets.HUNG_FRAMES, "frame": 0.86, "rise": 0.016, "slim": True},
    "studio-front-back-1": {
        "side": "back",
        "sewn": "tee-hung-3",
        "frames": presets.HUNG_FRAMES,
        "frame": 0.86,
        "rise": 0.016,
    },
}

GARMENT = variants.Garment(Product("t-shirt"), worn_rig="worn")
VARIANTS = [*SEWN_LAID, *SEWN, *SEWN_FILLED]


def build(variant, work):
    """Builds the scene of a variant, one of VARIANTS, into Blender's current one. work: folder of what is simulated."""
    if variant in SEWN_LAID:
        facts, area = SEWN_LAID[variant], layout.SHORT_SLEEVED.area
        top = sewn_laid.print_top(facts)
        return variants.laid(GARMENT, variant, facts, work, sewn_laid.build, area, top)
    if variant in SEWN_FILLED:
        facts = SEWN_FILLED[variant]
        return variants.sewn(GARMENT, variant, facts, work, sewn_filled.build, layout.SHORT_SLEEVED.area)
    return variants.worn(GARMENT, variant, SEWN[variant], work, sewn.build, layout.SHORT_SLEEVED.area)
