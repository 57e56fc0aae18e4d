"""Edges of laid cloth: the roll at a fold or hem, as rings of quads hung from a closed line."""

import numpy as np


def skirt(line, closed_normals, profile):
    """Rings hung from an edge: profile of (outwards, down) offsets. Returns points per ring."""
    return [line + np.c_[closed_normals * out, np.full(len(line), -down)] for out, down in profile]


def outward(line):
    """Unit normals in the plane of a closed counter-clockwise line, smoothed over corners."""
    t = np.roll(line, -2, 0)[:, :2] - np.roll(line, 2, 0)[:, :2]
    normal = np.stack([t[:, 1], -t[:, 0]], 1)
    return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)


def ring_faces(first, second, n, closed=True):
    last = n if closed else n - 1
    return [(first + i, second + i, second + (i + 1) % n, first + (i + 1) % n) for i in range(last)]


def smooth_line(line, rounds, strength=0.5):
    for _ in range(rounds):
        line = line + strength * ((np.roll(line, 1, 0) + np.roll(line, -1, 0)) / 2 - line)
    return line
