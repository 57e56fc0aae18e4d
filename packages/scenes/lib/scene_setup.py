"""The stage: one Cycles scene, its light groups and its passes.

Units: metres, linear radiance. Every pass is rendered once and gives one float EXR per light group
(Cycles light groups), each denoised on its own by OpenImageDenoise with albedo and normal guides.
A finished pass is kept in the work folder and is not rendered again.
"""

import os
import time

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

GROUPS = ("key", "fill", "env")
GROUND_ALBEDO = 0.55  # between a wooden table (0.3) and white paper (0.85): one bounce serves all backgrounds


def reset():
    """An empty Cycles scene with the three light groups, on every core or on PRINTROOM_SCENES_THREADS of them."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.02
    cycles.adaptive_min_samples = 12
    cycles.use_light_tree = False  # three panels and a dome: one sample each is quicker
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 3, 2
    cycles.transmission_bounces = 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    scene.render.use_persistent_data = True
    threads = int(os.environ.get("PRINTROOM_SCENES_THREADS", "0"))
    scene.render.threads_mode = "FIXED" if threads else "AUTO"
    if threads:
        scene.render.threads = threads
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    for group in GROUPS:
        layer.lightgroups.add(name=group)
    return scene


def add_mesh(name, points, faces, uv=None, material=None, smooth=True):
    """uv: one (u, v) per face corner, in the order of the faces."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(map(float, p)) for p in points], [], [tuple(map(int, f)) for f in faces])
    mesh.update()
    if smooth:
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    if uv is not None:
        layer = mesh.uv_layers.new(name="pattern")
        layer.data.foreach_set("uv", [float(x) for pair in uv for x in pair])
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    if material:
        mesh.materials.append(material)
    return thing


def look_at(thing, position, target):
    thing.location = position
    direction = Vector(target) - Vector(position)
    thing.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()


def add_camera(position, target, frame, roll=0.0):
    """frame: width in metres of what the square picture shows at the target's distance."""
    data = bpy.data.cameras.new("camera")
    data.sensor_width = 36.0
    distance = (Vector(target) - Vector(position)).length
    data.lens = 36.0 * distance / frame
    thing = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(thing)
    look_at(thing, position, target)
    if roll:
        thing.rotation_euler.rotate_axis("Z", roll)
    bpy.context.scene.camera = thing
    return thing


def add_softbox(group, position, target, width, height, strength, soft=0.10):
    """A one-sided emitting panel whose brightness falls off within `soft` of its edges (as fabric does)."""
    material = bpy.data.materials.new("softbox")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new
    uv = new("ShaderNodeUVMap")
    uv.uv_map = "pattern"
    split = new("ShaderNodeSeparateXYZ")
    link(uv.outputs[0], split.inputs[0])
    factor = None
    for axis in (0, 1):
        centre = new("ShaderNodeMath")
        centre.operation = "PINGPONG"
        centre.inputs[1].default_value = 0.5
        link(split.outputs[axis], centre.inputs[0])
        ramp = new("ShaderNodeMapRange")
        ramp.interpolation_type = "SMOOTHSTEP"
        ramp.inputs["From Max"].default_value = soft
        link(centre.outputs[0], ramp.inputs["Value"])
        if factor is None:
            factor = ramp.outputs[0]
        else:
            both = new("ShaderNodeMath")
            both.operation = "MULTIPLY"
            link(factor, both.inputs[0])
            link(ramp.outputs[0], both.inputs[1])
            factor = both.outputs[0]
    geometry = new("ShaderNodeNewGeometry")
    front = new("ShaderNodeMath")
    front.operation = "SUBTRACT"
    front.inputs[0].default_value = 1.0
    link(geometry.outputs["Backfacing"], front.inputs[1])
    power = new("ShaderNodeMath")
    power.operation = "MULTIPLY"
    link(front.outputs[0], power.inputs[0])
    link(factor, power.inputs[1])
    scaled = new("ShaderNodeMath")
    scaled.operation = "MULTIPLY"
    scaled.inputs[1].default_value = strength
    link(power.outputs[0], scaled.inputs[0])
    emission = new("ShaderNodeEmission")
    link(scaled.outputs[0], emission.inputs["Strength"])
    link(emission.outputs[0], new("ShaderNodeOutputMaterial").inputs[0])
    w, h = width / 2, height / 2
    panel = add_mesh(
        "softbox",
        [(-w, -h, 0), (-w, h, 0), (w, h, 0), (w, -h, 0)],
        [(0, 1, 2, 3)],
        [(0, 0), (0, 1), (1, 1), (1, 0)],
        material,
        smooth=False,
    )
    look_at(panel, position, target)
    panel.visible_camera = False
    panel.visible_shadow = False
    panel.lightgroup = group
    return panel


