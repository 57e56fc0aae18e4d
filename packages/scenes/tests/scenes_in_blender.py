"""Every scene of every product can be built, and says of itself what the shipped plate.json says.

Not among the tests that run by default: it needs Blender's module and PRINTROOM_BODIES, and an hour or two.
"""

import json
from pathlib import Path

import pytest

import build
import digest


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """A folder that variants share, for what is simulated and drawn."""
    return str(tmp_path_factory.mktemp("work"))


@pytest.mark.parametrize("target", digest.all_takes())
def test_the_scene_is_built_and_its_facts_are_the_plates(target, work):
    [found] = digest.digests([target], work)
    product, variant = target.split("/")
    plate = json.loads((Path(build.PRODUCTS) / product / "plates" / variant / "plate.json").read_text())
    written_by_encode, written_before = {"version", "size", "albedo", "groups", "hook"}, {"source"}
    told = json.loads(json.dumps(found["facts"]))
    kept = {key: value for key, value in plate.items() if key not in written_by_encode | written_before}
    assert {key: value for key, value in told.items() if key not in written_before} == kept
    assert any(name.startswith("camera ") for name in found["contents"])
