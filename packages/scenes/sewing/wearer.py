"""Who wears it: MakeHuman's CC0 body with its whole rig, posed frame by frame for the solver.

Units: metres and degrees; x to the viewer's right (the wearer's left, .L), y away, z up. Shape and what is worn beneath
are those of garments/body.py; that file's arms turn by angles, here every bone may, and arms are aimed.
"""

import json
import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix
from scipy.spatial import cKDTree
from scipy.spatial.transform import Rotation

from garments import body

# a turn of a bone about an axis of the world by degrees, or of a finger towards the palm ("curl") or along it ("close",
# towards the thumb), or an aim: ("aim", joint below it, direction)
Turn = tuple[str, float]
Aim = tuple[str, str, Sequence[float]]
Pose = dict[str, list[Turn | Aim]]

ROOM = 0.011  # metres that flesh leaves for the layers of cloth between arm and trunk
LOW = 0.30  # share of the height below which nothing bears cloth


def turning(axis: str, degrees: float) -> NDArray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    a, b = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    matrix = np.eye(3)
    matrix[a, a], matrix[a, b], matrix[b, a], matrix[b, b] = c, -s, s, c
    return matrix


def about(axis: NDArray, degrees: float) -> NDArray:
    """A turn about any axis."""
    return Rotation.from_rotvec(np.radians(degrees) * axis / np.linalg.norm(axis)).as_matrix()


def aligning(start: NDArray, end: NDArray) -> NDArray:
    """The least turn that takes one direction to another (Rodrigues)."""
    a, b = start / np.linalg.norm(start), end / np.linalg.norm(end)
    v = np.cross(a, b)
    k = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + k + k @ k / (1 + a @ b)


