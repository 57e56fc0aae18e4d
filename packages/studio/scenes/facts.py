"""What plate.json says besides the picture: what a plate serves, its print area, lights and frames.

Gains are shares of light per group (sum = exposure of a level ground), RGB.
"""


def _light(name, key, fill, env, warm=(1, 1, 1), cool=(1, 1, 1)):
    tint = lambda g, c: [round(g * x, 3) for x in c]
    return {"name": name, "gains": {"key": tint(key, warm), "fill": tint(fill, warm), "env": tint(env, cool)}}


WARM, COOL = (1.045, 1.0, 0.93), (0.965, 1.0, 1.04)

LIGHTS = {
    "flat-lay": [
        _light("soft-left", 0.60, 0.08, 0.24),
        _light("bright-even", 0.42, 0.20, 0.34),
        _light("crisp-left", 0.76, 0.05, 0.12),
        _light("window", 0.62, 0.06, 0.23, WARM, COOL),
        _light("overcast", 0.36, 0.12, 0.44, (1, 1, 1), (0.985, 1.0, 1.02)),
    ],
    "studio": [
        _light("soft-left", 0.30, 0.05, 0.62),
        _light("bright-even", 0.24, 0.10, 0.66),
        _light("crisp-left", 0.42, 0.03, 0.46),
        _light("warm-key", 0.32, 0.05, 0.58, WARM, COOL),
        _light("top-light", 0.16, 0.05, 0.84),
    ],
}


def lights(rig, exposure=1.0):
    """The rig's presets; exposure evens out takes whose camera sees less light."""
    return [{"name": light["name"], "gains": {g: [round(x * exposure, 3) for x in c] for g, c in light["gains"].items()}}
            for light in LIGHTS[rig]]


def frames(shift=0.0):
    return [
        {"name": "full", "x": 0.5, "y": 0.5, "scale": 1.0},
        {"name": "close", "x": 0.5 + shift, "y": 0.5, "scale": 0.88},
        {"name": "low-left", "x": 0.48 + shift, "y": 0.505, "scale": 0.93},
        {"name": "high-right", "x": 0.52 + shift, "y": 0.495, "scale": 0.93},
    ]


TEE_SIZES = {"small": 8, "medium": 10, "large": 12}
TEE_SERVES = [{"style": "flat-lay", "baseModels": ["gildan-64000", "bella-canvas-3001"],
               "backgrounds": ["white-studio", "neutral-gray", "wood-texture", "fabric-texture"], "genders": []}]
_SWEAT_BACKGROUNDS = ["white-studio", "neutral-gray"]  # a scene is served once its ground is there
_SWEAT_MODELS = {"crewneck-sweatshirt": ["gildan-18000", "bella-canvas-3901"], "hoodie": ["gildan-18500", "bella-canvas-3719"]}
SWEAT_SERVES = {product: [{"style": "flat-lay", "baseModels": models, "backgrounds": _SWEAT_BACKGROUNDS, "genders": []}]
                for product, models in _SWEAT_MODELS.items()}
MUG_SERVES = [{"style": "studio-product", "baseModels": [],
               "backgrounds": ["white-studio", "neutral-gray", "off-white"], "genders": []}]
MUG_PRINT = {"maxWidthIn": 3.8, "maxHeightIn": 3.3, "sizesIn": {"small": 2.6, "medium": 3.2, "large": 3.8}}
TOTE_SIZES = {"small": 7, "medium": 9, "large": 11}
TOTE_SERVES = [{"style": "flat-lay", "baseModels": [], "backgrounds": ["white-studio", "neutral-gray"], "genders": []}]
