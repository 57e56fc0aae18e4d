"""People to dress: the CC0 base mesh of MakeHuman, shaped and posed by its own rig weights.

Units: metres and degrees. x to the viewer's right, y away from the camera, z up; the person faces the camera (-y).
The assets (3dobjs, targets, rigs of makehuman) lie in the folder that PRINTROOM_BODIES names.
"""

import json
import os

import numpy as np
from scipy.spatial import ConvexHull, cKDTree

ASSETS = os.environ.get("PRINTROOM_BODIES", "makehuman")

# name: share of each macro target
PEOPLE = {
    "man": {
        "caucasian-male-young": 0.6,
        "african-male-young": 0.2,
        "asian-male-young": 0.2,
        "universal-male-young-averagemuscle-averageweight": 0.60,
        "universal-male-young-maxmuscle-averageweight": 0.15,
        "universal-male-young-averagemuscle-minweight": 0.25,
    },
    "woman": {
        "caucasian-female-young": 0.5,
        "african-female-young": 0.25,
        "asian-female-young": 0.25,
        "universal-female-young-averagemuscle-averageweight": 0.70,
        "universal-female-young-averagemuscle-minweight": 0.30,
    },
    "man-broad": {
        "caucasian-male-young": 0.25,
        "african-male-young": 0.6,
        "asian-male-young": 0.15,
        "universal-male-young-averagemuscle-averageweight": 0.55,
        "universal-male-young-maxmuscle-averageweight": 0.45,
    },
    "man-lean": {
        "caucasian-male-young": 0.35,
        "asian-male-young": 0.65,
        "universal-male-young-averagemuscle-averageweight": 0.45,
        "universal-male-young-averagemuscle-minweight": 0.55,
    },
    "woman-strong": {
        "caucasian-female-young": 0.7,
        "african-female-young": 0.15,
        "asian-female-young": 0.15,
        "universal-female-young-averagemuscle-averageweight": 0.70,
        "universal-female-young-maxmuscle-averageweight": 0.30,
    },
    "woman-lean": {
        "african-female-young": 0.45,
        "asian-female-young": 0.55,
        "universal-female-young-averagemuscle-averageweight": 0.5,
        "universal-female-young-averagemuscle-minweight": 0.5,
    },
}


