import numpy as np
import pytest

from lib.encode import DYED, UNDYED, dimmed


def test_what_is_not_dyed_is_no_brighter_than_some_times_the_gloss_of_cloth():
    white, black = np.full((64, 64), 0.6), np.full((64, 64), 0.02)
    white[:8, :8] = black[:8, :8] = 0.9  # a label
    less_white, less_black = dimmed(white, black)
    assert less_black.max() == pytest.approx(UNDYED * 0.02)
    # It takes no more of the garment's colour than before.
    assert (less_white - less_black)[:8, :8] == pytest.approx(0)
    assert (less_white[8:] == white[8:]).all() and (less_black[8:] == black[8:]).all()


def test_where_all_is_cloth_or_none_is_light_stays():
    cloth = np.full((8, 8), 0.6), np.full((8, 8), 0.9 * DYED * 0.6)
    bare = np.full((8, 8), 0.6), np.full((8, 8), 0.6)
    for white, black in (cloth, bare):
        less_white, less_black = dimmed(white, black)
        assert (less_white == white).all() and (less_black == black).all()
