"""Imports run one way: products → sewing → garments → rigs → lib, without a circle; no product is named outside its
folder.
"""

import ast
import re
from pathlib import Path

SCENES = Path(__file__).parent.parent
PRODUCTS = SCENES.parent / "products"
LAYERS = {
    "lib": {"lib"},
    "rigs": {"lib", "rigs"},
    "garments": {"lib", "rigs", "garments"},
    "sewing": {"lib", "rigs", "garments", "sewing"},
    "build": {"lib", "rigs"},
    "products": {"lib", "rigs", "garments", "sewing", "products"},
}


def modules() -> dict[str, Path]:
    """Every module of the scenes by its dotted name; a product's are products.FOLDER.FILE."""
    own = [path for path in SCENES.rglob("*.py") if path.parts[len(SCENES.parts)] in (*LAYERS, "build.py")]
    named = {".".join(path.relative_to(SCENES).with_suffix("").parts): path for path in own}
    of_products = PRODUCTS.glob("*/*.py")
    return named | {".".join(("products", path.parent.name, path.stem)): path for path in of_products}


def imports(name: str, path: Path) -> set[str]:
    """The modules of the scenes that one imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(filter(None, (name.rpartition(".")[0] if node.level else "", node.module or "")))
            found |= {start, *(f"{start}.{alias.name}" for alias in node.names)}
    return found & modules().keys()


def test_every_module_is_seen():
    assert {"build", "lib.cloth", "rigs.presets", "garments.trims"} <= modules().keys()
    assert {path.parent.name for path in PRODUCTS.glob("*/scene.py")} == {
        name.split(".")[1] for name in modules() if name.endswith(".scene") and name.startswith("products.")
    }
    assert "lib.cloth" in imports("sewing.panels", modules()["sewing.panels"])
    assert "products.tote-bag.pattern" in imports("products.tote-bag.hung", modules()["products.tote-bag.hung"])


def test_no_circle():
    left = {name: imports(name, path) for name, path in modules().items()}
    while free := [name for name, wants in left.items() if not wants & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}


def test_layers_run_one_way():
    wrong = [
        f"{name} imports {target}"
        for name, path in modules().items()
        for target in imports(name, path)
        if target.split(".")[0] not in LAYERS[name.split(".")[0]]
        or (
            name.startswith("products.")
            and target.startswith("products.")
            and name.split(".")[1] != target.split(".")[1]
        )
    ]
    assert wrong == []


def test_no_import_inside_a_function():
    hidden = [
        f"{name}:{node.lineno}"
        for name, path in modules().items()
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []


def test_no_product_is_named_outside_its_folder():
    products = [path.parent.name for path in PRODUCTS.glob("*/scene.py")]
    assert products
    name = re.compile(rf"(?<![\w-])({'|'.join(products)})s?(?![\w-])", re.IGNORECASE)
    found = [
        f"{module}: {match[0]}"
        for module, path in modules().items()
        for match in name.finditer(path.read_text())
        if not module.startswith(f"products.{match[1].lower()}.")
    ]
    assert found == []