class Body:
    """One person. is_loose: whether what is worn hangs free of the hollow beneath a chest; points: rest places; faces:
    quads; weights: how much each point follows a joint's turn.
    """

    def __init__(self, person, height=1.80, is_loose=True):
        vertices, faces = [], []
        group = None
        with open(os.path.join(ASSETS, "3dobjs", "base.obj")) as source:
            for line in source:
                if line.startswith("v "):
                    vertices.append([float(x) for x in line.split()[1:4]])
                elif line.startswith("g "):
                    group = line.split()[1]
                elif line.startswith("f ") and group == "body":
                    faces.append([int(p.split("/")[0]) - 1 for p in line.split()[1:]])
        vertices = np.array(vertices)
        for target, share in PEOPLE[person].items():
            with open(os.path.join(ASSETS, "targets", "macrodetails", target + ".target")) as source:
                for line in source:
                    parts = line.split()
                    if len(parts) == 4 and not line.startswith("#"):
                        vertices[int(parts[0])] += share * np.array([float(x) for x in parts[1:]])
        used = np.unique(np.array(faces))
        new = np.full(len(vertices), -1)
        new[used] = np.arange(len(used))
        self.faces = new[np.array(faces)]
        low, high = vertices[used, 1].min(), vertices[used, 1].max()
        scale = height / (high - low)
        place = lambda p: np.stack([p[:, 0], -p[:, 2], p[:, 1] - low], 1) * scale
        with open(os.path.join(ASSETS, "rigs", "default.mhskel")) as source:
            rig = json.load(source)
        with open(os.path.join(ASSETS, "rigs", "default_weights.mhw")) as source:
            weights = json.load(source)["weights"]
        bones = rig["bones"]
        below = {name: [name] for name in bones}
        for name in bones:
            parent = bones[name]["parent"]
            while parent:
                below[parent].append(name)
                parent = bones[parent]["parent"]
        self.joints = {name: place(vertices[rig["joints"][bones[name]["head"]]].mean(0)[None])[0] for name in bones}

        def follows(name):
            total = np.zeros(len(vertices))
            for bone in below[name]:
                for index, share in weights.get(bone, ()):
                    total[index] += share
            return np.clip(total, 0, 1)[used]

        self.points = place(vertices[used])
        self.jeans = 0.013  # metres that denim stands off the skin
        self.weights = {
            name: follows(name) for s in "LR" for name in (f"shoulder01.{s}", f"upperarm01.{s}", f"lowerarm01.{s}")
        }
        self.weights["neck01"] = follows("neck01")
        self.arm = np.maximum(self.weights["upperarm01.L"], self.weights["upperarm01.R"])
        shoulder, elbow = self.joints["upperarm01.L"], self.joints["lowerarm01.L"]
        self.is_woman = person.startswith("woman")
        if self.is_woman:
            self.underdressed(height, is_loose)
        self.rest_angle = np.degrees(np.arctan2(shoulder[2] - elbow[2], elbow[0] - shoulder[0]))

    def underdressed(self, height, is_loose):
        """What lies beneath a shirt shapes it: a chest in a bra is smooth, and jeans bear its hem; what is loose hangs
        free of the hips.
        """
        self.jeans = 0.002
        level = self.points[:, 2] / height
        smooth = (
            np.clip((level - 0.44) / 0.04, 0, 1)
            * np.clip((0.80 - level) / 0.03, 0, 1)
            * np.clip((0.25 - self.arm) / 0.2, 0, 1)
        )
        if is_loose:
            self.points += smooth[:, None] * (self.blurred(0.022) - self.points)
            self.points += self.bridged(height)
        else:
            for _ in range(20):
                self.points += smooth[:, None] * (self.around(self.points) - self.points) * 0.7
        level = self.points[:, 2] / height
        leg = np.clip((0.585 - level) / 0.02, 0, 1) * (self.arm < 0.02)
        hip = leg * np.clip((level - 0.42) / 0.06, 0, 1)
        self.points += self.outwards(self.points) * (0.010 * leg - 0.020 * is_loose * hip)[:, None]

    def bridged(self, height):
        """What takes the trunk's points to where loose cloth hangs: straight from the chest to the hips, a little in at
        the sides. Cloth that settles on the hollow beneath the chest bends a large print round it, which its weight
        would not.
        """
        level = self.points[:, 2] / height
        trunk = (self.arm < 0.25) & (level > 0.50) & (level < 0.80)
        hull = ConvexHull(self.points[trunk])
        away = (self.points - [0, self.points[trunk, 1].mean(), 0]) * [1, 1, 0]
        away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
        across = away @ hull.equations[:, :3].T
        room = -(self.points @ hull.equations[:, :3].T + hull.equations[:, 3])
        reach = np.where(across > 1e-6, np.maximum(room, 0) / np.maximum(across, 1e-6), np.inf).min(1)
        share = 0.55 + 0.35 * np.where(away[:, 1] < 0, away[:, 1] ** 2, 0)
        share *= (
            np.clip((level - 0.58) / 0.07, 0, 1)
            * np.clip((0.80 - level) / 0.04, 0, 1)
            * np.clip((0.25 - self.arm) / 0.2, 0, 1)
        )
        return away * (share * np.where(trunk, np.minimum(reach, 0.08), 0))[:, None]

    def blurred(self, width):
        """The points' places as means over the surface about them: however close its points lie there, a bump goes."""
        corners = self.points[self.faces]
        area = np.linalg.norm(np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]), axis=1) / 2
        middles = corners.mean(1)
        near = cKDTree(middles).query_ball_point(self.points, 3 * width)
        mean = lambda p, at: np.average(
            middles[at], axis=0, weights=area[at] * np.exp(-((middles[at] - p) ** 2).sum(1) / (2 * width**2))
        )
        return np.array([mean(p, at) if at else p for p, at in zip(self.points, near)])

    def around(self, values):
        """The mean of each point's faces."""
        mean = values[self.faces].mean(1)
        total, count = np.zeros_like(values), np.zeros(len(values))
        for k in range(4):
            np.add.at(total, self.faces[:, k], mean)
            np.add.at(count, self.faces[:, k], 1)
        return total / np.maximum(count, 1)[:, None]

    def outwards(self, points, faces=None):
        """Unit normals of the points, of the body's faces or of others."""
        faces = self.faces if faces is None else faces
        flat = np.cross(points[faces[:, 2]] - points[faces[:, 0]], points[faces[:, 3]] - points[faces[:, 1]])
        normals = np.zeros_like(points)
        for k in range(4):
            np.add.at(normals, faces[:, k], flat)
        return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)

    def posed(self, arms):
        """(points, {side: (shoulder, elbow, wrist)}). arms: {side: (below the horizontal, back, elbow inwards, elbow
        back)}.
        """
        points, limbs = self.points.copy(), {}
        for side, sign in (("L", 1), ("R", -1)):
            down, back, inwards, bent = arms[side]
            joints = np.array([self.joints[f"{b}.{side}"] for b in ("upperarm01", "lowerarm01", "wrist")])
            clavicle = self.joints[f"shoulder01.{side}"]
            turn = sign * (down - self.rest_angle)
            steps = [
                ("y", clavicle, 0.22 * turn, f"shoulder01.{side}", (1, 1, 1)),
                ("y", 0, 0.78 * turn, f"upperarm01.{side}", (0, 1, 1)),
                ("x", 0, back, f"upperarm01.{side}", (0, 1, 1)),
                ("y", 1, sign * inwards, f"lowerarm01.{side}", (0, 0, 1)),
                ("x", 1, bent, f"lowerarm01.{side}", (0, 0, 1)),
            ]
            for axis, pivot, degrees, weight, of_joints in steps:
                pivot = joints[pivot].copy() if isinstance(pivot, int) else pivot
                points = turned(points, pivot, axis, degrees * self.weights[weight])
                joints = turned(joints, pivot, axis, degrees * np.array(of_joints, float))
            limbs[side] = joints
        return points, limbs


def turned(points, pivot, axis, degrees):
    """Points turned about an axis through pivot, each by its own angle."""
    a, b = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    from_pivot = points - pivot
    result = from_pivot.copy()
    result[:, a] = from_pivot[:, a] * c - from_pivot[:, b] * s
    result[:, b] = from_pivot[:, a] * s + from_pivot[:, b] * c
    return result + pivot
