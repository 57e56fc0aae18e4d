"""What plate.json says of every rig: its presets of light, and the crops of a picture.

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
        _light("soft-left", 0.42, 0.10, 0.44),
        _light("bright-even", 0.32, 0.12, 0.54),
        _light("crisp-left", 0.60, 0.04, 0.30),
        _light("warm-key", 0.46, 0.06, 0.42, WARM, COOL),
        _light("top-light", 0.20, 0.06, 0.76),
    ],
    "hung": [
        _light("soft-left", 0.50, 0.10, 0.36),
        _light("bright-even", 0.34, 0.18, 0.46),
        _light("crisp-left", 0.68, 0.06, 0.22),
        _light("window", 0.54, 0.08, 0.34, WARM, COOL),
        _light("overcast", 0.26, 0.12, 0.60, (1, 1, 1), (0.985, 1.0, 1.02)),
    ],
    # one window at the side, the side away from it dark; by day the room is the warmer light, or the sky the cooler one
    "raked": [
        _light("window-left", 0.70, 0.06, 0.24, (0.985, 1, 1.03), (1.04, 1, 0.94)),
        _light("bright-even", 0.58, 0.07, 0.35),
        _light("crisp-left", 0.77, 0.06, 0.17, (1.02, 1, 0.97), (0.97, 1, 1.04)),
        _light("warm-window", 0.72, 0.05, 0.23, WARM, COOL),
        _light("rim-right", 0.62, 0.16, 0.22, (1, 1, 1), (0.985, 1.0, 1.02)),
    ],
    # the same without tints, which before white paper would leave it off white
    "raked-neutral": [
        _light("window-left", 0.66, 0.06, 0.28),
        _light("bright-even", 0.56, 0.07, 0.37),
        _light("crisp-left", 0.77, 0.06, 0.17),
        _light("warm-window", 0.68, 0.05, 0.27, WARM, COOL),
        _light("rim-right", 0.60, 0.16, 0.24, (1, 1, 1), (0.985, 1.0, 1.02)),
    ],
    # the same lamps with more of the room, for cloth of which too much lies in shade: colours are true where it is lit
    "raked-soft": [
        _light("window-left", 0.50, 0.07, 0.43),
        _light("bright-even", 0.38, 0.10, 0.52),
        _light("crisp-left", 0.60, 0.08, 0.32),
        _light("warm-window", 0.52, 0.06, 0.42, WARM, COOL),
        _light("rim-right", 0.44, 0.16, 0.40, (1, 1, 1), (0.985, 1.0, 1.02)),
    ],
    # the same lamps for a garment before a ground of light
    "filled": [
        _light("window-left", 0.50, 0.09, 0.33),
        _light("bright-even", 0.38, 0.12, 0.42),
        _light("crisp-left", 0.64, 0.07, 0.21),
        _light("window", 0.54, 0.08, 0.30, WARM, COOL),
        _light("overcast", 0.34, 0.12, 0.46, (1, 1, 1), (0.985, 1.0, 1.02)),
    ],
    "table": [
        _light("window", 0.36, 0.07, 0.52),
        _light("bright-even", 0.34, 0.09, 0.52),
        _light("crisp-left", 0.66, 0.02, 0.20),
        _light("warm-window", 0.52, 0.05, 0.36, WARM, COOL),
        _light("soft", 0.28, 0.09, 0.56, (1, 1, 1), (0.985, 1.0, 1.02)),
    ],
}

# and a first light between the two: red stood 3.1 to 4.5 from its swatch in the darker one, 2.3 to 2.9 in this
LIGHTS["raked-mild"] = [_light("window-left", 0.52, 0.07, 0.41), *LIGHTS["raked-neutral"][1:]]

# and one between those two, for a chest with folds: red stood 3.3 from its swatch in the darker one
LIGHTS["raked-folds"] = [_light("window-left", 0.565, 0.07, 0.38), *LIGHTS["raked-neutral"][1:]]

# for long folds that leave half of a chest in shade: the darker one leaves light blues 4.3 from their swatches
LIGHTS["raked-long"] = [
    _light("window-left", 0.60, 0.08, 0.38, (0.985, 1, 1.03), (1.04, 1, 0.94)),
    *LIGHTS["raked-neutral"][1:],
]
LIGHTS["raked-deep"] = [
    _light("window-left", 0.62, 0.06, 0.32, (0.985, 1, 1.03), (1.04, 1, 0.94)),
    *LIGHTS["raked-neutral"][1:],
]

# for a back with half of it in shade, and for a lean shirt: black heather stood 4.1 from its swatch in the lighter one
LIGHTS["raked-softer"] = [_light("window-left", 0.44, 0.07, 0.49), *LIGHTS["raked-soft"][1:]]

# and for a hooded one whose chest turns from the window: red stood 3.1 from its swatch with more of it, the dark side
# had 0.203 of the light with the other one's fill
LIGHTS["raked-turned"] = [_light("window-left", 0.465, 0.05, 0.485), *LIGHTS["raked-soft"][1:]]

# with a window farther forward, what that lights has no dark side with more of the room: 0.28 and 0.29 of the light
LIGHTS["raked-hard"] = [_light("window-left", 0.82, 0.05, 0.13), *LIGHTS["raked"][1:]]

# and a first light for one whose chest turns from the window: red stood 3.0 to 3.9 from its swatch, 1.7 to 2.8 in this
LIGHTS["filled-mild"] = [_light("window-left", 0.38, 0.10, 0.42), *LIGHTS["filled"][1:]]

# and for one half of which lies in shade
LIGHTS["filled-soft"] = [
    _light("window-left", 0.22, 0.14, 0.50),
    _light("bright-even", 0.20, 0.16, 0.50),
    _light("crisp-left", 0.28, 0.12, 0.46),
    _light("window", 0.25, 0.12, 0.50, WARM, COOL),
    _light("overcast", 0.17, 0.14, 0.56, (1, 1, 1), (0.985, 1.0, 1.02)),
]


def moved(frames, across):
    """Frames for somebody who does not stand in the middle of the plate. across: a share of its width, to the right."""
    return [{**frame, "x": round(frame["x"] + across, 3)} for frame in frames]


def lights(rig, exposure=1.0):
    """The rig's presets; exposure evens out variants whose camera sees less light."""
    return [
        {"name": light["name"], "gains": {g: [round(x * exposure, 3) for x in c] for g, c in light["gains"].items()}}
        for light in LIGHTS[rig]
    ]


