"""What makers' charts say of the garments that are cut, adult M (men's); cuts.py draws panels by it in other sizes.

Units: metres; x to the viewer's right, y up from the shoulder's high point.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Measures:
    """seam: half the neck's width; front_drop, back_drop: how deep it is cut; tip: of the shoulder; side_end: where the
    side ends above the hem's rib of height hem; overarm, wrist: a plain sleeve's length and its end's width; cuff: a
    rib's width; band: of the collar.
    """

    seam: float
    front_drop: float
    back_drop: float
    tip: tuple[float, float]
    underarm: tuple[float, float]
    side_end: tuple[float, float]
    hem: float = 0.068
    overarm: float = 0.0
    wrist: float = 0.0
    cuff: float = 0.108
    band: float = 0.024
    is_hooded: bool = False


SWEAT = Measures(0.094, 0.122, 0.022, tip=(0.239, -0.060), underarm=(0.275, -0.292), side_end=(0.272, -0.640))
SWEAT_SLIM = replace(SWEAT, tip=(0.236, -0.060), underarm=(0.264, -0.285), side_end=(0.258, -0.640), cuff=0.102)
HOOD = replace(
    SWEAT, front_drop=0.118, tip=(0.240, -0.060), underarm=(0.271, -0.290), side_end=(0.266, -0.640), is_hooded=True
)
HOOD_SLIM = replace(HOOD, tip=(0.237, -0.060), underarm=(0.262, -0.284), side_end=(0.256, -0.640), cuff=0.102)
TEE = Measures(
    0.092,
    0.102,
    0.018,
    tip=(0.226, -0.056),
    underarm=(0.256, -0.262),
    side_end=(0.257, -0.720),
    hem=0.0,
    overarm=0.205,
    wrist=0.172,
    band=0.0205,
)
TEE_RETAIL = replace(
    TEE,
    front_drop=0.096,
    tip=(0.220, -0.055),
    underarm=(0.246, -0.256),
    side_end=(0.244, -0.712),
    overarm=0.190,
    wrist=0.163,
    band=0.0175,
)
