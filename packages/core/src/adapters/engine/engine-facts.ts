import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { canShow, readPlateFolder } from '@printroom/studio/plate/plate-folder'
import type { Env } from '../../env.ts'
import type { EngineFacts } from '../../domain/generation/engine.ts'
import { createPictureIdentity } from './picture-identity.ts'
import { toShotRequest } from '../../domain/generation/render-settings.ts'

/** The engine that the environment asks for, as far as it is known without one: from the plates' manifests alone. */
export async function readEngineFacts({ engine }: Pick<Env, 'engine'>): Promise<EngineFacts> {
  const folder = await readPlateFolder(PRODUCTS_FOLDER)
  const identityOf = createPictureIdentity(folder)
  return {
    name: engine,
    // A hosted model is given the studio's picture of the order: what has no plate, neither of them can make.
    canMake: (settings) => canShow(folder, toShotRequest(settings)),
    // Of a hosted model no two pictures are alike; on a seller's own scene the studio makes them.
    identityOf: async (order) => (engine === 'studio' || order.scene ? identityOf(order) : null),
  }
}
