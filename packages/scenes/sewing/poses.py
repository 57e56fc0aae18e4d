"""How the wearer stands while being dressed and in the end, and the way from one to the other.

Units: degrees; directions of arms as (x to the viewer's right, y away, z up), upper arm and forearm.
"""

from dataclasses import dataclass, field

import numpy as np

from sewing.wearer import Pose

Direction = tuple[float, float, float]
# arms 30 degrees below the horizontal, forearms straight: a bent one came out of its sleeve
DRESSING: dict[str, tuple[Direction, Direction]] = {
    "L": ((0.86, 0.0, -0.50), (0.86, 0.0, -0.50)),
    "R": ((-0.86, 0.0, -0.50), (-0.86, 0.0, -0.50)),
}
COUNTER = (("spine04", 5.0), ("spine03", 7.0), ("spine02", 6.0))  # degrees about z of the swing, times Stance.swing


# hands at ease: the base mesh spreads its fingers. Degrees of joints towards the palm, and of fingers to each other
_CURLED = {"2": (10.0, 18.0, 12.0), "3": (14.0, 22.0, 12.0), "4": (17.0, 24.0, 12.0), "5": (19.0, 24.0, 12.0)}
_CLOSED = {"1": -24.0, "2": 7.0, "3": 0.0, "4": -8.0, "5": -16.0}
AT_EASE: Pose = {
    **{f"finger{n}-1.{side}": [("close", degrees)] for side in "LR" for n, degrees in _CLOSED.items()},
    **{
        f"finger{n}-{k + 1}.{side}": [
            ("curl", sign * degrees),
            *([("close", _CLOSED[n])] if k == 0 else []),
        ]
        for side, sign in (("L", 1.0), ("R", -1.0))
        for n, curled in _CURLED.items()
        for k, degrees in enumerate(curled)
    },
}


@dataclass(frozen=True)
class Stance:
    """bones: turns by bone; arms: (upper arm, forearm) by side; swing: how far the trunk turns the other way while it
    moves, so that cloth comes to rest unevenly.
    """

    arms: dict[str, tuple[Direction, Direction]]
    bones: dict[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)
    swing: float = 1.6


