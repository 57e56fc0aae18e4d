"""A sweatshirt, with a hood or without, worn by a man or a woman: the sewn garment of sewn.py, settled on the posed
body; its scene.

Units: metres. Person, light and passes are those of worn.py; the cloth's places in the pattern those of ghost.py.
"""

import hashlib
import inspect
import os
from dataclasses import replace

import numpy as np
from scipy.spatial import cKDTree

from garments import body as people
from garments import (
    flesh,
    ghost,
    ghost_hood,
    ghost_space,
    mannequin,
    sewn,
    sewn_pattern,
    worn,
    worn_folds,
    worn_form,
    worn_hood,
)
from lib import cloth as cloth_lib
from lib import edges, scene_setup, seams
from rigs import person as person_rig

PATTERN = ghost_space.PATTERN
GRADED = ("seam_x", "seam_front", "seam_back", "tip", "underarm", "side_end", "overarm", "wrist", "cuff_width")
SOURCES = (people, cloth_lib, mannequin, sewn_pattern, sewn, worn_form)
SKIN_SHOWN = 0.05  # metres that skin goes on beneath the cloth's edges
NEAR, UNDER = 0.035, 0.005  # metres: the body so near to cloth lies at least so deep under it


def graded(cut, size):
    """The cut in another size; ribs, cloth and the sleeve's angle stay."""

    def sized(value):
        return tuple(size * x for x in value) if isinstance(value, tuple) else size * value

    return replace(cut, **{name: sized(getattr(cut, name)) for name in GRADED})


def wearer(facts):
    """(person, places in the world, form): the body as it stands, but for its turn."""
    person = people.Body(facts["person"], facts["height"], facts.get("loose", False))
    points, limbs = person.posed(facts["arms"])
    straight = {**facts, "turn": 0.0}
    shoulders = max(limbs[s][0][2] for s in "LR") + 0.075
    stood = lambda p: worn.stand(np.asarray(p), straight, shoulders - 0.37)
    points, limbs = stood(points), {s: stood(joints) for s, joints in limbs.items()}
    on_ridge = np.abs(np.abs(points[:, 0]) - 0.095) < 0.02
    top = np.percentile(points[on_ridge & (points[:, 2] < shoulders + 0.06), 2], 99)
    clothed = person.faces
    if "over" in facts:
        beyond = [(points - limbs[s][2]) @ (limbs[s][2] - limbs[s][1]) > 0 for s in "LR"]
        hand = (beyond[0] & (points[:, 0] > 0) | beyond[1] & (points[:, 0] < 0)) & (person.arm > 0.9)
        clothed = clothed[~hand[clothed].any(1)]
    middle = stood(person.joints["neck01"][None])[0, 0]
    return person, points, worn_form.Wearer(points, clothed, limbs, top, -0.012, middle)


def settled(name, facts, work):
    """(mesh, places in the garment's frame, person, the person's places, form); the cloth is kept in `work`."""
    person, points, form = wearer(facts)
    wrists = tuple(float(sum(arm.lengths)) + facts.get("over", 0.012) for arm in form.arms)
    cut = replace(graded(getattr(sewn_pattern, facts["cut"]), facts["size"]), cuffs_at=wrists)
    lowered = (worn_hood,) if facts.get("hood") == "down" else ()
    sources = "".join(inspect.getsource(module) for module in SOURCES + lowered)
    follows = [
        facts[k] for k in ("person", "height", "arms", "tilt", "sway", "seed", "lift", "over", "loose") if k in facts
    ]
    digest = hashlib.sha1((sources + repr([cut, follows])).encode())
    kept = os.path.join(work, f"worn-{name.replace('/', '-')}-{digest.hexdigest()[:10]}.npy")
    if os.path.exists(kept):
        mesh, cloth = sewn.Mesh(cut, sewn.FINE), np.load(kept)
    else:
        mesh, cloth = sewn.fill(cut, form, facts["seed"], facts["lift"], 0.0)
        if lowered:
            cloth = worn_hood.lowered(mesh, cloth, form)
        os.makedirs(work, exist_ok=True)
        np.save(kept, cloth)
    return mesh, cloth, person, points, form


