import numpy as np
import pytest

from lib.encode import DYED, UNDYED, dimmed, evening, lessened


def test_what_is_not_dyed_is_no_brighter_than_some_times_the_gloss_of_cloth():
    white, black = np.full((64, 64), 0.6), np.full((64, 64), 0.02)
    white[:8, :8] = black[:8, :8] = 0.9  # a label
    less_white, less_black = dimmed(white, black)
    assert UNDYED * 0.02 / 2 < less_black.max() < UNDYED * 0.02
    # It takes no more of the garment's colour than before.
    assert (less_white - less_black)[:8, :8] == pytest.approx(0)
    assert (less_white[8:] == white[8:]).all() and (less_black[8:] == black[8:]).all()


def test_across_an_edge_light_rises_without_a_step():
    white, black = np.full((64, 64), 0.6), np.full((64, 64), 0.02)
    share = np.linspace(0, 1, 16)  # of a pixel that the label covers
    white[8, :16], black[8, :16] = 0.6 + 0.3 * share, 0.02 + 0.88 * share
    _, less_black = dimmed(white, black)
    rises = np.diff(less_black[8, :16])
    assert rises.min() > 0 and rises.max() == rises[0]


def test_what_one_layer_loses_the_other_loses():
    white, black = np.array([0.6, 0.9, 0.5]), np.array([0.02, 0.8, 0.02])
    less_white, less_black = lessened(white, black, np.array([0.0, 0.5, 0.0]))
    assert less_white - less_black == pytest.approx(white - black)


def test_where_all_is_cloth_or_none_is_light_stays():
    cloth = np.full((8, 8), 0.6), np.full((8, 8), 0.9 * DYED * 0.6)
    bare = np.full((8, 8), 0.6), np.full((8, 8), 0.6)
    for white, black in (cloth, bare):
        less_white, less_black = dimmed(white, black)
        assert (less_white == white).all() and (less_black == black).all()


def test_a_plate_in_mid_air_is_not_evened_by_a_card_that_no_rim_lamp_reaches():
    assert evening("no folder is read", "fill", "air", 64) == 1.0
