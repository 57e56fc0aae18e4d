"""What every scene is made of, unrendered: python tests/digest.py [PRODUCT/VARIANT …] prints a line of JSON a variant.

Equal lines before and after a change mean equal scenes: objects, meshes with their UVs, nodes of materials, camera,
world and render settings, and the facts of plate.json. Garments settle for a few rounds only, on both sides of a
comparison: a variant is built in a minute or two, and its cloth is not the plate's.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import scipy.optimize

sys.path.insert(0, str(Path(__file__).parent.parent))

ROUNDS = 4  # of every minimisation
minimize = scipy.optimize.minimize


def cut_short(*args: Any, **options: Any) -> Any:
    """scipy's minimize, stopped after a few rounds. In place before the modules that import it by name."""
    return minimize(*args, **{**options, "options": {**options.get("options", {}), "maxiter": ROUNDS}})


scipy.optimize.minimize = cut_short

import build  # noqa: E402
from lib import scene_setup  # noqa: E402


def digest(*parts: Any) -> str:
    """A short hash of bytes and of whatever has a repr that tells it."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part if isinstance(part, bytes) else repr(part).encode())
    return whole.hexdigest()[:16]


def values(thing: Any) -> list[tuple[str, Any]]:
    """The plain properties of something of Blender's, but for paths and what differs from run to run."""
    found = []
    for prop in thing.bl_rna.properties:
        if prop.identifier in ("filepath", "session_uid") or prop.type in ("POINTER", "COLLECTION"):
            continue
        value = getattr(thing, prop.identifier)
        if getattr(prop, "is_array", False):
            value = np.array(value).ravel().tolist()
        found.append((prop.identifier, value if isinstance(value, int | float | str | list) else str(value)))
    return found


def nodes(tree: Any) -> str:
    """A node tree: every node with its inputs and pictures, and the links."""
    found: list[Any] = []
    for node in tree.nodes:
        found.append((node.name, node.bl_idname, values(node), [(s.identifier, values(s)) for s in node.inputs]))
        if getattr(node, "image", None):
            found.append(digest(Path(bpy.path.abspath(node.image.filepath)).read_bytes()))
    ends = [(x.from_node.name, x.from_socket.identifier, x.to_node.name, x.to_socket.identifier) for x in tree.links]
    return digest(found, ends)


def column(items: Any, name: str, kind: type, width: int = 1) -> bytes:
    """One property of all of a mesh's items."""
    data = np.empty(len(items) * width, kind)
    items.foreach_get(name, data)
    return data.tobytes()


def mesh(data: Any) -> str:
    """Vertices, faces, smoothness, materials' names and every UV layer."""
    parts: list[Any] = [
        column(data.vertices, "co", np.float32, 3),
        column(data.loops, "vertex_index", np.int32),
        column(data.polygons, "loop_start", np.int32),
        column(data.polygons, "use_smooth", bool),
        [material and material.name for material in data.materials],
    ]
    for layer in data.uv_layers:
        parts += [layer.name, column(layer.data, "uv", np.float32, 2)]
    return digest(*parts)


def contents() -> dict[str, str]:
    """Blender's current scene, thing by thing."""
    scene = bpy.context.scene
    found = {"scene": digest(values(scene.render), values(scene.cycles), scene.camera and scene.camera.name)}
    for thing in bpy.data.objects:
        changes = [(modifier.name, values(modifier)) for modifier in thing.modifiers]
        found[f"object {thing.name}"] = digest(values(thing), changes, thing.data and thing.data.name)
    found |= {f"mesh {data.name}": mesh(data) for data in bpy.data.meshes}
    found |= {f"material {data.name}": nodes(data.node_tree) for data in bpy.data.materials if data.node_tree}
    found |= {f"world {data.name}": digest(nodes(data.node_tree), data.lightgroup) for data in bpy.data.worlds}
    found |= {f"camera {data.name}": digest(values(data)) for data in bpy.data.cameras}
    return found


def all_takes() -> list[str]:
    """PRODUCT/VARIANT of every product's folder with a scene."""
    products = sorted(path.parent.name for path in Path(build.PRODUCTS).glob("*/scene.py"))
    return [f"{product}/{variant}" for product in products for variant in build.scene_module(product).VARIANTS]


def digests(targets: list[str], work: str) -> Iterator[dict[str, Any]]:
    """Builds variant after variant and says what each is made of: target, facts, contents."""
    for target in targets:
        product, variant = target.split("/", 1)
        scene_setup.reset()
        scene = build.scene_module(product).build(variant, work)
        yield {"target": target, "facts": scene.facts, "contents": contents()}


if __name__ == "__main__":
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("targets", nargs="*")
    targets = parse.parse_args().targets or all_takes()
    with tempfile.TemporaryDirectory() as folder:
        for found in digests(targets, folder):
            print(json.dumps(found, sort_keys=True), flush=True)
