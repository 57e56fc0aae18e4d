"""What stands around and under the cloth: simple bodies, tables, lines, hands, and what throws shadows."""

import bpy
import numpy as np
from cloth import INCH, mesh_object
from mathutils import Vector


def material(name, colour, rough=0.9, gloss=0.0):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = rough
    shader.inputs["Specular IOR Level"].default_value = gloss
    return made


def painted(obj, colour, rough=0.9, gloss=0.2):
    obj.data.materials.append(material(obj.name, colour, rough, gloss))
    return obj


def plane(name, middle, right, up, colour):
    m, r, u = Vector(middle), Vector(right), Vector(up)
    return painted(
        mesh_object(name, [m - r - u, m + r - u, m + r + u, m - r + u], [(0, 1, 2, 3)], smooth=False), colour
    )


def loft(name, rings, sides=40, power=2.4):
    """Rings of (height, half width, half depth) as one closed body: superellipses, in inches."""
    points, faces = [], []
    for z, a, b in rings:
        for k in range(sides):
            t = 2 * np.pi * k / sides
            c, s = np.cos(t), np.sin(t)
            points.append((a * np.sign(c) * abs(c) ** (2 / power), b * np.sign(s) * abs(s) ** (2 / power), z))
    for ring in range(len(rings) - 1):
        for k in range(sides):
            l = ring * sides + (k + 1) % sides
            faces.append((ring * sides + k, l, l + sides, ring * sides + k + sides))
    faces += [tuple(reversed(range(sides))), tuple(range(len(points) - sides, len(points)))]
    return mesh_object(name, np.array(points) * INCH, faces)


def rod(name, start, end, radius, sides=16, taper=1.0):
    """A rod with round ends between two places (inches)."""
    a, b = np.array(start, float), np.array(end, float)
    length = np.linalg.norm(b - a)
    along = (b - a) / length
    across = np.cross(along, (0, 0, 1) if abs(along[2]) < 0.9 else (1, 0, 0))
    across /= np.linalg.norm(across)
    other = np.cross(along, across)
    ends = np.linspace(0.05, np.pi / 2, 6)
    profile = [(-radius * np.cos(t), radius * np.sin(t)) for t in ends]
    profile += [(length + radius * taper * np.cos(t), radius * taper * np.sin(t)) for t in ends[::-1]]
    points, faces = [], []
    for z, r in profile:
        for k in range(sides):
            t = 2 * np.pi * k / sides
            points.append(a + along * z + r * (np.cos(t) * across + np.sin(t) * other))
    for ring in range(len(profile) - 1):
        for k in range(sides):
            l = ring * sides + (k + 1) % sides
            faces.append((ring * sides + k, l, l + sides, ring * sides + k + sides))
    return mesh_object(name, np.array(points) * INCH, faces)


def torso(length, angle, girth, skin):
    """Hips to neck with two arms; its shoulders lie well below a shirt's of this length."""
    top = length - 2.2
    w, d = 7.3 * girth, 4.7 * girth
    rings = [(-9, 6.6, 4.4), (0, w, d), (6, w * 0.93, d * 0.93), (13, w * 1.02, d), (18, w * 1.06, d * 1.08)]
    rings += [(top - 5, w * 1.02, d), (top - 2.6, w * 0.86, d * 0.8), (top - 1.2, w * 0.62, d * 0.62)]
    rings += [(top - 0.2, 2.9, 2.9), (top + 4.5, 2.4, 2.6)]
    parts = [loft("torso", rings)]
    for hand in (-1, 1):
        shoulder = (hand * (w - 0.9), 0, top - 4.1)
        elbow = (shoulder[0] + hand * 13 * np.cos(angle), 0.4, shoulder[2] - 13 * np.sin(angle))
        parts.append(rod("arm", shoulder, elbow, 2.1, taper=0.8))
        wrist = (elbow[0] + hand * 11 * np.cos(angle + 0.1), -1.0, elbow[2] - 11 * np.sin(angle + 0.1))
        parts.append(rod("forearm", elbow, wrist, 1.6, taper=0.7))
    parts.append(
        loft(
            "head", [(top + 3, 2, 2), (top + 5, 3, 3.6), (top + 8, 3.2, 3.9), (top + 11, 2.4, 3), (top + 12, 0.7, 0.9)]
        )
    )
    for part in parts:
        painted(part, skin, 0.6)
    return parts


def hand(at, towards, skin):
    """Fingers about a place, out of the direction of an arm (inches)."""
    at, towards = np.array(at, float), np.array(towards, float)
    for k in range(4):
        start = at + towards * 2 + np.array((0, 0.3, (k - 1.5) * 0.62))
        painted(rod("finger", start, at + np.array((0, -0.35, (k - 1.5) * 0.5)), 0.3, taper=0.85), skin, 0.6)
    painted(rod("wrist", at + towards * 10, at + towards * 2.4 + np.array((0, 0.4, 0)), 1.2), skin, 0.6)


def mug(radius, height, sheet_width, top, colour=(0.8, 0.8, 0.8)):
    """A mug of which the half towards -y bears the sheet; places as on a garment, x from the middle and z."""
    sides, rows = 160, 24
    points, places = [], []
    for j in range(rows + 1):
        for k in range(sides + 1):
            t = 2 * np.pi * (k / sides - 0.5)
            z = height * j / rows
            points.append((radius * np.sin(t), -radius * np.cos(t), z))
            places.append((radius * t, z))
    at = lambda k, j: j * (sides + 1) + k
    faces = [(at(k, j), at(k + 1, j), at(k + 1, j + 1), at(k, j + 1)) for j in range(rows) for k in range(sides)]
    body = mesh_object("garment", np.array(points) * INCH, faces, [0] * len(faces), np.array(places))
    inner = loft(
        "inside",
        [(0.3, radius * 0.94, radius * 0.94), (height, radius * 0.94, radius * 0.94), (height, radius, radius)],
        80,
        2,
    )
    # The loft's last ring is closed by a lid; a mug is open.
    lid = [p.index for p in inner.data.polygons if len(p.vertices) > 4]
    keep = [tuple(p.vertices) for p in inner.data.polygons if p.index not in lid]
    walls = mesh_object("rim", [v.co.copy() for v in inner.data.vertices], keep, [1] * len(keep))
    bpy.data.objects.remove(inner)
    arcs = [(radius + 0.95 * np.sin(t), height / 2 + 1.15 * np.cos(t)) for t in np.linspace(0.25, np.pi - 0.25, 9)]
    handle = [rod("handle", (a[0], 0, a[1]), (b[0], 0, b[1]), 0.22) for a, b in zip(arcs, arcs[1:])]
    return body, [walls, *handle]
