"""Who stands before every one of several known views.

A picture is far · (1 - covered) + person, per group of light and channel: pictures of one person before several far
views give both by least squares.
"""

import numpy as np
from scipy.ndimage import gaussian_filter, label

LEAST = 0.004  # spread of the far views in one place, squared: below it their noise tells less than what is around
WIDE = 10.0  # pixels that are around it
NOISE = 0.03  # of a share of coverage: less is none, more than all but that is all
SPECK = 0.0015  # of a picture: what covers less is noise where the far views are alike


def person_of(shown, views):
    """(coverage, {group: light}) of who stands before some far views. shown: {background: {group: radiance}}; views:
    {background: radiance}, alike in every group.
    """
    groups = next(iter(shown.values()))
    mean = np.mean([views[b] for b in views], axis=0)
    away = {b: views[b] - mean for b in views}
    spread = sum((a**2).sum(axis=2) for a in away.values())
    through = np.zeros_like(spread)
    for group in groups:
        level = np.mean([shown[b][group] for b in views], axis=0)
        through += sum(((shown[b][group] - level) * away[b]).sum(axis=2) for b in views) / len(groups)
    soft = lambda image, sigma: gaussian_filter(image.astype(np.float32), sigma)
    near = soft(through, 0.7) / np.maximum(soft(spread, 0.7), LEAST)
    around = soft(through, WIDE) / np.maximum(soft(spread, WIDE), LEAST / 50)
    told = np.clip(soft(spread, 0.7) / LEAST, 0, 1)
    bare = np.clip(told * near + (1 - told) * around, 0, 1)
    bare = np.clip((bare - NOISE) / (1 - 2 * NOISE), 0, 1)
    parts, _ = label(bare < 1)
    small = np.bincount(parts.ravel()) < SPECK * bare.size
    small[0] = False
    bare = np.where(small[parts], 1, bare).astype(np.float32)
    light = {
        g: np.maximum(np.mean([shown[b][g] - views[b] * bare[..., None] for b in views], axis=0), 0)
        * (bare < 1)[..., None]
        for g in groups
    }
    return 1 - bare, light
