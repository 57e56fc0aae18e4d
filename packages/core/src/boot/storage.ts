import { join } from 'node:path'
import type { Env } from '../env.ts'
import { createLocalStorage } from '../adapters/storage/local.ts'
import type { UploadThingOptions } from '../adapters/storage/uploadthing.ts'
import type { Storage } from '../domain/files/storage.ts'

export type StorageName = Env['storage']

/**
 * The store of this name, as the environment describes it. UploadThing's client takes half a second and 46 MB to load: a
 * process without it does neither. @throws Error when UploadThing is asked for and has no token
 */
export async function createStorage(env: Env, name: StorageName = env.storage): Promise<Storage> {
  if (name === 'local') return createLocalStorage(join(env.DATA_DIR, 'files'))
  const { createUploadThingStorage } = await import('../adapters/storage/uploadthing.ts')
  return createUploadThingStorage(uploadThingOptions(env))
}

/** A token of an account that only the sandbox has. */
const SANDBOX_TOKEN = Buffer.from(
  JSON.stringify({ apiKey: 'sk_sandbox', appId: 'sandbox', regions: ['here'] }),
).toString('base64')

function uploadThingOptions({ UPLOADTHING_TOKEN: token, SANDBOX_URL: sandbox }: Env): UploadThingOptions {
  if (token) return { token }
  if (!sandbox) throw new Error('STORAGE=uploadthing needs UPLOADTHING_TOKEN.')
  const { port } = new URL(sandbox)
  return {
    token: SANDBOX_TOKEN,
    apiUrl: `${sandbox}/uploadthing`,
    ingestUrl: `${sandbox}/uploadthing/ingest`,
    ufsHost: `localhost:${port}/uploadthing`, // the library speaks http only to a host with "local" in its name
    ufsAppIdLocation: 'path',
  }
}