def collar(mesh, cloth, form, place, material):
    """A ribbed band that leans on the neck: its rows start inwards and up from the seam and are held off the skin."""
    cut = mesh.cut
    seam, angle = ghost.neck_ring(mesh, cloth)
    ahead, behind = np.maximum(np.sin(angle), 0)[:, None], np.maximum(-np.sin(angle), 0)[:, None]
    middle = seam.mean(0)
    inwards = (middle - seam) * [1, 0, 1]
    inwards /= np.linalg.norm(inwards, axis=1, keepdims=True)
    way = edges.smooth_line(
        inwards * (0.62 - 0.30 * behind) + np.array([0, 1.0, 0]) * (0.72 + 0.18 * behind - 0.10 * ahead), 60
    )
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    rows = [seam]
    for share in (0.5, 1.0):
        row = seam + way * cut.band * share
        for _ in range(3):
            away, slope = form.distance(row)
            row = row + slope * np.maximum(1.2 * cut.thick + 0.0015 - away, 0)[:, None]
        rows.append(edges.smooth_line(row, 40))
    return worn.band([place(row) for row in rows], 0.85 * cut.thick, material)


def beneath(person, points, mesh, cloth):
    """(the body drawn in until it lies under the cloth, the faces of it that may be seen)."""
    t = mesh.triangles
    face = np.cross(cloth[t[:, 1]] - cloth[t[:, 0]], cloth[t[:, 2]] - cloth[t[:, 0]])
    normals = np.stack([np.bincount(t.ravel(), np.repeat(face[:, k], 3), len(cloth)) for k in range(3)], 1)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    away, nearest = cKDTree(cloth).query(points)
    height = ((points - cloth[nearest]) * normals[nearest]).sum(1)
    inwards = normals[nearest] * (np.clip(height + UNDER, 0, 0.03) * (away < NEAR))[:, None]
    for _ in range(2):
        inwards = np.where((away < NEAR)[:, None], inwards, person.around(inwards))
    kinds = ("cuff", "hem", "opening" if mesh.cut.hood else "neck")
    rims = np.concatenate([mesh.rim(kind) for kind in kinds])
    to_rim = cKDTree(cloth[rims]).query(cloth)[0]
    deep = (away < NEAR) & (to_rim[nearest] > SKIN_SHOWN)
    return points - inwards, person.faces[~deep[person.faces].all(1)]


def finer(points, triangles, corner):
    """One step of Loop's subdivision: smooth places, and the corners' places in the pattern on straight lines as they
    were.
    """
    sides = [triangles[:, [k, (k + 1) % 3]] for k in range(3)]
    pairs, edge = np.unique(np.sort(np.concatenate(sides), axis=1), axis=0, return_inverse=True)
    edge, n = edge.reshape(3, -1), len(points)
    inside = np.bincount(edge.ravel()) == 2
    across = np.concatenate([triangles[:, (k + 2) % 3] for k in range(3)])
    opposite = np.stack([np.bincount(edge.ravel(), points[across, k]) for k in range(3)], 1)
    ends = points[pairs].sum(1)
    between = np.where(inside[:, None], 0.375 * ends + 0.125 * opposite, 0.5 * ends)
    open_ = np.isin(np.arange(n), pairs[~inside])
    to, by = np.concatenate([pairs[:, 0], pairs[:, 1]]), np.concatenate([pairs[:, 1], pairs[:, 0]])
    counts = ~open_[to] | np.tile(~inside, 2)  # on a rim only the rim's own neighbours count
    to, by = to[counts], by[counts]
    valence = np.bincount(to, minlength=n)
    around = np.stack([np.bincount(to, points[by, k], n) for k in range(3)], 1)
    share = np.where(open_, 0.125, np.where(valence == 3, 0.1875, 0.375 / np.maximum(valence, 1)))[:, None]
    moved = points * (1 - share * valence[:, None]) + around * share
    a, b, c = triangles.T
    ab, bc, ca = edge + n
    faces = np.concatenate([np.stack(x, 1) for x in ((a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca))])
    u = [corner[:, k] for k in range(3)]
    m = [(u[k] + u[(k + 1) % 3]) / 2 for k in range(3)]
    flat = np.concatenate(
        [np.stack(x, 1) for x in ((u[0], m[0], m[2]), (u[1], m[1], m[0]), (u[2], m[2], m[1]), (m[0], m[1], m[2]))]
    )
    return np.concatenate([moved, between]), faces, flat


