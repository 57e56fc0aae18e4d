"""The one command: python build.py mug/studio-1 [--size 2048 --samples 64] rebuilds a plate or a ground.

Targets: <product>/<take> for every take in the products' TAKES, grounds/<rig>-<background>.
Finished passes stay in the work folder (--work, or PRINTROOM_SCENES_WORK, default in the temp dir) and are
not rendered again; --fresh renders all of them anew, --encode only writes the files again.
"""
import argparse
import os
import tempfile

import apparatus as stage
import encode
import facts
import retouch
import rigs

HERE = os.path.dirname(os.path.abspath(__file__))
PLATES = os.path.join(HERE, "..", "plates")


def mug_plate(take):
    import mug
    products, albedo, camera = mug.build(take)
    y = (0.0085 + mug.HEIGHT - 0.004) / 2
    plate = {
        "product": "mug", "geometry": take, "rig": rig_of("mug", take), "serves": facts.mug_serves(take[:-2]), "pattern": mug.PATTERN,
        "print": {"centerX": round(mug.AROUND / 2, 5), "centerY": round(y, 5), "top": round(y + 3.3 * 0.0254 / 2, 5),
                  **facts.MUG_PRINT},
        "material": "glaze", "lights": facts.lights(rig_of("mug", take), camera["exposure"]), "frames": facts.frames(),
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
    close = 0.94 if product == "hoodie" else 0.88  # with its hood it fills the picture from top to bottom
    plate = {
        "product": product, "geometry": take, "rig": "flat-lay", "serves": facts.SWEAT_SERVES[product],
        "pattern": sweat_pattern.PATTERN,
        "print": {"centerX": 0.0, "top": round(sweat_pattern.PRINT_TOP, 4), "maxWidthIn": 13, "maxHeightIn": high,
                  "sizesIn": facts.TEE_SIZES},
        "material": "knit", "lights": facts.lights("flat-lay"), "frames": facts.frames(close=close),
        "camera": camera, "source": f"scenes/{scene.__name__}.py", "licence": "our own render",
    }
    return products, albedo, plate


def ghost_plate(product, take, work):
    import ghost
    import hoodie
    about = ghost.TAKES[f"{product}/{take}"]
    products, albedo, camera, top = ghost.build(f"{product}/{take}", work)
    high = {"t-shirt": 16, "crewneck-sweatshirt": 15, "hoodie": hoodie.PRINT_HEIGHT_IN}[product]
    plate = {
        "product": product, "geometry": take, "rig": "hung", "pattern": ghost.PATTERN,
        "serves": facts.ghost_serves(product, about["cut"].endswith(("_SLIM", "_RETAIL"))),
        "print": {"centerX": 0.0, "top": top, "maxWidthIn": 13, "maxHeightIn": high, "sizesIn": facts.TEE_SIZES},
        "material": "knit", "lights": facts.lights("hung"), "frames": facts.frames(close=about.get("close", 0.95)),
        "camera": camera, "source": "scenes/ghost.py", "licence": "our own render",
    }
    return products, albedo, plate


def worn_plate(product, take, work, options):
    """Builds, renders and writes a worn garment: its plate, and its own grounds, which hold the person."""
    import backdrops
    import hoodie
    import worn
    import worn_sewn
    gender = take.split("-")[-2]
    who = take.removeprefix("lifestyle-casual-")
    rig = f"worn-{who}" if product == "t-shirt" else f"worn-{product}-{who}"
    if product == "t-shirt":
        about, pattern, source = worn.TAKES[take], worn.PATTERN, "scenes/worn.py"
        products, figure, card, albedo, camera, top = worn.build(take, work)
        slim = about["slim"]
    else:
        about, pattern, source = worn_sewn.TAKES[f"{product}/{take}"], worn_sewn.PATTERN, "scenes/worn_sewn.py"
        products, figure, card, albedo, camera, top = worn_sewn.build(f"{product}/{take}", work)
        slim = about["cut"].endswith("_SLIM")
    folder = os.path.join(work, product, f"{take}-{options.size}-{options.samples}")
    sizes = {"uv": options.map or options.size, "w": options.size, "k": options.size // 2, "figure": options.size * 2 // 3}
    samples = {"uv": 16, "w": options.samples, "k": max(8, options.samples * 2 // 3), "figure": options.samples}
    if not options.encode:
        worn.render(folder, (products, figure, card, albedo), sizes, samples, options.fresh)
    high = {"t-shirt": 16, "crewneck-sweatshirt": 15, "hoodie": hoodie.PRINT_HEIGHT_IN}[product]
    plate = {
        "product": product, "geometry": take, "rig": rig, "serves": facts.worn_serves(product, gender, slim), "pattern": pattern,
        "print": {"centerX": 0.0, "top": top, "maxWidthIn": 13, "maxHeightIn": high, "sizesIn": facts.TEE_SIZES},
        "material": "knit", "lights": facts.lights("worn"), "frames": getattr(facts, about.get("frames", "WORN_FRAMES")),
        "camera": camera, "source": source, "licence": "our own render",
    }
    encode.plate(folder, os.path.join(PLATES, product, take), plate)
    worn.grounds(folder, PLATES, rig, plate["serves"][0]["backgrounds"], backdrops.everywhere)


def tote_plate(take, work):
    import tote
    if take.startswith("flat-lay"):
        products, albedo, camera = tote.build(take, work)
    else:
        import hung
        products, albedo, camera = hung.build(take, work)
    rig = camera.get("rig", "flat-lay")
    plate = {
        "product": "tote-bag", "geometry": take, "rig": rig, "serves": facts.tote_serves(take[:-2], rig), "pattern": tote.PATTERN,
        "print": {"centerX": 0.0, "centerY": tote.PRINT_CENTRE, "top": round(tote.PRINT_CENTRE + 6 * 0.0254, 4),
                  "maxWidthIn": 12, "maxHeightIn": 12, "sizesIn": facts.TOTE_SIZES},
        "material": "canvas", "lights": facts.lights(rig), "frames": facts.frames(camera.get("down", 0.0), 0.94),
        "camera": camera, "source": "scenes/tote.py" if rig == "flat-lay" else "scenes/hung.py", "licence": "our own render",
    }
    return products, albedo, plate


def rig_of(product, take):
    if product == "mug":
        return "table" if take.startswith("lifestyle") else "studio"
    if product == "tote-bag" and not take.startswith("flat-lay"):
        import hung
        return hung.TAKES[take]["rig"]
    return "form" if take.startswith("studio-front") else "flat-lay"


def build_plate(product, take, work, options):
    folder = os.path.join(work, product, f"{take}-{options.size}-{options.samples}")
    stage.reset()
    if product in ("t-shirt", "crewneck-sweatshirt", "hoodie") and take.startswith("lifestyle-casual"):
        return worn_plate(product, take, work, options)
    rig = rig_of(product, take)
    ground = {"studio": rigs.studio, "flat-lay": rigs.flat_lay, "hung": rigs.hung, "air": rigs.air, "table": rigs.table, "form": rigs.form}[rig]()
    if product == "mug":
        products, albedo, plate = mug_plate(take)
    elif product != "tote-bag" and take.startswith("studio-front"):
        products, albedo, plate = ghost_plate(product, take, work)
    elif product in ("hoodie", "crewneck-sweatshirt"):
        products, albedo, plate = sweat_plate(product, take, work)
    else:
        products, albedo, plate = (tote_plate if product == "tote-bag" else tee_plate)(take, work)
    size, samples = options.size, options.samples
    sizes = {"uv": options.map or size, "w": size, "k": size // 2 if product != "mug" else size,
             "s": min(size, options.shadow)}
    counts = {"uv": 20, "w": samples, "k": max(8, samples * 2 // 3), "s": max(8, samples // 2)}
    if not options.encode:
        stage.render_plate(folder, products, ground, albedo, sizes, counts, options.fresh, grounded=rig != "air")
    encode.plate(folder, os.path.join(PLATES, product, take), plate)


def build_ground(name, work, options):
    rig = next(r for r in ("flat-lay", "studio", "hung", "air", "table") if name.startswith(r))
    background = name[len(rig) + 1:]
    folder, target = os.path.join(work, "grounds", rig), os.path.join(PLATES, "grounds", name)
    about = {"rig": rig, "background": background, "licence": "our own render"}
    stage.reset()
    if rig == "table":
        import tables
        return encode.picture(target, {**about, "source": "scenes/tables.py", **AFTER_PANORAMA.get(background, {})}, tables.scene(background))
    if rig == "air":
        import backdrops
        return encode.picture(target, {**about, "source": "scenes/backdrops.py", **AFTER_PANORAMA[background]}, backdrops.everywhere(background))
    import grounds
    import surfaces
    if rig == "flat-lay":
        rigs.flat_lay()
        rigs.flat_lay_camera()
    elif rig == "hung":
        rigs.hung()
        stage.add_camera((0.003, -2.6, -0.03), (0.003, 0.0, -0.07), 0.78)
    else:
        import mug
        rigs.studio()
        mug.camera("studio-1")
    stage.render_pass(folder, "empty", 256, 48, bounces=2, fresh=options.fresh)
    lamps = rigs.HUNG_LAMPS if rig == "hung" else rigs.FLAT_LAY_LAMPS
    material = lambda empty, size: grounds.material_radiance(*surfaces.SURFACES[rig, background], empty, lamps, size)
    encode.ground(folder, target, {**about, "source": "scenes/surfaces.py"}, grounds.PAPERS.get(background), material, options.size)


# Far views that start from a CC0 panorama of Greg Zaal's (polyhaven.com).
AFTER_PANORAMA = {
    "outdoor-natural": {"after": "polyhaven.com/a/ninomaru_teien (CC0)"}, "outdoor-garden": {"after": "polyhaven.com/a/ninomaru_teien (CC0)"},
    "lifestyle-indoor": {"after": "polyhaven.com/a/hotel_room (CC0)"},
}


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
        if mend := retouch.AFTER_BUILD.get(options.target):
            mend(os.path.join(PLATES, product, take))


if __name__ == "__main__":
    main()