class Wearer:
    """points: rest places of the body; faces: its quads; skin: the finer triangles that bear cloth."""

    def __init__(self, person: str, height: float):
        self.shape = body.Body(person, height)
        self.height, self.joints, self.points, self.faces = (
            height,
            self.shape.joints,
            self.shape.points,
            self.shape.faces,
        )
        with open(os.path.join(body.ASSETS, "rigs", "default.mhskel")) as source:
            self.bones = json.load(source)["bones"]
        with open(os.path.join(body.ASSETS, "rigs", "default_weights.mhw")) as source:
            weights = json.load(source)["weights"]
        self.order: list[str] = []
        while len(self.order) < len(self.bones):
            ready = [n for n, b in self.bones.items() if n not in self.order]
            self.order += [n for n in ready if not self.bones[n]["parent"] or self.bones[n]["parent"] in self.order]
        count = len(self.points)  # the base mesh lists the body first: its vertices keep their numbers
        entries = [(i, k, s) for k, n in enumerate(self.order) for i, s in weights.get(n, ()) if i < count]
        rows, columns, values = (np.array(x) for x in zip(*entries))
        shares = coo_matrix((values, (rows.astype(int), columns.astype(int))), (count, len(self.order))).tocsr()
        total = np.asarray(shares.sum(1)).ravel()
        size = (count, len(self.order))
        shares = shares + coo_matrix((1.0 * (total < 1e-6), (np.arange(count), np.zeros(count, int))), size)
        self.weights = csr_matrix(shares.multiply(1 / np.asarray(shares.sum(1))))
        self.hand = self.follows("wrist", "finger", "metacarpal")
        self.arm = self.follows("upperarm", "lowerarm") + self.hand
        self.bearing()

    def follows(self, *names: str) -> NDArray:
        """How much each point follows bones whose names begin so."""
        columns = [k for k, n in enumerate(self.order) if n.startswith(names)]
        return np.asarray(self.weights[:, columns].sum(1)).ravel()

    def bearing(self) -> None:
        """The trunk, neck and arms in quads half as large (a step of Catmull and Clark's), which bear the cloth."""
        head = self.follows("head", "eye", "jaw", "tongue", "oris", "levator", "orbicularis", "temporalis", "risorius")
        bears = (head < 0.5) & (self.points[:, 2] > LOW * self.height)
        faces = self.faces[bears[self.faces].all(1)]
        matrix, quads = catmull_clark(len(self.points), faces)
        used = np.unique(quads)
        new = np.full(matrix.shape[0], -1)
        new[used] = np.arange(len(used))
        quads = new[quads]
        self.finer = matrix.tocsr()[used]
        self.bearers = used[used < len(self.points)]  # points whose finer places come first, in this order
        self.skin = np.concatenate([quads[:, :3], quads[:, [0, 2, 3]]])
        self.skin_arm = self.finer @ self.arm

    def bone_matrices(self, pose: Pose) -> dict[str, NDArray]:
        """Each bone's turn and shift, 3 by 4, from rest to pose."""
        result: dict[str, NDArray] = {}
        for name in self.order:
            parent = self.bones[name]["parent"]
            above = result[parent] if parent else np.eye(3, 4)
            turn = np.eye(3)
            for step in pose.get(name, ()):
                if len(step) == 3:
                    rest = self.joints[step[1]] - self.joints[name]
                    turn = aligning(turn @ rest, above[:, :3].T @ np.asarray(step[2], float)) @ turn
                elif step[0] in ("curl", "close"):
                    turn = about(self.palm(name[-1])[step[0]], step[1]) @ turn
                else:
                    turn = turning(*step) @ turn
            joint = self.joints[name]
            shift = above[:, :3] @ (joint - turn @ joint) + above[:, 3]
            result[name] = np.column_stack([above[:, :3] @ turn, shift])
        return result

    def palm(self, side: str) -> dict[str, NDArray]:
        """Axes of a hand at rest: its fingers curl towards the palm about the knuckles' line, and close to the thumb
        about what stands upright on it.
        """
        index, little, wrist = (self.joints[f"{joint}.{side}"] for joint in ("finger2-1", "finger5-1", "wrist"))
        knuckles = little - index
        return {"curl": knuckles, "close": np.cross(knuckles, (index + little) / 2 - wrist)}

    def posed(self, pose: Pose) -> NDArray:
        matrices = self.bone_matrices(pose)
        blended = (self.weights @ np.array([matrices[n].ravel() for n in self.order])).reshape(-1, 3, 4)
        return np.einsum("nij,nj->ni", blended[:, :, :3], self.points) + blended[:, :, 3]

    def joints_posed(self, pose: Pose) -> dict[str, NDArray]:
        return {n: m[:, :3] @ self.joints[n] + m[:, 3] for n, m in self.bone_matrices(pose).items()}

    def bears(self, pose: Pose) -> NDArray:
        """Places of what bears cloth, the flesh of arm and trunk drawn back where they leave no room for it."""
        return yielding(self.finer @ self.posed(pose), self.skin, self.skin_arm)

    def yielded(self, pose: Pose) -> NDArray:
        """All points, those that bear cloth drawn back as in bears(): what a picture shows."""
        points = self.posed(pose)
        smooth, n = self.finer @ points, len(self.bearers)
        points[self.bearers] += (yielding(smooth, self.skin, self.skin_arm) - smooth)[:n]
        return points


def normals(points: NDArray, triangles: NDArray) -> NDArray:
    flat = np.cross(
        points[triangles[:, 1]] - points[triangles[:, 0]], points[triangles[:, 2]] - points[triangles[:, 0]]
    )
    total = np.stack([np.bincount(triangles.ravel(), np.repeat(flat[:, k], 3), len(points)) for k in range(3)], 1)
    return total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-12)


