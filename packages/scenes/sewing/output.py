"""What a variant leaves for a scene: one .npz of the garment and its wearer.

Units: metres. Keys:
points (n, 3), triangles (t, 3): the garment, each triangle of the simulation cut in four (Loop);
uv (t, 3, 2): every corner's place in the flat cloth, panels side by side (PARKED), the front's at its own place;
panel (t): 0 front, 1 back, 2 left and 3 right sleeve, 4 collar's band, 5 left and 6 right half of the hood;
to_hem, to_seam (t, 3): every corner's way in the flat cloth to the nearest hem or rim, and to the nearest seam;
thickness (n): of the cloth, its layers together; seams (s, 2), seam_kind (s): pairs of points, and which of seam_names;
body (b, 3), faces (f, 4): the wearer, flesh drawn back where cloth lies between arm and trunk; print_top: y in uv.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from sewing.fabric import zones
from sewing.fairing import faired, rims
from sewing.panels import BACK, FRONT, PARKED, Garment
from sewing.variant import Result

FAR = 9.0  # metres: no such edge in this panel


def ways(garment: Garment, edges: NDArray) -> NDArray:
    """(t, 3): flat ways from corners to edges (pairs of vertices), each within its own panel."""
    result = np.full(garment.triangles.shape, FAR)
    for panel in np.unique(garment.panel):
        mine = garment.panel == panel
        corners, flat = garment.triangles[mine], garment.flat[mine]
        # an edge of another panel may end at a seam of this one
        on = np.unique(edges[np.isin(edges, corners).all(1)])
        at = np.isin(corners, on)
        if at.any():
            result[mine] = cKDTree(flat[at]).query(flat.reshape(-1, 2))[0].reshape(corners.shape)
    return result


def thicknesses(garment: Garment) -> NDArray:
    """A hem and a collar are two layers, a hood is lined."""
    thin = 0.0009 if garment.cut.rib == 1 else 0.0019
    result = np.full(garment.count, thin)
    zone = zones(garment)
    for name, layers in (("hem", 1.7), ("band", 2.2), ("hood", 2.3)):
        result[garment.triangles[zone[name]]] = thin * layers
    return result


def evened(points: NDArray, garment: Garment) -> NDArray:
    """The points, evened along the surface where prints lie: on front and back."""
    for panel in (FRONT, BACK):
        mine = garment.panel == panel
        points = faired(points, garment.triangles[mine], garment.flat[mine])
    return points


def saved(result: Result, path: Path) -> None:
    """Writes the variant's file."""
    garment, matrix = result.garment.finer()
    points = evened(matrix @ result.places, garment)
    names = sorted(garment.seams)
    park = np.array([PARKED[p] for p in range(len(PARKED))])
    np.savez_compressed(
        path,
        points=points.astype(np.float32),
        triangles=garment.triangles.astype(np.int32),
        uv=(garment.flat + park[garment.panel][:, None]).astype(np.float32),
        panel=garment.panel.astype(np.int8),
        to_hem=ways(garment, rims(garment.triangles)).astype(np.float32),
        to_seam=ways(garment, np.concatenate(list(garment.seams.values()))).astype(np.float32),
        thickness=thicknesses(garment).astype(np.float32),
        seams=np.concatenate([garment.seams[name] for name in names]).astype(np.int32),
        seam_kind=np.repeat(np.arange(len(names)), [len(garment.seams[name]) for name in names]).astype(np.int8),
        seam_names=np.array(names),
        body=result.body.astype(np.float32),
        faces=result.wearer.faces.astype(np.int32),
        print_top=garment.cut.print_top,
    )
