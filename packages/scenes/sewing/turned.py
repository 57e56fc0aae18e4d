"""A take seen from behind: turned round, its back lying where plates have what is printed.

Units: metres.
"""

from typing import Any

import numpy as np

from sewing import cuts
from sewing.panels import BACK, FRONT, PARKED


def from_behind(data: Any, cut: cuts.Cut) -> dict[str, Any]:
    """The take with its back to the camera. data: as output.py writes it."""
    result = {key: data[key] for key in data}
    for key in ("points", "body"):
        result[key] = result[key] * np.array([-1, -1, 1], np.float32)
    return renamed(result, cut)


def renamed(data: Any, cut: cuts.Cut) -> dict[str, Any]:
    """What shows its back already. Front and back change their names and their places in the flat cloth, each as it is
    seen from outside: what is read on the back is not mirrored.
    """
    result = dict(data)
    uv, panel = data["uv"], data["panel"]
    result["uv"], result["panel"] = uv.copy(), panel.copy()
    for one, other in ((FRONT, BACK), (BACK, FRONT)):
        local = uv[panel == one] - np.array(PARKED[one], np.float32)
        result["uv"][panel == one] = local * [-1, 1] + PARKED[other]
        result["panel"][panel == one] = other
    result["print_top"] = np.array(cut.back_print_top)
    return result