def yielding(points: NDArray, triangles: NDArray, arm: NDArray, room: float = ROOM) -> NDArray:
    """Points drawn inwards until arm and trunk stand `room` apart. Posed skin passes through itself at the armpit, and
    cloth that is pressed between two such surfaces can satisfy neither.
    """
    outwards = normals(points, triangles)
    back = np.zeros(len(points))
    sides = [np.flatnonzero(arm > 0.5), np.flatnonzero(arm <= 0.5)]
    for mine, theirs in (sides, sides[::-1]):
        tree = cKDTree(points[theirs])
        far, nearest = tree.query(points[mine], k=6, distance_upper_bound=0.05)
        for k in range(6):
            found = np.isfinite(far[:, k])
            i, j = mine[found], theirs[nearest[found, k]]
            facing = -(outwards[i] * outwards[j]).sum(1)
            gap = ((points[j] - points[i]) * outwards[i]).sum(1)
            aside = np.linalg.norm(points[j] - points[i] - gap[:, None] * outwards[i], axis=1)
            short = np.clip((room - gap) / 2, 0, 0.02) * np.clip((facing - 0.2) / 0.4, 0, 1) * (aside < 0.015)
            np.maximum.at(back, i, short)
    pairs = np.concatenate([triangles[:, [a, b]] for a, b in ((0, 1), (1, 2), (2, 0))])
    pairs = np.concatenate([pairs, pairs[:, ::-1]])
    count = np.bincount(pairs[:, 0], minlength=len(points))
    for _ in range(4):
        around = np.bincount(pairs[:, 0], back[pairs[:, 1]], len(points)) / np.maximum(count, 1)
        back = np.maximum(0.5 * (back + around), 0.9 * back)
    return points - outwards * back[:, None]


def catmull_clark(count: int, faces: NDArray) -> tuple[csr_matrix, NDArray]:
    """(the matrix that takes points to the finer mesh's, its quads); rims stay where they are."""
    sides = np.sort(np.concatenate([faces[:, [k, (k + 1) % 4]] for k in range(4)]), axis=1)
    edges, inverse = np.unique(sides, axis=0, return_inverse=True)
    inverse = inverse.reshape(4, -1)
    uses, f = np.bincount(inverse.ravel()), np.arange(len(faces))
    ones = lambda rows, columns, shape: coo_matrix((np.ones(len(rows)), (rows, columns)), shape).tocsr()
    of_face = ones(np.repeat(f, 4), faces.ravel(), (len(faces), count)) / 4
    middles = ones(np.repeat(np.arange(len(edges)), 2), edges.ravel(), (len(edges), count)) / 2
    at_edge = ones(inverse.ravel(), np.tile(f, 4), (len(edges), len(faces)))
    scaled = lambda matrix, by: csr_matrix(matrix.multiply(np.asarray(by, float)[:, None]))
    inside = uses == 2
    edge_points = scaled(middles, np.where(inside, 0.5, 1)) + scaled(at_edge @ of_face, np.where(inside, 0.25, 0))
    to_faces = ones(faces.ravel(), np.repeat(f, 4), (count, len(faces)))
    to_edges = ones(edges.ravel(), np.repeat(np.arange(len(edges)), 2), (count, len(edges)))
    in_faces, valence = np.asarray(to_faces.sum(1)).ravel(), np.asarray(to_edges.sum(1)).ravel()
    mean_faces = scaled(to_faces @ of_face, 1 / np.maximum(in_faces, 1))
    mean_edges = scaled(to_edges @ middles, 1 / np.maximum(valence, 1))
    same = csr_matrix(coo_matrix((np.ones(count), (np.arange(count), np.arange(count))), (count, count)))
    n = np.maximum(valence, 3)
    smooth = scaled(mean_faces, 1 / n) + scaled(mean_edges, 2 / n) + scaled(same, (n - 3) / n)
    held = (valence == 0) | np.isin(np.arange(count), edges[~inside])
    corners = scaled(smooth, ~held) + scaled(same, held)
    at = inverse.T + count
    face = f + count + len(edges)
    quads = np.concatenate([np.stack([faces[:, k], at[:, k], face, at[:, (k + 3) % 4]], 1) for k in range(4)])
    stacked = [corners.tocoo(), edge_points.tocoo(), of_face.tocoo()]
    starts = np.cumsum([0, *(m.shape[0] for m in stacked)])
    rows, columns = (np.concatenate(x) for x in zip(*((m.row + s, m.col) for m, s in zip(stacked, starts))))
    return coo_matrix((np.concatenate([m.data for m in stacked]), (rows, columns)), (starts[-1], count)).tocsr(), quads