def shell(mesh, cloth, material, seed):
    """The garment with its finer folds and the cloth's thickness."""
    points, faces, flat = finer(cloth, mesh.triangles, mesh.corner)
    at, front = np.zeros((len(points), 2)), np.zeros(len(points), bool)
    at[faces] = flat
    front[faces[np.tile(mesh.piece == 0, 4)]] = True
    face = np.cross(points[faces[:, 1]] - points[faces[:, 0]], points[faces[:, 2]] - points[faces[:, 0]])
    normals = np.stack([np.bincount(faces.ravel(), np.repeat(face[:, k], 3), len(points)) for k in range(3)], 1)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    points = points + normals * np.where(front, worn_folds.heights(mesh.cut, at, seed), 0)[:, None]
    printed = np.tile(mesh.piece == 0, 4) & (mesh.cut.sleeve_side(flat.mean(1)) < -0.012)
    flat[printed] = worn.unstretched(points, faces[printed], flat[printed])
    thing = ghost_space.add("garment", points, [tuple(f) for f in faces], flat, material, 0.0)
    solid = thing.modifiers.new("thick", "SOLIDIFY")
    solid.thickness, solid.offset = 1.6 * mesh.cut.thick, -1.0
    return thing


# A variant: arms, turn, tilt, sway as in worn.py; size: of the pattern, 1 is adult M; lift: of the hem, which the hips
# hold; above: what is seen above the shoulders, to the chin; over: metres by which sleeves cover the hands, which then
# bear no cloth; hood: "down", or up; loose: whether the cloth hangs free of the hollow beneath the chest.
def build(name, facts, work):
    """As worn.build: (products, people's things, card, albedo setter, facts of the camera, top of the print)."""
    mesh, cloth, person, points, form = settled(name, facts, work)
    middle_of_turn = form.top - 0.37
    turned = lambda p: worn.stand(p, {"sway": 0.0, "tilt": 0.0, "turn": facts["turn"]}, middle_of_turn)
    place = lambda p: turned(form.to_world(p))
    points, world = turned(points), place(cloth)
    low = world[:, 2].min()
    middle = form.top + facts["above"] - facts["frame"] / 2
    points, bare = beneath(person, points, mesh, world)
    draw = ghost.sewing(mesh.cut, not mesh.cut.hood)
    if mesh.cut.hood:
        draw = ghost_hood.draw(mesh.cut, draw)
    material, albedo = seams.jersey(seams.height_map(work, ghost_space.PATTERN, "worn-" + name.replace("/", "-"), draw))
    rib, rib_albedo = seams.rib()
    products = [shell(mesh, cloth, material, facts["seed"])]
    if mesh.cut.hood:
        products.append(ghost_hood.pocket(mesh, cloth, material, 0.0, facts["seed"]))
        products += ghost_hood.cords(mesh, cloth, rib, 0.0, facts["seed"])
    for thing in products:  # from the ghost's table-like space into the room
        at = np.empty(3 * len(thing.data.vertices))
        thing.data.vertices.foreach_get("co", at)
        thing.data.vertices.foreach_set("co", place(at.reshape(-1, 3) - [0, 0, ghost_space.WALL]).ravel())
        thing.data.update()
    if not mesh.cut.hood:
        products.append(collar(mesh, cloth, form, place, rib))
    figure = flesh.figure(person, points, bare, facts["skin"], low)
    card = person_rig.light(middle)
    scene_setup.add_camera((0.0, -85 * facts["frame"] / 36, middle + 0.10), (0.0, 0.0, middle), facts["frame"])

    def both(value):
        albedo(value)
        rib_albedo(value)

    camera = {"height": round(float(middle + 0.10), 3), "frame": facts["frame"]}
    return products, figure, card, both, camera, round(-mesh.cut.seam_front - 3 * 0.0254, 4)