def frames(down=0.0, close=0.88):
    """Crops of the picture. down: how far below the middle the closer ones lie, for a product that leaves it at the
    top; close: the closest one's side, larger for a product that fills the picture from top to bottom.
    """
    return [
        {"name": "full", "x": 0.5, "y": 0.5, "scale": 1.0},
        {"name": "close", "x": 0.5, "y": min(0.5 + down, round(1 - close / 2, 4)), "scale": close},
        {"name": "low-left", "x": 0.48, "y": round(0.505 + down / 2, 4), "scale": 0.93},
        {"name": "high-right", "x": 0.52, "y": round(0.495 + down / 2, 4), "scale": 0.93},
    ]


# A garment on a hanger: its hook's peg begins 0.045 below the plate's edge (sweatshirts), or the hook's wire leaves the
# picture at its upper edge (tees): higher up its tip would be a loose scrap.
HUNG_FRAMES = [
    {"name": "full", "x": 0.5, "y": 0.51, "scale": 0.98},
    {"name": "close", "x": 0.5, "y": 0.513, "scale": 0.965},
    {"name": "low-left", "x": 0.488, "y": 0.514, "scale": 0.97},
    {"name": "high-right", "x": 0.512, "y": 0.508, "scale": 0.97},
]
# Crops of a person from the chin to where the largest print ends, above the wrists of arms that hang.
CHEST_FRAMES = [
    {"name": "full", "x": 0.5, "y": 0.489, "scale": 0.9375},
    {"name": "close", "x": 0.475, "y": 0.475, "scale": 0.88},
    {"name": "low-left", "x": 0.48, "y": 0.505, "scale": 0.92},
    {"name": "high-right", "x": 0.52, "y": 0.475, "scale": 0.91},
]

# Crops of a person whose arms hang: above the wrists, where skin would show beside the rib. A hand in the picture is
# what readers named first of what gives it away.
HANGING_FRAMES = [
    {"name": "full", "x": 0.5, "y": 0.399, "scale": 0.79},
    {"name": "close", "x": 0.505, "y": 0.38, "scale": 0.75},
    {"name": "low-left", "x": 0.485, "y": 0.398, "scale": 0.77},
    {"name": "high-right", "x": 0.515, "y": 0.389, "scale": 0.77},
]

# The same below the chin: a hood leaves more of a face in the picture, and a mouth is what gave it away.
HOODED_FRAMES = [
    {"name": "full", "x": 0.5, "y": 0.43, "scale": 0.735},
    {"name": "close", "x": 0.503, "y": 0.418, "scale": 0.70},
    {"name": "low-left", "x": 0.49, "y": 0.431, "scale": 0.72},
    {"name": "high-right", "x": 0.51, "y": 0.421, "scale": 0.72},
]

# Both above the hands of shorter arms: with hands a sweatshirt got 42 / 13 of a reader, a tee without 88 / 63.
CUFF_FRAMES = [
    {"name": "full", "x": 0.5, "y": 0.378, "scale": 0.735},
    {"name": "close", "x": 0.503, "y": 0.366, "scale": 0.70},
    {"name": "low-left", "x": 0.49, "y": 0.38, "scale": 0.72},
    {"name": "high-right", "x": 0.51, "y": 0.369, "scale": 0.72},
]
HOODED_CUFF_FRAMES = [
    {"name": "full", "x": 0.5, "y": 0.418, "scale": 0.70},
    {"name": "close", "x": 0.503, "y": 0.408, "scale": 0.67},
    {"name": "low-left", "x": 0.49, "y": 0.42, "scale": 0.685},
    {"name": "high-right", "x": 0.51, "y": 0.41, "scale": 0.685},
]
