"""The hoodie: how it lies, is filled and worn in every variant, and what its plates say."""

from garments import hood, hood_behind, sweat_pattern, tee, variants
from lib import retouch
from lib.product import Product
from rigs import presets
from sewing import filled as sewn_filled
from sewing import layout
from sewing import worn as sewn

LAID = {
    "flat-lay-1": {
        "seed": 61,
        "turn": 0.0,
        "droop": (0.5, 1.0),
        "elbow": (3.0, 3.0),
        "drift": 0.0032,
        "shift": (0.0, 0.195),
        "frame": 1.26,
        "memory": 1.1,
        "patches": [
            ((-0.300, -0.250), (0.110, 0.050), 126, 0.062),
            ((0.302, -0.255), (0.115, 0.050), 52, 0.062),
            ((-0.215, -0.330), (0.120, 0.050), 34, 0.050),
            ((0.220, -0.330), (0.120, 0.050), -30, 0.048),
            ((-0.385, -0.370), (0.060, 0.070), 155, 0.060),
            ((0.390, -0.390), (0.060, 0.060), 20, 0.060),
            ((-0.225, -0.500), (0.140, 0.045), 80, 0.030),
            ((0.225, -0.520), (0.140, 0.045), -78, 0.032),
            ((0.010, -0.360), (0.140, 0.050), -28, 0.016),
            ((-0.170, -0.180), (0.110, 0.045), 64, 0.028),
            ((0.180, -0.180), (0.110, 0.045), -60, 0.030),
        ],
        "lean": 0.014,
        "sink": 0.020,
        "creases": {
            1: [
                ((0.128, 0.085), 68, 0.050, 0.0100, 0.0060),
                ((0.118, 0.215), 118, 0.042, 0.0090, 0.0050),
                ((0.108, 0.020), 40, 0.030, 0.0080, 0.0035),
            ],
            -1: [
                ((0.132, 0.130), 96, 0.055, 0.0105, 0.0055),
                ((0.080, 0.275), 150, 0.036, 0.0090, 0.0045),
                ((0.112, 0.035), 62, 0.034, 0.0085, 0.0045),
            ],
        },
        "cords": (
            ((0.046, -0.100), (0.062, -0.134), (0.056, -0.171)),
            ((-0.044, -0.098), (-0.048, -0.138), (-0.066, -0.168)),
        ),
        "tipped": False,
    },
    "flat-lay-2": {
        "seed": 83,
        "turn": -3.0,
        "droop": (4.0, -12.0),
        "elbow": (-2.0, 40.0),
        "drift": 0.0036,
        "shift": (0.006, 0.192),
        "frame": 1.28,
        "memory": 1.2,
        "patches": [
            ((-0.302, -0.245), (0.110, 0.052), 136, 0.058),
            ((0.308, -0.245), (0.105, 0.052), 42, 0.058),
            ((-0.205, -0.320), (0.110, 0.050), 30, 0.046),
            ((0.215, -0.340), (0.130, 0.050), -40, 0.052),
            ((-0.394, -0.370), (0.060, 0.060), 166, 0.065),
            ((0.378, -0.350), (0.070, 0.034), 14, 0.075),
            ((0.400, -0.405), (0.060, 0.030), 40, 0.060),
            ((0.372, -0.296), (0.070, 0.030), 158, 0.055),
            ((-0.220, -0.520), (0.140, 0.045), 84, 0.032),
            ((0.222, -0.500), (0.140, 0.045), -82, 0.028),
            ((-0.040, -0.370), (0.130, 0.050), 40, 0.018),
            ((-0.180, -0.175), (0.110, 0.045), 58, 0.030),
            ((0.172, -0.180), (0.110, 0.045), -66, 0.026),
        ],
        "lean": -0.022,
        "sink": 0.030,
        "creases": {
            1: [
                ((0.134, 0.140), 104, 0.052, 0.0095, 0.0060),
                ((0.090, 0.262), 142, 0.040, 0.0090, 0.0055),
                ((0.106, 0.028), 52, 0.030, 0.0080, 0.0040),
            ],
            -1: [((0.126, 0.070), 60, 0.048, 0.0100, 0.0060), ((0.124, 0.200), 112, 0.046, 0.0095, 0.0050)],
        },
        "cords": (
            ((0.040, -0.098), (0.066, -0.122), (0.078, -0.160)),
            ((-0.046, -0.100), (-0.066, -0.130), (-0.060, -0.170)),
        ),
        "tipped": True,
    },
    "flat-lay-back-1": {
        "side": "back",
        "seed": 97,
        "turn": 2.0,
        "droop": (1.0, 2.0),
        "elbow": (4.0, 2.0),
        "drift": 0.0034,
        "shift": (-0.004, 0.195),
        "frame": 1.26,
        "memory": 1.1,
        "patches": [
            ((-0.302, -0.250), (0.110, 0.050), 130, 0.060),
            ((0.304, -0.250), (0.110, 0.050), 48, 0.064),
            ((-0.218, -0.325), (0.120, 0.050), 30, 0.048),
            ((0.220, -0.335), (0.120, 0.050), -34, 0.050),
            ((-0.388, -0.380), (0.060, 0.070), 160, 0.062),
            ((0.390, -0.385), (0.060, 0.060), 18, 0.058),
            ((-0.150, -0.550), (0.160, 0.055), 78, 0.030),
            ((0.150, -0.520), (0.160, 0.055), -72, 0.030),
            ((0.020, -0.420), (0.150, 0.050), -26, 0.015),
            ((-0.175, -0.110), (0.100, 0.040), 56, 0.028),
            ((0.180, -0.115), (0.100, 0.040), -60, 0.026),
        ],
        "lean": -0.016,
        "sink": 0.018,
        # places as they are seen, left ones negative
        "creases": [
            ((0.010, 0.026), 7, 0.060, 0.0130, 0.0042),
            ((-0.070, 0.060), 58, 0.055, 0.0120, 0.0065),
            ((0.078, 0.085), 112, 0.050, 0.0110, 0.0060),
            ((-0.095, 0.190), 70, 0.045, 0.0110, 0.0055),
            ((0.060, 0.225), 138, 0.048, 0.0110, 0.0055),
        ],
    },
}

