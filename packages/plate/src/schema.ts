import { plateManifestSchema } from '@printroom/studio/plate/manifest'
import { z } from 'zod'

/** The JSON Schema (draft 2020-12) of `plate.json`, as what checks it understands it. */
export const plateJsonSchema = (): object => ({
  title: 'plate.json of a Printroom plate, version 1',
  ...z.toJSONSchema(plateManifestSchema, { io: 'input' }),
})
