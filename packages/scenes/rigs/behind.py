"""Another far view behind a person whose passes are gone, who is found in the backdrops that are there."""

import json
import os

import cv2
import numpy as np

from lib import encode, matte, scene_setup
from rigs import backdrops, places
from rigs.person import GROUND, PLAIN_TINTS

FIRST_SEWN = "worn-man-1", "worn-hoodie-man-1"  # made when the rooms were modelled and what is outdoors was not
INDOORS = "lifestyle-indoor", "cozy-interior"


def stored(folder):
    """{group: radiance} of a backdrop's files."""
    with open(os.path.join(folder, "backdrop.json")) as source:
        groups = json.load(source)["groups"]
    codes = {g: cv2.imread(os.path.join(folder, f"{g}.webp"))[..., ::-1].astype(np.float32) for g in groups}
    return {g: (codes[g] / 255) ** 2 * groups[g]["range"] for g in groups}


def far_views(backgrounds, far):
    """{background: radiance at GROUND pixels}; of a paper its light. far(background): {group: light}."""
    large = lambda image: cv2.resize(image, (GROUND, GROUND), interpolation=cv2.INTER_CUBIC)
    plain = lambda tint: np.full((GROUND, GROUND, 3), tint, np.float32)
    return {b: plain(PLAIN_TINTS[b]) if b in PLAIN_TINTS else large(far(b)["key"]) for b in backgrounds}


def take_of(rig):
    """Which part of a place stands behind a rig's person. rig: …-man-1, …-woman-1, …"""
    return int(rig.rsplit("-", 1)[1]) - 1 + 2 * ("woman" in rig)


def facts_of(folder):
    """backdrop.json without what encode.picture writes of itself."""
    with open(os.path.join(folder, "backdrop.json")) as source:
        facts = json.load(source)
    return {key: facts[key] for key in facts if key not in ("version", "size", "colour", "groups", "after")}


def is_painted(facts):
    """Whether a backdrop's far view is one that rigs/backdrops.py paints, or a paper."""
    is_first_sewn = facts["rig"] in FIRST_SEWN and facts["source"] == "scenes/rigs/person.py"
    return facts["source"] == "scenes/worn.py" or (is_first_sewn and facts["background"] not in INDOORS)


def replaced(plates, rig, backgrounds, work):
    """Writes a worn rig's backdrops anew, with today's places behind the person who is in those with painted views.

    Raises ValueError where none is painted any more.
    """
    folders = {b: os.path.join(plates, f"{rig}-{b}") for b in backgrounds}
    known = [b for b in backgrounds if is_painted(facts_of(folders[b]))]
    painted = [b for b in known if b in places.PLACES]
    if not painted:
        raise ValueError(f"{rig}: no far view is a painted one")
    covered, person = matte.person_of({b: stored(folders[b]) for b in known}, far_views(known, backdrops.everywhere))
    for background, view in far_views(painted, lambda b: places.photographed(work, b, take_of(rig))).items():
        layers = {g: (view * (1 - covered[..., None]) + person[g]).astype(np.float32) for g in scene_setup.GROUPS}
        encode.picture(folders[background], facts_of(folders[background]) | {"source": "scenes/rigs/behind.py"}, layers)