_TURNED_LEFT = {
    "root": (("z", 3.0), ("y", 4.0)),
    "spine05": (("y", -3.0), ("x", 1.0), ("z", -3.0)),
    "spine04": (("y", -2.0), ("z", -5.0)),
    "spine03": (("y", -2.0), ("z", -5.0)),
    "spine02": (("y", -1.5), ("z", -5.0), ("x", 3.0)),
    "spine01": (("y", -0.5), ("z", -2.0)),
    "neck01": (("z", 4.0), ("y", 1.0)),
    "neck02": (("z", 4.0),),
    "head": (("z", 8.0), ("y", 2.0)),
    "upperleg01.L": (("y", -5.0), ("x", 6.0)),
    "upperleg01.R": (("y", -1.0),),
    "shoulder01.L": (("y", 5.0),),
    "shoulder01.R": (("y", -5.0),),
}
_TURNED_RIGHT = {
    "root": (("z", 4.0), ("y", -2.5)),
    "spine05": (("y", 2.5), ("x", 1.0)),
    "spine04": (("y", 2.0), ("z", 4.0)),
    "spine03": (("y", 1.5), ("z", 4.0)),
    "spine02": (("y", 1.0), ("z", 4.0), ("x", 3.0)),
    "spine01": (("z", 2.0),),
    "neck01": (("z", -4.0),),
    "neck02": (("z", -4.0),),
    "head": (("z", -8.0),),
    "shoulder01.L": (("y", 4.0),),
    "shoulder01.R": (("y", -6.0),),
}
# the weight on one leg, the trunk bent back over it; chest nearly to the viewer
_LEANING_LEFT = {
    "root": (("z", -3.0), ("y", 5.0)),
    "spine05": (("y", -4.0), ("x", 1.0)),
    "spine04": (("y", -3.0), ("z", -2.0)),
    "spine03": (("y", -2.5), ("z", -2.0)),
    "spine02": (("y", -1.0), ("x", 3.0)),
    "neck01": (("z", 3.0), ("y", 2.0)),
    "neck02": (("z", 3.0), ("y", 1.0)),
    "head": (("z", 8.0), ("y", 2.0)),
    "upperleg01.L": (("y", -6.0), ("x", 5.0)),
    "upperleg01.R": (("y", -3.0),),
    "shoulder01.L": (("y", 6.0),),
    "shoulder01.R": (("y", -3.0),),
}
_LEANING_RIGHT = {
    "root": (("z", 9.0), ("y", -5.0)),
    "spine05": (("y", 4.0), ("x", 1.0)),
    "spine04": (("y", 3.0), ("z", 2.0)),
    "spine03": (("y", 2.0), ("z", 2.0)),
    "spine02": (("y", 1.0), ("x", 2.0)),
    "neck01": (("z", -3.0), ("y", -2.0)),
    "neck02": (("z", -3.0),),
    "head": (("z", -6.0), ("y", -2.0)),
    "upperleg01.R": (("y", 6.0), ("x", 4.0)),
    "upperleg01.L": (("y", 3.0),),
    "shoulder01.L": (("y", 3.0),),
    "shoulder01.R": (("y", -6.0),),
}
# a shoulder raised under a strap
_CARRYING_RIGHT = {
    "root": (("z", -4.0), ("y", 2.0)),
    "spine05": (("y", -2.0), ("x", 1.0)),
    "spine03": (("y", -1.5), ("z", -2.0)),
    "spine02": (("x", 2.0),),
    "shoulder01.L": (("y", 4.0),),
    "shoulder01.R": (("y", 5.0),),
}
_CARRYING_LEFT = {
    "root": (("z", 5.0), ("y", -2.5)),
    "spine05": (("y", 2.5), ("x", 1.0)),
    "spine03": (("y", 1.5), ("z", 2.0)),
    "spine02": (("x", 2.0),),
    "shoulder01.L": (("y", -5.0),),
    "shoulder01.R": (("y", -4.0),),
}
STANCES = {
    # one arm hangs, the other is bent a little behind it
    "turned-left": Stance(
        {"L": ((0.24, 0.06, -0.97), (0.02, -0.40, -0.92)), "R": ((-0.38, 0.30, -0.87), (0.02, -0.52, -0.85))},
        _TURNED_LEFT,
    ),
    "turned-right": Stance(
        {"L": ((0.37, 0.24, -0.90), (0.02, -0.42, -0.90)), "R": ((-0.26, 0.10, -0.95), (-0.04, -0.36, -0.93))},
        _TURNED_RIGHT,
        1.3,
    ),
    # both hang: for long sleeves, whose cuffs a strongly bent arm pulls over the hand
    "hanging-left": Stance(
        {"L": ((0.30, 0.16, -0.94), (0.02, -0.20, -0.98)), "R": ((-0.37, 0.22, -0.90), (-0.04, -0.26, -0.96))},
        _TURNED_LEFT,
        1.3,
    ),
    "hanging-right": Stance(
        {"L": ((0.37, 0.24, -0.90), (0.02, -0.12, -0.99)), "R": ((-0.29, 0.20, -0.93), (-0.04, -0.08, -0.99))},
        _TURNED_RIGHT,
        1.2,
    ),
    # an elbow stands out and the hand comes forward to the pocket; the other arm hangs
    "leaning-left": Stance(
        {"L": ((0.48, 0.26, -0.84), (-0.06, -0.42, -0.90)), "R": ((-0.28, 0.12, -0.95), (-0.04, -0.26, -0.96))},
        _LEANING_LEFT,
        1.3,
    ),
    "leaning-right": Stance(
        {"L": ((0.29, 0.14, -0.95), (0.02, -0.22, -0.97)), "R": ((-0.48, 0.24, -0.84), (0.04, -0.40, -0.91))},
        _LEANING_RIGHT,
        1.3,
    ),
    # the same trunks for long sleeves
    "resting-left": Stance(
        {"L": ((0.42, 0.18, -0.89), (0.04, -0.22, -0.97)), "R": ((-0.33, 0.18, -0.93), (-0.08, -0.16, -0.98))},
        _LEANING_LEFT,
        1.2,
    ),
    "resting-right": Stance(
        {"L": ((0.34, 0.18, -0.92), (0.08, -0.16, -0.98)), "R": ((-0.42, 0.20, -0.88), (-0.06, -0.24, -0.97))},
        _LEANING_RIGHT,
        1.2,
    ),
    # from behind: a hand before the shoulder holds what is slung over it, the other is in a pocket
    "slung-right": Stance(
        {"L": ((0.40, 0.14, -0.91), (-0.22, -0.50, -0.84)), "R": ((-0.34, -0.16, -0.93), (0.22, -0.90, 0.36))},
        _CARRYING_RIGHT,
        1.2,
    ),
    "slung-left": Stance(
        {"L": ((0.34, -0.16, -0.93), (-0.22, -0.90, 0.36)), "R": ((-0.40, 0.14, -0.91), (0.22, -0.50, -0.84))},
        _CARRYING_LEFT,
        1.2,
    ),
    # on a form: straight, arms a little out
    "held-out": Stance(
        {"L": ((0.44, 0.03, -0.90), (0.40, -0.04, -0.92)), "R": ((-0.46, 0.05, -0.89), (-0.42, -0.02, -0.91))}, {}, 1.4
    ),
    # the same turned a little, one arm nearer
    "held-uneven": Stance(
        {"L": ((0.36, 0.02, -0.93), (0.28, -0.10, -0.95)), "R": ((-0.50, 0.06, -0.86), (-0.44, -0.04, -0.90))},
        {"root": (("z", 4.0), ("y", 1.5)), "spine03": (("z", 2.0), ("y", -1.5)), "spine02": (("z", 2.0), ("y", -1.0))},
        1.4,
    ),
}


def on_the_way(stance: Stance, share: float, swing: float = 1.0) -> Pose:
    """From the dressing pose (0) to the stance (1); eased by the caller. swing: factor on the stance's."""
    pose: Pose = {bone: [(axis, degrees * share) for axis, degrees in turns] for bone, turns in stance.bones.items()}
    counter = np.sin(np.pi * share) * (1 - share) * stance.swing * swing
    for bone, degrees in COUNTER:
        pose.setdefault(bone, []).extend([("z", degrees * counter), ("y", 2.5 * counter)])
    for side in "LR":
        upper, fore = (
            np.array(a) * (1 - share) + np.array(b) * share for a, b in zip(DRESSING[side], stance.arms[side])
        )
        pose.setdefault(f"upperarm01.{side}", []).append(("aim", f"lowerarm01.{side}", tuple(upper)))
        pose[f"lowerarm01.{side}"] = [("aim", f"wrist.{side}", tuple(fore))]
    return pose
