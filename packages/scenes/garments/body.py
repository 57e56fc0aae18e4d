"""People to dress: the CC0 base mesh of MakeHuman, shaped, at rest.

Units: metres. x to the viewer's right, y away from the camera, z up; the person faces the camera (-y).
The assets (3dobjs, targets, rigs of makehuman) lie in the folder that PRINTROOM_BODIES names.
"""

import json
import os

import numpy as np

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
    """One person at rest. points: places; faces: quads; joints: the rig's; arm: how much each point follows an arm."""

    def __init__(self, person, height=1.80):
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
        self.arm = np.maximum(follows("upperarm01.L"), follows("upperarm01.R"))
        self.is_woman = person.startswith("woman")
        if self.is_woman:
            self.underdressed(height)

    def underdressed(self, height):
        """What lies beneath a shirt shapes it: a chest in a bra is smooth, and jeans bear its hem."""
        self.jeans = 0.002
        level = self.points[:, 2] / height
        smooth = (
            np.clip((level - 0.44) / 0.04, 0, 1)
            * np.clip((0.80 - level) / 0.03, 0, 1)
            * np.clip((0.25 - self.arm) / 0.2, 0, 1)
        )
        for _ in range(20):
            self.points += smooth[:, None] * (self.around(self.points) - self.points) * 0.7
        level = self.points[:, 2] / height
        leg = np.clip((0.585 - level) / 0.02, 0, 1) * (self.arm < 0.02)
        self.points += self.outwards(self.points) * (0.010 * leg)[:, None]

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
