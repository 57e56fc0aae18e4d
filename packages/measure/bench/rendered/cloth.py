"""Cloth by Blender's own modifier: worn, hung, held up, or laid on a table. Inches come in, metres go out."""

import bpy
import numpy as np

INCH = 0.0254
UV_SPAN = 64  # inches that a UV of 1 spans, from its middle


def mesh_object(name, points, faces, ids=None, places=None, smooth=True):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(p) for p in points], [], faces)
    if ids is not None:
        mesh.polygons.foreach_set("material_index", np.array(ids, np.int32))
    if places is not None:
        layer = mesh.uv_layers.new(name="sheet")
        corners = np.empty(len(mesh.loops), np.int32)
        mesh.loops.foreach_get("vertex_index", corners)
        layer.uv.foreach_set("vector", (places[corners] / UV_SPAN + 0.5).astype(np.float32).ravel())
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    obj = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def collide(obj, gap=0.003, friction=8):
    obj.modifiers.new("collision", "COLLISION")
    obj.collision.thickness_outer = gap
    obj.collision.cloth_friction = friction


def simulate(panels, start, pins, frames, stiff, gravity=(0, 0, -9.81), wind=None, own=False):
    """Lets panels fall from `start` (metres) with `pins` (weights of points) held; the cloth as an object."""
    n = len(panels.rest)
    obj = mesh_object("cloth", start, panels.quads, panels.ids, panels.rest)
    obj.shape_key_add(name="start")
    rest = obj.shape_key_add(name="rest")
    flat = np.stack([panels.rest[:, 0], 0.04 * panels.side * np.minimum(1, panels.seam), panels.rest[:, 1]], 1) * INCH
    rest.data.foreach_set("co", flat.astype(np.float32).ravel())
    rest.value = 0
    cloth = obj.modifiers.new("cloth", "CLOTH")
    settings = cloth.settings
    settings.rest_shape_key = rest
    settings.quality = 6
    settings.mass = 0.2
    settings.air_damping = 2
    settings.tension_stiffness = settings.compression_stiffness = stiff
    settings.shear_stiffness = stiff / 2
    settings.bending_stiffness = 0.15
    settings.tension_damping = settings.compression_damping = settings.shear_damping = 8
    if pins is not None:
        group = obj.vertex_groups.new(name="pins")
        for i in range(n):
            if pins[i] > 0:
                group.add([i], float(pins[i]), "REPLACE")
        settings.vertex_group_mass = "pins"
    cloth.collision_settings.distance_min = 0.003
    cloth.collision_settings.use_self_collision = own
    cloth.collision_settings.self_distance_min = 0.003
    scene = bpy.context.scene
    scene.gravity = gravity
    cloth.point_cache.frame_start, cloth.point_cache.frame_end = 1, frames
    if wind:
        bpy.ops.object.effector_add(type="TURBULENCE", location=(0.3, 0.4, 0.2))
        field = bpy.context.object.field
        field.strength, field.size, field.flow, field.seed = wind, 0.5, 0.5, int(wind * 7) % 97 + 1
    for frame in range(1, frames + 1):
        scene.frame_set(frame)
    fine = obj.modifiers.new("fine", "SUBSURF")
    fine.levels = fine.render_levels = 1
    done = bpy.data.meshes.new_from_object(obj.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(obj)
    out = bpy.data.objects.new("garment", done)
    scene.collection.objects.link(out)
    return out


def pocket(obj, left, right, low, high):
    """A second layer of cloth before the front of `obj` where its places lie within bounds (inches)."""
    mesh = obj.data
    count = len(mesh.vertices)
    points, normals = np.empty(count * 3, np.float32), np.empty(count * 3, np.float32)
    mesh.vertices.foreach_get("co", points)
    mesh.vertices.foreach_get("normal", normals)
    uvs = np.empty(len(mesh.loops) * 2, np.float32)
    mesh.uv_layers["sheet"].uv.foreach_get("vector", uvs)
    places = (uvs.reshape(-1, 2) - 0.5) * UV_SPAN
    faces, lifts = [], {}
    for polygon in mesh.polygons:
        at = places[list(polygon.loop_indices)]
        slope = 2.2 * (at[:, 1] - low) / (high - low)
        inside = (at[:, 0] > left + slope) & (at[:, 0] < right - slope) & (at[:, 1] > low) & (at[:, 1] < high)
        if polygon.material_index != 0 or not inside.all():
            continue
        faces.append(list(polygon.vertices))
        for vertex, (_, z) in zip(polygon.vertices, at):
            rim = min(z - low, high - z, 1)
            lifts[vertex] = 0.05 + 0.25 * max(0, rim)
    order = {vertex: i for i, vertex in enumerate(lifts)}
    base, along = points.reshape(-1, 3), normals.reshape(-1, 3)
    moved = [base[v] + along[v] * lift * INCH for v, lift in lifts.items()]
    return mesh_object("pocket", moved, [[order[v] for v in face] for face in faces], [1] * len(faces))
