"""The one command: python build.py PRODUCT/VARIANT [--size 2048 --samples 64] rebuilds a plate,
backdrops/RIG-BACKGROUND a backdrop.

A product's variants are the VARIANTS of the scene.py in its folder of packages/products; its build(variant, work)
returns the scene (lib/scene.py). Finished passes stay in the work folder (--work, or PRINTROOM_SCENES_WORK, default in
the temp dir) and are not rendered again; --fresh renders all of them anew, --encode only writes the files again.
"""

import argparse
import importlib.util
import os
import sys
import tempfile
from types import ModuleType

from lib import encode, scene_setup
from rigs import light_rigs, person, places, surfaces, tables, textures

HERE = os.path.dirname(os.path.abspath(__file__))
PRODUCTS = os.path.join(HERE, "..", "products")
SHARED_BACKDROPS = os.path.join(PRODUCTS, "backdrops")


def scene_module(product: str) -> ModuleType:
    """The scene.py of a product's folder, loaded as a package so that it can import its neighbours (from . import …).

    Raises FileNotFoundError where the folder has none.
    """
    path = os.path.join(PRODUCTS, product, "scene.py")
    if not os.path.exists(path):
        raise FileNotFoundError(f"no scene of {product}: {path}")
    name = "product_" + product.replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[os.path.dirname(path)])
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def build_plate(product: str, variant: str, options: argparse.Namespace) -> None:
    """Builds, renders and writes a plate, and with a worn product's the person who wears it."""
    folder = os.path.join(options.work, product, f"{variant}-{options.size}-{options.samples}")
    plates = os.path.join(PRODUCTS, product, "plates")
    target = os.path.join(plates, variant)
    size, samples = options.size, options.samples
    scene_setup.reset()
    scene = scene_module(product).build(variant, options.work)
    facts = scene.facts
    if not options.encode and scene.figure:
        sizes = {"uv": options.map or size, "w": size, "k": size, "figure": size}
        counts = {"uv": 16, "w": samples, "k": max(8, samples * 2 // 3), "figure": samples}
        person.render(folder, scene, sizes, counts, options.fresh)
    elif not options.encode:
        sizes = {"uv": options.map or size, "w": size, "k": size}
        sizes["s"] = min(size, options.shadow)
        counts = {"uv": 20, "w": samples, "k": max(8, samples * 2 // 3), "s": max(8, samples // 2)}
        parts = (scene.products, scene.ground, scene.albedo)
        scene_setup.render_plate(folder, *parts, sizes, counts, options.fresh, grounded=facts["rig"] != "air")
    encode.plate(folder, target, facts)

    if scene.figure:
        rig = facts["rig"]
        person.write(folder, os.path.join(plates, rig), rig, facts["serves"][0]["backgrounds"], places.part(rig))
    if scene.mend:
        scene.mend(target)
    encode.pack_map(options.target)


def build_backdrop(name: str, options: argparse.Namespace) -> None:
    """Builds and writes a backdrop that several plates share, or the view behind people. name: RIG-BACKGROUND."""
    rig = next(rig for rig in ("flat-lay", "studio", "hung", "air", "table", "place") if name.startswith(rig))
    background = name[len(rig) + 1 :]
    folder, target = os.path.join(options.work, "backdrops", rig), os.path.join(SHARED_BACKDROPS, name)
    about: dict[str, str | float] = {"rig": rig, "background": background, "licence": "our own render"}
    if rig == "place":
        is_paper = background in textures.PLAIN_TINTS
        view = places.paper() if is_paper else places.photographed(options.work, background)
        return encode.view(target, background, view)
    scene_setup.reset()
    if rig == "table":
        about |= {"source": "scenes/rigs/tables.py", **tables.AFTER.get(background, {})}
        return encode.picture(target, about, tables.scene(background))
    frame = light_rigs.WALL_FRAMES.get(rig)
    light_rigs.RIGS["hung" if frame else rig]()
    if rig == "flat-lay":
        light_rigs.flat_lay_camera()
    elif frame:
        scene_setup.add_camera((0.003, -2.6, -0.03), (0.003, 0.0, -0.07), frame)
    else:
        light_rigs.camera(light_rigs.STUDIO_VIEW)
    scene_setup.render_pass(folder, "empty", 256, 48, bounces=2, fresh=options.fresh)
    lamps = light_rigs.HUNG_LAMPS if frame else light_rigs.FLAT_LAY_LAMPS

    def material(empty, size):
        return textures.material_radiance(*surfaces.SURFACES[rig, background], empty, lamps, size)

    plain = textures.PLAIN_TINTS.get(background)
    about |= {"source": "scenes/rigs/surfaces.py", **({"wall": surfaces.SHOWN[background]} if rig == "air" else {})}
    passing = surfaces.passing(rig, background)
    return encode.backdrop(folder, target, about, plain, material, options.size, passing)


def main() -> None:
    """Reads the command line and builds its target."""
    work = os.environ.get("PRINTROOM_SCENES_WORK", os.path.join(tempfile.gettempdir(), "printroom-scenes"))
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("target")
    parse.add_argument("--size", type=int, default=2048, help="pixels of the W and K passes")
    parse.add_argument("--map", type=int, default=0, help="pixels of the map (default: as --size)")
    parse.add_argument("--shadow", type=int, default=1024, help="pixels of the ground ratios, at most")
    parse.add_argument("--samples", type=int, default=48)
    parse.add_argument("--work", default=work)
    parse.add_argument("--fresh", action="store_true")
    parse.add_argument("--encode", action="store_true")
    options = parse.parse_args()
    product, variant = options.target.split("/", 1)
    if product == "backdrops":
        build_backdrop(variant, options)
    else:
        build_plate(product, variant, options)


if __name__ == "__main__":
    main()
