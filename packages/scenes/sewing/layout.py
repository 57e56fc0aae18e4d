"""Where a sewn garment's panels lie in a plate's pattern space: close together, since its map has 14 bits for all.

Units: metres.
"""

from dataclasses import dataclass

from numpy.typing import NDArray

from sewing import cuts
from sewing.panels import BACK, BAND, HOOD_L, HOOD_R, SLEEVE_L, SLEEVE_R


@dataclass(frozen=True)
class Layout:
    """area: the pattern space (x0, y0, width, height), as plate.json has it; shifts: of panels from where output.py
    parks them, the front's none; free: a place in it where no panel lies, for what bears no print.
    """

    area: dict[str, float]
    shifts: dict[int, tuple[float, float]]
    free: tuple[float, float]

    def shares(self, places: NDArray) -> NDArray:
        """Places in the pattern space as shares of it."""
        return (places - [self.area["x0"], self.area["y0"]]) / [self.area["width"], self.area["height"]]

    def placed(self, uv: NDArray, panel: NDArray) -> NDArray:
        """(t, 3, 2): corners as shares of the pattern space. uv, panel: as output.py writes them."""
        shifted = uv.astype(float).copy()
        for one, shift in self.shifts.items():
            shifted[panel == one] += shift
        return self.shares(shifted)


SHORT_SLEEVED = Layout(
    {"x0": -0.28, "y0": -0.82, "width": 1.06, "height": 1.62},
    {BACK: (-0.80, 0.78), SLEEVE_L: (1.26, 0.0), SLEEVE_R: (-1.04, -0.30), BAND: (0.60, 0.0)},
    (0.55, 0.55),
)
HOODED = Layout(
    {"x0": -0.30, "y0": -0.82, "width": 1.24, "height": 1.62},
    {
        BACK: (-0.80, 0.78),
        SLEEVE_L: (1.31, 0.79),
        SLEEVE_R: (-0.99, 0.24),
        HOOD_L: (1.07, -1.05),
        HOOD_R: (-0.67, -1.05),
    },
    (0.36, -0.36),
)
# A sweatshirt's panels lie as a hooded one's do, the collar's band where the hood's halves would.
LONG_SLEEVED = Layout(
    HOODED.area,
    {BACK: (-0.80, 0.78), SLEEVE_L: (1.31, 0.79), SLEEVE_R: (-0.99, 0.24), BAND: (0.66, -0.75)},
    (0.36, -0.36),
)


def layout_of(cut: cuts.Cut) -> Layout:
    if cut.hood:
        return HOODED
    return LONG_SLEEVED if cut.rib < 1 else SHORT_SLEEVED
