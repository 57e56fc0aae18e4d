/** What an image-editing model is asked: one picture as the reference, and what to make of it. */
export type EditOrder = { prompt: string; referenceUrl: string; seed: number }

/** A model of Replicate's and how an order is put into its own input schema. */
export type EditModel = { name: `${string}/${string}`; inputOf(order: EditOrder): Record<string, unknown> }

/** Models that take a reference picture, by the value of REPLICATE_MODEL. Another one is another entry here. */
export const EDIT_MODELS = {
  'google/nano-banana-2': {
    name: 'google/nano-banana-2',
    // It has no seed: each run is another picture by itself.
    inputOf: ({ prompt, referenceUrl }) => ({
      prompt,
      image_input: [referenceUrl],
      aspect_ratio: '1:1',
      output_format: 'jpg',
    }),
  },
  'black-forest-labs/flux-kontext-pro': {
    name: 'black-forest-labs/flux-kontext-pro',
    inputOf: ({ prompt, referenceUrl, seed }) => ({
      prompt,
      input_image: referenceUrl,
      aspect_ratio: '1:1',
      output_format: 'jpg',
      seed,
    }),
  },
} as const satisfies Record<string, EditModel>

export const EDIT_MODEL_NAMES = Object.keys(EDIT_MODELS) as [keyof typeof EDIT_MODELS, ...(keyof typeof EDIT_MODELS)[]]
