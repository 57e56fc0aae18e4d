import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PHOTOGRAPH, FRONT, type Product } from '@printroom/contract/catalogue'
import { isPsd } from '@printroom/contract/files/psd'
import { type SceneStage, maskSideOf, sceneColoursOf } from '@printroom/contract/scenes'
import { smallBackdropOf, smallPlateOf } from '@printroom/imaging/small-layers'
import { renderBlank } from '@printroom/imaging/blank'
import { openStudio } from '@printroom/imaging/studio'
import { maskOfPlate, maskPartsOf } from '@printroom/measure/garment/mask-parts'
import { measurePhotograph } from '@printroom/measure/measure'
import { filesOfKept, readKept } from '@printroom/measure/plate/kept'
import { photoPlate } from '@printroom/measure/plate/photo-plate'
import { targetOf } from '@printroom/measure/plate/target'
import { scenePsd } from '@printroom/measure/psd/scene-psd'
import { writePlate } from '@printroom/measure/plate/write-plate'
import type { Backdrop, Plate } from '@printroom/studio/plate/plate'
import { readStoredZip } from '../plates/stored-zip.ts'
import type { Measured, Mending, Photo, Plated, Unmeasured } from '../../domain/scenes/measurer.ts'

/** Of every scene: a plate's name is a folder's, and says nothing of its seller. */
const NAME = 'own-1'

/** Measures a photograph and makes everything of its plate that a scene keeps. */
export async function measureScene(
  { bytes, product, side }: Photo,
  onStage: (stage: SceneStage) => void,
): Promise<Measured | Unmeasured> {
  onStage('markers')
  const target = targetOf(product, side)
  const measurement = isPsd(bytes)
    ? await scenePsd(bytes, target, NAME, onStage)
    : await measurePhotograph(bytes, target, NAME, { onStage })
  if (!measurement.ok) return measurement
  onStage('plate')
  const { report } = measurement
  // A PSD says itself which part of it is the garment: there is no mask to mend.
  const [kept, mask] =
    'measured' in measurement
      ? [await filesOfKept(target, measurement.measured), await maskPartsOf(measurement.measured, maskSideOf(report))]
      : [[], []]
  return { ok: true, report, ...(await platedOf(measurement, product, side)), kept, mask }
}

/** Makes a scene's plate of what was kept of its measurement, with another mask. */
export async function mendScene({ kept, mask, product, side }: Mending): Promise<Plated> {
  const target = targetOf(product, side)
  const files = [...readStoredZip(Buffer.from(kept))].map(([name, file]) => ({ path: name, bytes: file }))
  const { light, map } = await readKept(target, files)
  return platedOf(photoPlate(target, NAME, map, light, await maskOfPlate(mask, map.size)), product, side)
}

async function platedOf(
  { plate, backdrop }: { plate: Plate; backdrop: Backdrop },
  product: string,
  side: string,
): Promise<Plated> {
  const folder = await mkdtemp(path.join(tmpdir(), 'printroom-scene-'))
  try {
    await writePlate(folder, plate, backdrop)
    const [{ thumbnail, card }, { map, light, shadow }, around, files] = await Promise.all([
      blank(folder, product as Product, side),
      smallPlateOf(plate),
      smallBackdropOf(backdrop),
      filesOf(folder),
    ])
    return {
      files,
      manifests: { plate: plate.manifest, backdrop: backdrop.manifest },
      thumbnail,
      card,
      preview: [map, light, shadow, around],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The garment without a print, as pictures of it will be shown. */
async function blank(folder: string, product: Product, side: string) {
  const [white] = sceneColoursOf(product, { recolours: false })
  return renderBlank(await openStudio(folder), {
    product,
    baseModel: null,
    style: PHOTOGRAPH,
    background: PHOTOGRAPH,
    gender: null,
    ...(side !== FRONT && { side }),
    colour: { hex: white?.hex ?? '#FFFFFF', heather: false },
  })
}

/** Paths are as in a zip. */
async function filesOf(folder: string): Promise<Measured['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  return Promise.all(
    paths.toSorted().map(async (file) => ({
      path: path.relative(folder, file).split(path.sep).join('/'),
      bytes: new Uint8Array(await readFile(file)),
    })),
  )
}