def set_world(low, high):
    """The env group: a dome whose radiance rises from `low` at the horizon to `high` overhead."""
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    world.lightgroup = "env"
    tree = world.node_tree
    new, link = tree.nodes.new, tree.links.new
    split = new("ShaderNodeSeparateXYZ")
    link(new("ShaderNodeTexCoord").outputs["Generated"], split.inputs[0])
    ramp = new("ShaderNodeMapRange")
    ramp.interpolation_type = "SMOOTHSTEP"
    ramp.inputs["To Min"].default_value, ramp.inputs["To Max"].default_value = low, high
    link(split.outputs[2], ramp.inputs["Value"])
    link(ramp.outputs[0], tree.nodes["Background"].inputs["Strength"])
    tree.nodes["Background"].inputs["Color"].default_value = (1, 1, 1, 1)
    world.cycles.sampling_method, world.cycles.sample_map_resolution = (
        "MANUAL",
        64,
    )  # so smooth a dome needs no finer map
    bpy.context.scene.world = world
    return world


def _wire(folder, name, alpha):
    """Compositor: each group's pass through the denoiser into its own 32-bit EXR."""
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new
    layers = new("CompositorNodeRLayers")
    out = new("CompositorNodeOutputFile")
    out.base_path = folder
    out.format.file_format = "OPEN_EXR"
    out.format.color_depth = "32"
    out.format.exr_codec = "ZIP"
    out.file_slots.clear()
    for group in GROUPS:
        denoise = new("CompositorNodeDenoise")
        denoise.prefilter = (
            "NONE"  # normals and albedos have hardly any noise; cleaning them took more time than the pass
        )
        denoise.use_hdr = True
        link(layers.outputs[f"Combined_{group}"], denoise.inputs["Image"])
        link(layers.outputs["Denoising Normal"], denoise.inputs["Normal"])
        link(layers.outputs["Denoising Albedo"], denoise.inputs["Albedo"])
        out.file_slots.new(f"{name}-{group}-")
        link(denoise.outputs[0], out.inputs[-1])
    if alpha:
        out.file_slots.new(f"{name}-alpha-")
        link(layers.outputs["Alpha"], out.inputs[-1])
    link(layers.outputs["Image"], new("CompositorNodeComposite").inputs[0])


def render_pass(folder, name, size, samples, transparent=False, bounces=4, fresh=False):
    """Renders `name` per light group, unless its files are there already. Returns {group: path}."""
    paths = {g: os.path.join(folder, f"{name}-{g}-0001.exr") for g in GROUPS}
    if not fresh and all(os.path.exists(p) for p in paths.values()):
        return paths
    os.makedirs(folder, exist_ok=True)
    scene = bpy.context.scene
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.render.film_transparent = transparent
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces = bounces, min(bounces, 3)
    scene.frame_set(1)
    _wire(folder, name, transparent)
    started = time.time()
    bpy.ops.render.render(write_still=False)
    print(f"pass {name} {size} px, {samples} samples: {time.time() - started:.0f} s", flush=True)
    return paths


