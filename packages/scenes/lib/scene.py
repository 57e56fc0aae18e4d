"""What a product's scene.py hands to build.py: a scene that stands in Blender, and what is to be made of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Scene:
    """A plate's scene, built but not rendered.

    products: the objects that take the print's colour, ground: those that receive their shadow (for a worn product the
    card that measures the light), figure: those of a person who wears it. albedo: sets every product material's albedo
    (0 to 1). facts: plate.json but for what encode.plate adds.
    mend: corrects the written plate in its folder, before its map is packed.
    """

    products: list[Any]
    ground: list[Any]
    albedo: Callable[[float], None]
    facts: dict[str, Any]
    figure: list[Any] = field(default_factory=list)
    mend: Callable[[str], None] | None = None
