"""The t-shirt: how it lies, is filled and worn in every variant, and what its plates say."""

from garments import tee, variants, worn
from lib import retouch
from lib.product import Product
from rigs import presets
from sewing import filled as sewn_filled
from sewing import laid as sewn_laid
from sewing import layout
from sewing import worn as sewn

LAID = {
    "flat-lay-back-1": {
        "side": "back",
        "seed": 83,
        "turn": 2.5,
        "droop": (11.0, 13.0),
        "slack": (0.0, 0.0),
        "drift": 0.0026,
        "shift": (-0.003, 0.352),
        "memory": 1.6,
        "patches": [
            ((-0.200, -0.290), (0.110, 0.050), 26, 0.048),
            ((0.205, -0.310), (0.110, 0.050), -20, 0.055),
            ((-0.150, -0.110), (0.090, 0.040), 64, 0.026),
            ((0.165, -0.120), (0.100, 0.038), -48, 0.032),
            ((-0.140, -0.500), (0.180, 0.060), 66, 0.024),
            ((0.120, -0.560), (0.190, 0.070), -74, 0.026),
            ((0.040, -0.330), (0.150, 0.050), -22, 0.013),
            ((-0.330, -0.195), (0.080, 0.050), 68, 0.042),
            ((0.340, -0.195), (0.070, 0.045), -52, 0.036),
            ((0.020, -0.650), (0.120, 0.070), 92, 0.026),
        ],
    },
}

WORN = {
    "lifestyle-casual-man-3": {
        "person": "man-broad",
        "height": 1.80,
        "scale": (1.065, 1.02),
        "arms": {"L": (70, 26, 34, 40), "R": (76, 12, 46, 62)},
        "turn": 15.0,
        "tilt": 4.0,
        "sway": 0.024,
        "skin": "deep",
        "frame": 0.77,
        "rise": 0.010,
        "seed": 23,
        "slim": False,
    },
    "lifestyle-casual-woman-3": {
        "person": "woman-strong",
        "height": 1.68,
        "scale": (0.98, 0.95),
        "arms": {"L": (77, 12, 46, 62), "R": (70, 26, 34, 42)},
        "turn": -4.0,
        "tilt": -3.5,
        "sway": -0.022,
        "skin": "fair",
        "frame": 0.72,
        "rise": 0.010,
        "seed": 37,
        "slim": False,
    },
    "lifestyle-casual-man-4": {
        "person": "man-lean",
        "height": 1.80,
        "scale": (1.03, 1.02),
        "arms": {"L": (75, 14, 47, 62), "R": (72, 17, 49, 65)},
        "turn": -13.0,
        "tilt": -3.5,
        "sway": -0.022,
        "skin": "tan",
        "frame": 0.79,
        "rise": 0.006,
        "seed": 45,
        "slim": True,
    },
    "lifestyle-casual-woman-4": {
        "person": "woman-lean",
        "height": 1.68,
        "scale": (0.95, 0.94),
        "arms": {"L": (73, 16, 49, 66), "R": (76, 13, 46, 62)},
        "turn": 4.0,
        "tilt": 3.0,
        "sway": 0.020,
        "skin": "brown",
        "frame": 0.73,
        "rise": 0.008,
        "seed": 58,
        "folds": 37,
        "slim": True,
    },
}

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
        "lights": "raked-soft",
    },
    "lifestyle-casual-woman-1": {
        "sewn": "tee-woman-1",
        "skin": "tan",
        "frame": 0.80,
        "middle": 1.100,
        "aside": 0.046,
        "frames": presets.HANGING_FRAMES,
        "lit": "raked-fore",
        "lights": "raked-fore",
        "slim": True,
    },
    "lifestyle-casual-woman-2": {
        "sewn": "tee-woman-2",
        "skin": "deep",
        "frame": 0.65,
        "middle": 1.175,
        "aside": -0.026,
        "frames": presets.WRIST_FRAMES,
        "slim": False,
    },
}

SEWN_LAID = {
    "flat-lay-1": {"sewn": "tee-laid-1", "frame": 1.06, "turn": 0.0},
    "flat-lay-2": {"sewn": "tee-laid-2", "frame": 1.06, "turn": -3.0},
}

SEWN_FILLED = {
    "studio-front-1": {"sewn": "tee-form-1", "frame": 0.98, "slim": False},
    "studio-front-2": {"sewn": "tee-form-2", "frame": 0.94, "slim": True},
    "studio-front-3": {"sewn": "tee-hung-1", "frame": 0.88, "rise": 0.016, "slim": False},
    "studio-front-4": {"sewn": "tee-hung-2", "frame": 0.86, "rise": 0.016, "slim": True},
    "studio-front-back-1": {"side": "back", "sewn": "tee-form-2", "frame": 0.94},
}

# The one variant whose map has a pixel by itself at a fold.
MENDED = {"lifestyle-casual-woman-3": retouch.gather}

GARMENT = variants.Garment(Product("t-shirt"), worn_rig="worn")
VARIANTS = [*LAID, *SEWN_LAID, *WORN, *SEWN, *SEWN_FILLED]


def build(variant, work):
    """Builds the scene of a variant, one of VARIANTS, into Blender's current one. work: folder of what is simulated."""
    if variant in LAID:
        facts = LAID[variant]
        top = tee.PRINT_TOP if tee.lies_on_its_back(facts) else tee.BACK_PRINT_TOP
        return variants.laid(GARMENT, variant, facts, work, tee.build, tee.PATTERN, top)
    if variant in SEWN_LAID:
        facts, area = SEWN_LAID[variant], layout.SHORT_SLEEVED.area
        top = sewn_laid.print_top(facts)
        return variants.laid(GARMENT, variant, facts, work, sewn_laid.build, area, top)
    if variant in SEWN_FILLED:
        facts = SEWN_FILLED[variant]
        return variants.sewn(GARMENT, variant, facts, work, sewn_filled.build, layout.SHORT_SLEEVED.area)
    if variant in SEWN:
        return variants.worn(GARMENT, variant, SEWN[variant], work, sewn.build, layout.SHORT_SLEEVED.area, lit="raked")
    return variants.worn(GARMENT, variant, WORN[variant], work, worn.build, worn.PATTERN, MENDED.get(variant))
