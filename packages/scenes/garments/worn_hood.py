"""A worn garment's hood let down: turned back behind the neck, then settled on the shoulders while the garment stays.

Units: metres; frame as in mannequin.py.
"""

import numpy as np

from garments import sewn

LEAN = 112.0  # degrees by which the raised hood is turned back before it settles
AXIS = np.array([0.010, -0.045])  # height and depth of the axis it is turned about: beside the neck
OVER = 0.010  # metres by which the hood stays off the body: it lies on the garment
HELD = 60.0  # N/m that hold the garment's points while the hood settles


class Over:
    """The form as the hood meets it: larger by what the garment's shoulders take. first: the hood's first point."""

    def __init__(self, form, first):
        self.form, self.first = form, first

    def distance(self, points):
        value, slope = self.form.distance(points)
        value[self.first :] -= OVER
        return value, slope


def lowered(mesh, x, form, rounds=(220,) * 5):
    """The settled garment's points x, with the hood let down. Metres."""
    cut, x = mesh.cut, x.copy()
    for side, (ids, place, _) in zip((1, -1), mesh.charts[2:]):
        own = ids >= mesh.body
        local = place[own] - cut.hood_at
        ring = x[mesh.half_ring(side)]
        t = np.clip(-local[:, 0] / cut.hood_length, 0, 1)
        foot = np.stack([np.interp(t, mesh._shares(mesh.half_ring(side)), ring[:, k]) for k in range(3)], 1)
        risen = np.clip(t / 0.62, 0, 1)
        off = local[:, 1] - 0.088 * risen**2 * (3 - 2 * risen)
        a = np.radians(LEAN)
        y, z = x[ids[own]][:, 1] - AXIS[0], x[ids[own]][:, 2] - AXIS[1]
        back = np.stack(
            [x[ids[own]][:, 0], y * np.cos(a) + z * np.sin(a) + AXIS[0], z * np.cos(a) - y * np.sin(a) + AXIS[1]], 1
        )
        high = np.clip(off / 0.09, 0, 1)[:, None]
        x[ids[own]] = foot * (1 - high) + back * high
    body = np.arange(mesh.body)
    sheet, over = sewn.Sheet(mesh), Over(form, mesh.body)
    pins = [(body, axis, x[body] @ axis, HELD) for axis in np.eye(3)]
    for count in rounds:
        x = sheet.settle(x, over, pins, count)
    return x
