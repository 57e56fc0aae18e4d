"""Flat patterns of garments that are sewn and filled: one outline for front and back, which differ at the neck.

Units: metres; x to the viewer's right, y up from the shoulder's high point. Adult M as in makers' size charts.
The sleeve is cut at its own angle; that the arm hangs lower than it gives the folds below the arm.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from garments.sweat_pattern import cubic
from garments.tee_pattern import bezier, neck
from lib.cloth import resample

SEWN = ("shoulder", "overarm", "underarm", "side", "gather", "cuffside", "hemside")  # where front and back meet


@dataclass
class Cut:
    """What a pattern cutter would note; lengths in metres, angles in degrees below the horizontal."""

    seam_x: float = 0.094
    seam_front: float = 0.122
    seam_back: float = 0.022
    tip: tuple = (0.248, -0.062)
    underarm: tuple = (0.280, -0.300)
    side_end: tuple = (0.276, -0.640)
    hem: float = 0.068  # height of the ribbed hem; 0: a plain one
    angle: float = 47.0
    overarm: float = 0.600
    wrist: float = 0.128  # width of the sleeve above its cuff
    cuff: float = 0.066
    cuff_width: float = 0.108
    drawn: tuple = (0.82, 0.90)  # what cuff and hem draw together to, as a share of their width
    weight: float = 3.0  # N/m²
    bending: float = 5.5e-5  # N·m
    stretch: float = 260.0  # N/m
    thick: float = 0.0021
    band: float = 0.026
    band_back: float = 0.0265
    hood: bool = False
    hood_length: float = 0.276  # of the hood's neck edge, throat to nape
    cuffs_at: tuple = (
        0.632,
        0.622,
    )  # where left and right cuff end, down the arm: what is left of the sleeve goes into folds

    def axes(self):
        """Unit vectors along the sleeve, and across it from its upper to its lower edge."""
        a = math.radians(self.angle)
        return np.array([math.cos(a), -math.sin(a)]), np.array([-math.sin(a), -math.cos(a)])

    def armhole(self, n=80):
        return bezier(self.tip, (self.tip[0] - 0.034, (self.tip[1] + self.underarm[1]) / 2 - 0.02), self.underarm, n)

    def sleeve_end(self):
        """Outer and inner corner of the sleeve where its cuff begins, or of its hem."""
        along, across = self.axes()
        outer = np.array(self.tip) + self.overarm * along
        return outer, outer + self.wrist * across

    def cuff_outline(self):
        along, across = self.axes()
        outer, inner = self.sleeve_end()
        slim = (self.wrist - self.cuff_width) / 2 * across
        at = lambda p, s, down: p + s * slim + down * along
        return np.array([at(outer, 1, 0.006), at(outer, 1, self.cuff), at(inner, -1, self.cuff), at(inner, -1, 0.006)])

    def hem_outline(self):
        x, y = self.side_end
        return np.array(
            [(x - 0.006, y - 0.006), (x - 0.014, y - self.hem), (-x + 0.014, y - self.hem), (-x + 0.006, y - 0.006)]
        )

    def right_side(self):
        """Named pieces from the neck's high point round to the hem's centre."""
        along, _ = self.axes()
        tip, under = np.array(self.tip), np.array(self.underarm)
        outer, inner = self.sleeve_end()
        slope = (tip - [self.seam_x, 0]) / np.linalg.norm(tip - [self.seam_x, 0])
        pieces = [
            ("shoulder", bezier((self.seam_x, 0), ((self.seam_x + tip[0]) / 2, tip[1] / 2 + 0.004), tip)),
            ("overarm", cubic(tip, tip + 0.10 * self.overarm * slope, outer - 0.55 * self.overarm * along, outer)),
        ]
        if self.cuff:
            a, b, c, d = self.cuff_outline()
            pieces += [
                ("gather", np.array([outer, a])),
                ("cuffside", np.array([a, b])),
                ("cuff", np.array([b, c])),
                ("cuffside", np.array([c, d])),
                ("gather", np.array([d, inner])),
            ]
        else:
            pieces.append(("cuff", np.array([outer, inner])))
        if self.cuff:
            pieces.append(("underarm", bezier(inner, under + 0.16 * along + [0.0, -0.012], under)))
        else:  # square to the hem: an acute corner would hang as an ear
            share = 0.45 * (inner - under) @ along
            pieces.append(("underarm", cubic(inner, inner - share * along, under + 0.5 * share * along, under)))
        pieces.append(("side", bezier(under, ((under[0] + self.side_end[0]) / 2 - 0.002, -0.46), self.side_end)))
        if self.hem:
            a, b = self.hem_outline()[:2]
            pieces += [
                ("gather", np.array([self.side_end, a])),
                ("hemside", np.array([a, b])),
                ("hem", np.array([b, (0, b[1] - 0.004)])),
            ]
        else:
            pieces.append(
                ("hem", bezier(self.side_end, (0.13, self.side_end[1] - 0.006), (0, self.side_end[1] - 0.006)))
            )
        return pieces

    def neck_seam(self, front=True, n=60):
        return neck(np.linspace(0, math.pi / 2, n), self.seam_x, -(self.seam_front if front else self.seam_back))

    def outline(self, spacing, front=True):
        """Closed counter-clockwise outline and the kind of edge that starts at every point."""
        points, kinds = [], []
        pieces = [("neck", self.neck_seam(front)[::-1])] + self.right_side()
        for kind, line in pieces:
            line = resample(line, spacing)
            points.extend(line[:-1])
            kinds.extend([kind] * (len(line) - 1))
        points.append(np.asarray(pieces[-1][1][-1]))
        kinds.append("hem")
        right, kinds = np.array(points), np.array(kinds)
        # counter-clockwise: from the hem's centre up the right side to the neck, then down the left one
        up, up_kinds = right[::-1], np.r_[kinds[-2::-1], ["neck"]]
        down, down_kinds = right[1:-1] * [-1, 1], kinds[1:-1]
        return np.concatenate([up, down]), np.concatenate([up_kinds, down_kinds])

    hood_at = np.array([0.47, 0.05])  # where the hood's half lies in pattern space: its throat

    def hood_crown(self, n=90):
        return cubic((-0.018, 0.338), (-0.125, 0.378), (-0.308, 0.318), (-self.hood_length, 0.080), n) + self.hood_at

    def hood_outline(self, spacing, shares):
        """Half a hood, counter-clockwise from the throat: the opening up to the brow, the crown's seam down to the
        nape, the neck's edge. shares: where the neck's points lie, from throat (0) to nape (1).
        """
        crown = resample(self.hood_crown(), spacing)
        opening = resample(bezier(self.hood_at, self.hood_at + [0.010, 0.180], crown[0]), spacing)
        t = np.asarray(shares)[::-1]
        rise = np.clip(t / 0.62, 0, 1)  # the throat lies lower than the shoulders and the nape
        edge = self.hood_at + np.stack(
            [-self.hood_length * t, 0.088 * rise**2 * (3 - 2 * rise) - 0.008 * np.clip((t - 0.62) / 0.38, 0, 1)], 1
        )
        points = np.concatenate([opening[:-1], crown[:-1], edge[:-1]])
        return points, np.array(
            ["opening"] * (len(opening) - 1) + ["crown"] * (len(crown) - 1) + ["seam"] * (len(edge) - 1)
        )

    def sleeve_side(self, points):
        """Signed distance in x from the armhole: positive on the sleeve."""
        line = self.armhole()
        edge = np.interp(-points[:, 1], -line[:, 1], line[:, 0])
        below = self.underarm[1] - points[:, 1]
        return np.abs(points[:, 0]) - np.where(below > 0, self.underarm[0] + 0.35 * below, edge)


SWEAT = Cut(tip=(0.239, -0.060), underarm=(0.275, -0.292), side_end=(0.272, -0.640), angle=43.0)
SWEAT_SLIM = Cut(
    tip=(0.236, -0.060),
    underarm=(0.264, -0.285),
    side_end=(0.258, -0.640),
    wrist=0.116,
    cuff_width=0.102,
    angle=43.0,
    weight=2.6,
    bending=6e-5,
)
HOOD = Cut(
    hood=True, tip=(0.240, -0.060), underarm=(0.271, -0.290), side_end=(0.266, -0.640), seam_front=0.118, angle=43.0
)
HOOD_SLIM = replace(
    HOOD,
    tip=(0.237, -0.060),
    underarm=(0.262, -0.284),
    side_end=(0.256, -0.640),
    wrist=0.116,
    cuff_width=0.102,
    weight=2.6,
    bending=6e-5,
)
TEE = Cut(
    seam_x=0.092,
    seam_front=0.102,
    seam_back=0.018,
    tip=(0.226, -0.056),
    underarm=(0.256, -0.262),
    side_end=(0.257, -0.720),
    hem=0.0,
    angle=33.0,
    overarm=0.205,
    wrist=0.172,
    cuff=0.0,
    drawn=(1.0, 1.0),
    weight=1.6,
    bending=2.2e-5,
    stretch=180.0,
    thick=0.0011,
    band=0.0205,
    band_back=0.021,
)
TEE_RETAIL = replace(
    TEE,
    seam_front=0.096,
    tip=(0.220, -0.055),
    underarm=(0.246, -0.256),
    side_end=(0.244, -0.712),
    angle=36.0,
    overarm=0.190,
    wrist=0.163,
    weight=1.4,
    bending=2.0e-5,
    band=0.0175,
    band_back=0.018,
)
