"""The one command: python build.py mug/studio-1 [--size 2048 --samples 64] rebuilds a plate or a ground.

Targets: mug/studio-1, mug/studio-2, t-shirt/flat-lay-1, t-shirt/flat-lay-2,
tote-bag/flat-lay-1, tote-bag/flat-lay-2, grounds/<rig>-<background>.
Finished passes stay in the work folder (--work, or PRINTROOM_SCENES_WORK, default in the temp dir) and are
not rendered again; --fresh renders all of them anew, --encode only writes the files again.
"""
import argparse
import os
import tempfile

import apparatus as stage
import encode
import facts
import rigs

HERE = os.path.dirname(os.path.abspath(__file__))
PLATES = os.path.join(HERE, "..", "plates")


def mug_plate(take):
    import mug
    products, albedo, camera = mug.build(take)
    y = (0.0085 + mug.HEIGHT - 0.004) / 2
    plate = {
        "product": "mug", "geometry": take, "rig": "studio", "serves": facts.MUG_SERVES, "pattern": mug.PATTERN,
        "print": {"centerX": round(mug.AROUND / 2, 5), "centerY": round(y, 5), "top": round(y + 3.3 * 0.0254 / 2, 5),
                  **facts.MUG_PRINT},
        "material": "glaze", "lights": facts.lights("studio", camera["exposure"]), "frames": facts.frames(),
        "camera": camera, "source": "scenes/mug.py", "licence": "our own render",
    }
    return products, albedo, plate


def tee_plate(take, work):
    import tee
    products, albedo, camera = tee.build(take, work)
    plate = {
        "product": "t-shirt", "geometry": take, "rig": "flat-lay", "serves": facts.TEE_SERVES, "pattern": tee.PATTERN,
        "print": {"centerX": 0.0, "top": round(tee.PRINT_TOP, 4), "maxWidthIn": 13, "maxHeightIn": 16,
                  "sizesIn": facts.TEE_SIZES},
        "material": "knit", "lights": facts.lights("flat-lay"), "frames": facts.frames(),
        "camera": camera, "source": "scenes/tee.py", "licence": "our own render",
    }
    return products, albedo, plate


def sweat_plate(product, take, work):
    import hoodie
    import sweat
    import sweat_pattern
    scene = hoodie if product == "hoodie" else sweat
    products, albedo, camera = scene.build(take, work)
    high = hoodie.PRINT_HEIGHT_IN if product == "hoodie" else 15
    plate = {
        "product": product, "geometry": take, "rig": "flat-lay", "serves": facts.SWEAT_SERVES[product],
        "pattern": sweat_pattern.PATTERN,
        "print": {"centerX": 0.0, "top": round(sweat_pattern.PRINT_TOP, 4), "maxWidthIn": 13, "maxHeightIn": high,
                  "sizesIn": facts.TEE_SIZES},
        "material": "knit", "lights": facts.lights("flat-lay"), "frames": facts.frames(),
        "camera": camera, "source": f"scenes/{scene.__name__}.py", "licence": "our own render",
    }
    return products, albedo, plate


def tote_plate(take, work):
    import tote
    products, albedo, camera = tote.build(take, work)
    plate = {
        "product": "tote-bag", "geometry": take, "rig": "flat-lay", "serves": facts.TOTE_SERVES, "pattern": tote.PATTERN,
        "print": {"centerX": 0.0, "centerY": tote.PRINT_CENTRE, "top": round(tote.PRINT_CENTRE + 6 * 0.0254, 4),
                  "maxWidthIn": 12, "maxHeightIn": 12, "sizesIn": facts.TOTE_SIZES},
        "material": "canvas", "lights": facts.lights("flat-lay"), "frames": facts.frames(),
        "camera": camera, "source": "scenes/tote.py", "licence": "our own render",
    }
    return products, albedo, plate


def build_plate(product, take, work, options):
    folder = os.path.join(work, product, f"{take}-{options.size}-{options.samples}")
    stage.reset()
    if product == "mug":
        ground = rigs.studio()
        products, albedo, plate = mug_plate(take)
    else:
        ground = rigs.flat_lay()
        if product in ("hoodie", "crewneck-sweatshirt"):
            products, albedo, plate = sweat_plate(product, take, work)
        else:
            products, albedo, plate = (tote_plate if product == "tote-bag" else tee_plate)(take, work)
    size, samples = options.size, options.samples
    sizes = {"uv": options.map or size, "w": size, "k": size // 2 if product != "mug" else size,
             "s": min(size, options.shadow)}
    counts = {"uv": 20, "w": samples, "k": max(8, samples * 2 // 3), "s": max(8, samples // 2)}
    if not options.encode:
        stage.render_plate(folder, products, ground, albedo, sizes, counts, options.fresh)
    encode.plate(folder, os.path.join(PLATES, product, take), plate)


def build_ground(name, work, options):
    import grounds
    rig = "flat-lay" if name.startswith("flat-lay") else "studio"
    background = name[len(rig) + 1:]
    folder = os.path.join(work, "grounds", rig)
    stage.reset()
    if rig == "flat-lay":
        rigs.flat_lay()
        rigs.flat_lay_camera()
    else:
        import mug
        rigs.studio()
        mug.camera("studio-1")
    stage.render_pass(folder, "empty", 256, 48, bounces=2, fresh=options.fresh)
    about = {"rig": rig, "background": background, "source": "scenes/grounds.py", "licence": "our own render"}
    encode.ground(folder, os.path.join(PLATES, "grounds", name), about, grounds.PAPERS.get(background),
                  grounds.material_radiance, rigs.FLAT_LAY_LAMPS, options.size)


def main():
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("target")
    parse.add_argument("--size", type=int, default=2048, help="pixels of the W and K passes")
    parse.add_argument("--map", type=int, default=0, help="pixels of the map (default: as --size)")
    parse.add_argument("--shadow", type=int, default=1024, help="pixels of the ground ratios, at most")
    parse.add_argument("--samples", type=int, default=48)
    parse.add_argument("--work", default=os.environ.get("PRINTROOM_SCENES_WORK",
                                                        os.path.join(tempfile.gettempdir(), "printroom-scenes")))
    parse.add_argument("--fresh", action="store_true")
    parse.add_argument("--encode", action="store_true")
    options = parse.parse_args()
    product, take = options.target.split("/", 1)
    if product == "grounds":
        build_ground(take, options.work, options)
    else:
        build_plate(product, take, options.work, options)


if __name__ == "__main__":
    main()