# Cut, sewn and put on by simulation (packages/scenes/sewing), the hood let down.
SEWN = {
    "lifestyle-casual-man-1": {
        "sewn": "hood-man-1",
        "skin": "tan",
        "frame": 0.78,
        "middle": 1.245,
        "aside": -0.032,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-mild",
        "slim": False,
    },
    "lifestyle-casual-woman-1": {
        "sewn": "hood-woman-1",
        "skin": "fair",
        "frame": 0.80,
        "middle": 1.123,
        "aside": -0.030,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-clear",
        "slim": False,
    },
    "lifestyle-casual-man-back-1": {
        "side": "back",
        "sewn": "hood-man-1",
        "skin": "tan",
        "frame": 0.88,
        "middle": 1.2585,
        "aside": 0.055,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-clearest",
    },
    "lifestyle-casual-man-3": {
        "sewn": "hood-man-3",
        "skin": "fair",
        "frame": 0.84,
        "middle": 1.225,
        "aside": 0.036,
        "frames": presets.moved(presets.HANGING_FRAMES, -0.085),
        "lights": "raked-clear",
        "slim": False,
    },
    "lifestyle-casual-man-2": {
        "sewn": "hood-man-2",
        "skin": "tan",
        "frame": 0.84,
        "middle": 1.225,
        "aside": 0.055,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-clearer",
        "slim": True,
    },
    "lifestyle-casual-man-4": {
        "sewn": "hood-man-4",
        "skin": "brown",
        "frame": 0.82,
        "middle": 1.233,
        "aside": -0.030,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-clear",
        "slim": True,
    },
    "lifestyle-casual-woman-2": {
        "sewn": "hood-woman-2",
        "skin": "brown",
        "frame": 0.81,
        "middle": 1.121,
        "aside": -0.036,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-clear",
        "slim": True,
    },
    "lifestyle-casual-woman-3": {
        "sewn": "hood-woman-3",
        "skin": "tan",
        "frame": 0.83,
        "middle": 1.127,
        "aside": 0.037,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-clear",
        "slim": False,
    },
    "lifestyle-casual-woman-4": {
        "sewn": "hood-woman-4",
        "skin": "deep",
        "frame": 0.83,
        "middle": 1.127,
        "aside": -0.03,
        "frames": presets.HANGING_FRAMES,
        "lights": "raked-clear",
        "slim": True,
    },
}

# The same without who wears them.
SEWN_FILLED = {
    "studio-front-1": {"sewn": "hood-man-3", "frame": 0.90, "aside": -0.045, "slim": False},
    "studio-front-2": {"sewn": "hood-man-2", "frame": 0.90, "aside": 0.055, "slim": True},
    "studio-front-3": {"sewn": "hood-man-1", "frame": 0.90, "aside": -0.052, "slim": False},
    "studio-front-4": {"sewn": "hood-man-4", "frame": 0.90, "aside": -0.030, "slim": True},
    "studio-front-back-1": {"side": "back", "sewn": "hood-man-1", "frame": 0.9, "aside": 0.052},
}

GARMENT = variants.Garment(Product("hoodie"), worn_rig="worn-hoodie")
VARIANTS = [*LAID, *SEWN, *SEWN_FILLED]


def build(variant, work):
    """Builds the scene of a variant, one of VARIANTS, into Blender's current one. work: folder of what is simulated."""
    if variant in LAID:
        facts = LAID[variant]
        lies_on_its_back = tee.lies_on_its_back(facts)
        top = sweat_pattern.PRINT_TOP if lies_on_its_back else hood_behind.PRINT_TOP
        build_laid = hood.build if lies_on_its_back else hood_behind.build
        return variants.laid(GARMENT, variant, facts, work, build_laid, sweat_pattern.PATTERN, top, close=0.94)
    if variant in SEWN_FILLED:
        facts = SEWN_FILLED[variant]
        return variants.sewn(GARMENT, variant, facts, work, sewn_filled.build, layout.HOODED.area, retouch.sewn)
    return variants.worn(GARMENT, variant, SEWN[variant], work, sewn.build, layout.HOODED.area, retouch.sewn)
