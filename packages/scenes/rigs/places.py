"""Places modelled in three dimensions and photographed out of focus, as far views behind a worn product.

Units: metres; x to the right, y away, z up; the product stands at the origin. Radiance is relative: 1 is a level white
ground by the product. The lens is the plates' own, 85 mm on a frame of 36 mm, at f/2: what is blurred painted layers
lack (near things less than far ones, discs at lamps, edges that cover one another) comes from the lens itself.
"""

import os

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import time

import bpy
import cv2
import numpy as np

from lib import scene_setup
from rigs import backdrops, outdoors, rooms

SIZE, SAMPLES = 480, 32  # blurred all over: finer shows nothing more
WIDER = 1.25  # than a plate a place is rendered
PARTS = (0.5, 0.0, 1.0, 0.25, 0.75)  # of the width that is spare, what lies at the left of a picture
KNEE, BRIGHTEST = 0.60, 0.95  # before a window that burned out, a white sleeve had no outline


PAPER, PAPER_SIZE = 0.40, 96  # light at its brightest side; pixels
# A place's builder, and the median of its picture's light.
PLACES = {
    "lifestyle-indoor": (rooms.living_room, 0.33),
    "cozy-interior": (rooms.reading_corner, 0.14),
    "outdoor-natural": (outdoors.park, 0.27),
    "urban-street": (outdoors.street, 0.27),
}


def part(rig):
    """The part of every place that stands behind a rig's person, so that no two stand in one spot: shares of its width.
    rig: …-man-1, …-woman-1, …
    """
    take = int(rig.rsplit("-", 1)[1]) - 1 + 2 * ("woman" in rig)
    spare = round(SIZE * WIDER) - SIZE
    left, top = round(spare * PARTS[take % len(PARTS)]), spare // 2
    return {"left": left / (SIZE + spare), "top": top / (SIZE + spare), "side": SIZE / (SIZE + spare)}


def paper():
    """Grey paper some metres behind a person, lit by the window at the left: its light falls off to the right, and a
    little towards the corners. Light that is the same everywhere looks like a colour that was filled in.
    """
    y, x = np.mgrid[0:PAPER_SIZE, 0:PAPER_SIZE].astype(np.float32) / (PAPER_SIZE - 1)
    light = PAPER * (1.08 - 0.34 * x**1.3) * (1 - 0.16 * ((x - 0.42) ** 2 + (y - 0.38) ** 2))
    return np.repeat(light[..., None], 3, 2)


def photographed(work, background, frame=0.72, height=1.30):
    """Radiance of a place, wider than a plate, rendered once into the work folder. frame, height: of the camera, as a
    plate's.
    """
    build, level = PLACES[background]
    path = os.path.join(work, f"place-{background}.exr")
    if not os.path.exists(path):
        scene = scene_setup.reset()
        build()
        away = 85 * frame / 36
        camera = scene_setup.add_camera((0, -away, height), (0, 0, height - 0.06), frame * WIDER)
        lens = camera.data.dof
        # the lens' opening stays what it is at the plate's own width
        lens.use_dof, lens.focus_distance, lens.aperture_fstop, lens.aperture_blades = True, away, 2.0 / WIDER, 9
        scene.render.resolution_x = scene.render.resolution_y = int(SIZE * WIDER)
        scene.cycles.samples, scene.cycles.max_bounces = SAMPLES, 5
        scene.cycles.use_denoising, scene.cycles.denoiser = True, "OPENIMAGEDENOISE"
        scene.use_nodes = False
        image = scene.render.image_settings
        image.file_format, image.color_depth, image.color_mode = "OPEN_EXR", "32", "RGB"
        scene.render.filepath = path
        started = time.time()
        bpy.ops.render.render(write_still=True)
        print(f"place {background} {SIZE} px: {time.time() - started:.0f} s", flush=True)
    light = cv2.imread(path, cv2.IMREAD_UNCHANGED)[..., :3][..., ::-1].astype(np.float32)
    light *= level / np.median(light.mean(axis=2))
    return backdrops.held_back(light, KNEE, BRIGHTEST)
