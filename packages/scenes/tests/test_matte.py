"""Who stands before several known views; nothing here needs Blender."""

import numpy as np

from lib import matte


def test_a_person_is_found_before_known_views_and_what_is_alike_in_them_is_none():
    rng, n = np.random.default_rng(3), 160
    y, x = np.mgrid[0:n, 0:n] / n
    covered = np.clip((0.25 - np.hypot(x - 0.5, y - 0.5)) * 24, 0, 1)
    light = {g: np.full((n, n, 3), level) * covered[..., None] for g, level in (("key", 0.5), ("fill", 0.2))}
    views = {b: np.full((n, n, 3), level, np.float32) for b, level in (("paper", 2.4), ("grey", 0.4))}
    for view in views.values():
        view[:4, :4] = 1.0  # here the views are alike
    noise = lambda: rng.normal(0, 0.004, (n, n, 3))
    shown = {b: {g: v * (1 - covered[..., None]) + light[g] + noise() for g in light} for b, v in views.items()}
    found, person = matte.person_of(shown, views)
    inside = slice(10, n - 10)
    assert np.abs(found - covered)[inside, inside].max() < 0.08
    assert np.abs(person["key"] - light["key"])[inside, inside].max() < 0.15
    assert not found[:4, :4].any() and not person["fill"][:4, :4].any()