def render_uv(folder, products, size, samples=32, fresh=False, blocking=()):
    """The map: products emit (u, v, 1), nothing else is there but what stands before them, black. `uv` must lie in
    0..1 of pattern space."""
    path = os.path.join(folder, "uv.exr")
    if not fresh and os.path.exists(path):
        return path
    material = bpy.data.materials.new("map")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new
    uv = new("ShaderNodeUVMap")
    uv.uv_map = "pattern"
    split, join, emission = new("ShaderNodeSeparateXYZ"), new("ShaderNodeCombineXYZ"), new("ShaderNodeEmission")
    link(uv.outputs[0], split.inputs[0])
    link(split.outputs[0], join.inputs[0])
    link(split.outputs[1], join.inputs[1])
    join.inputs[2].default_value = 1.0
    link(join.outputs[0], emission.inputs["Color"])
    link(emission.outputs[0], new("ShaderNodeOutputMaterial").inputs[0])
    scene = bpy.context.scene
    black = bpy.data.materials.new("black")
    black.use_nodes = True
    black.node_tree.nodes.clear()
    black.node_tree.links.new(
        black.node_tree.nodes.new("ShaderNodeHoldout").outputs[0],
        black.node_tree.nodes.new("ShaderNodeOutputMaterial").inputs[0],
    )
    shown = [*products, *blocking]
    kept = {p: [s.material for s in p.material_slots] for p in shown}
    hidden = [o for o in bpy.data.objects if o.type == "MESH" and o not in shown and not o.hide_render]
    world = scene.world
    scene.world = None
    for thing in hidden:
        thing.hide_render = True
    for thing in products:
        for slot in thing.material_slots:
            slot.material = material
    for thing in blocking:
        for slot in thing.material_slots:
            slot.material = black
    scene.use_nodes = False
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.render.film_transparent = False
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.samples = samples
    image = scene.render.image_settings
    image.file_format, image.color_depth, image.color_mode = "OPEN_EXR", "32", "RGB"
    scene.render.filepath = path
    started = time.time()
    bpy.ops.render.render(write_still=True)
    print(f"pass uv {size} px: {time.time() - started:.0f} s", flush=True)
    scene.world = world
    for thing in hidden:
        thing.hide_render = False
    for thing, materials in kept.items():
        for slot, old in zip(thing.material_slots, materials):
            slot.material = old
    return path


def frame_products(products, margin=0.012):
    """Restricts rendering to the products' part of the picture (None: the whole picture)."""
    render = bpy.context.scene.render
    render.use_border = products is not None
    render.use_crop_to_border = False
    render.resolution_x = render.resolution_y = 1024  # the view is reckoned with the aspect
    if products is None:
        return
    bpy.context.view_layer.update()
    seen = [
        world_to_camera_view(bpy.context.scene, bpy.context.scene.camera, thing.matrix_world @ v.co)
        for thing in products
        for v in list(thing.data.vertices)[::7]
    ]
    render.border_min_x = max(0.0, min(p.x for p in seen) - margin)
    render.border_max_x = min(1.0, max(p.x for p in seen) + margin)
    render.border_min_y = max(0.0, min(p.y for p in seen) - margin)
    render.border_max_y = min(1.0, max(p.y for p in seen) + margin)


def render_plate(folder, products, ground, albedo, sizes, samples, fresh=False, grounded=True):
    """All passes of one geometry. albedo(value) sets every product material's albedo.

    sizes / samples: {"w", "k", "s" (ratios), "uv"}. ground: the objects that become holdout or receive shadow.
    grounded=False: the product hangs in mid-air; the ground measures the light and is in no picture of the product.
    """

    def product_seen(seen):
        for thing in products:
            thing.visible_camera = seen

    def ground_held(held):
        for thing in ground:
            thing.is_holdout = held

    def ground_hidden(hidden):
        for thing in ground:
            thing.hide_render = hidden

    frame_products(products)
    render_uv(folder, products, sizes["uv"], samples["uv"], fresh)
    albedo(0.80)
    ground_held(True)
    ground_hidden(not grounded)
    render_pass(folder, "w", sizes["w"], samples["w"], transparent=True, bounces=3, fresh=fresh)
    albedo(0.0)
    render_pass(folder, "k", sizes["k"], samples["k"], transparent=True, bounces=3, fresh=fresh)
    frame_products(None)
    ground_held(False)
    ground_hidden(False)
    if grounded:
        product_seen(False)
        render_pass(folder, "sk", sizes["s"], samples["s"], bounces=2, fresh=fresh)
        albedo(0.80)
        render_pass(folder, "sw", sizes["s"], samples["s"], bounces=2, fresh=fresh)
        product_seen(True)
    for thing in products:
        thing.hide_render = True
    render_pass(folder, "empty", sizes["s"] // 4, samples["s"] * 4, bounces=2, fresh=fresh)  # smooth: few pixels do
    for thing in products:
        thing.hide_render = False
