"""What a product's folder says of it to every reader, in TypeScript as here: its product.json."""

import json
from pathlib import Path
from typing import Any

PRODUCTS = Path(__file__).parent.parent.parent / "products"


class Product:
    """A product by the name of its folder.

    base_models: ids, the first before the slimmer second one; empty where it has none. backgrounds: ids by style.
    print_in: maxWidthIn, maxHeightIn and sizesIn (the width of a design by its size), inches, as plate.json has them.
    side_prints: the same as print_in by side, of those that are printed besides the front. material: jersey, fleece,
    canvas or glaze.
    """

    def __init__(self, name: str):
        told: dict[str, Any] = json.loads((PRODUCTS / name / "product.json").read_text())
        self.name = name
        self.base_models: tuple[str, ...] = tuple(model["id"] for model in told["baseModels"])
        self.backgrounds: dict[str, list[str]] = {style["id"]: style["backgrounds"] for style in told["styles"]}
        self.print_in: dict[str, Any] = told["print"]
        self.side_prints: dict[str, dict[str, Any]] = {side["id"]: side["print"] for side in told.get("sides", [])}
        self.material: str = told["material"]
