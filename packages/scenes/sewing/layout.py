"""Where a sewn tee's panels lie in a plate's pattern space: close together, since its map has 14 bits for all of it.

Units: metres.
"""

from numpy.typing import NDArray

from sewing.panels import BACK, BAND, SLEEVE_L, SLEEVE_R

PATTERN = {"x0": -0.28, "y0": -0.82, "width": 1.06, "height": 1.62}
SHIFTS = {BACK: (-0.80, 0.78), SLEEVE_L: (1.26, 0.0), SLEEVE_R: (-1.04, -0.30), BAND: (0.60, 0.0)}


def placed(uv: NDArray, panel: NDArray) -> NDArray:
    """(t, 3, 2): corners in PATTERN, as shares of it. uv, panel: as output.py writes them."""
    shifted = uv.astype(float).copy()
    for one, shift in SHIFTS.items():
        shifted[panel == one] += shift
    return (shifted - [PATTERN["x0"], PATTERN["y0"]]) / [PATTERN["width"], PATTERN["height"]]
