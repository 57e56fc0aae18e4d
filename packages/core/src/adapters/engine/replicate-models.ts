/** What an image-editing model is asked: one picture as the reference, and what to make of it. */
export type EditOrder = { prompt: string; referenceUrl: string; seed: number }

/**
 * A model of Replicate's, what a picture as we ask for it costs by its list (in millionths of a US dollar), and how an order
 * is put into its own input schema.
 */
export type EditModel = {
  name: `${string}/${string}`
  pictureMicroUsd: number
  inputOf(order: EditOrder): Record<string, unknown>
}

/** Models that take a reference picture, by the value of REPLICATE_MODEL. Another one is another entry here. */
export const EDIT_MODELS = {
  'google/nano-banana-2': {
    name: 'google/nano-banana-2',
    // Gemini 3.1 Flash Image, an output of 2K: ai.google.dev/gemini-api/docs/pricing.
    pictureMicroUsd: 101_000,
    // It has no seed: each run is another picture by itself. By default it draws 1K, which 2048 pixels would blur.
    inputOf: ({ prompt, referenceUrl }) => ({
      prompt,
      image_input: [referenceUrl],
      aspect_ratio: '1:1',
      resolution: '2K',
      output_format: 'jpg',
    }),
  },
  'black-forest-labs/flux-2-pro': {
    name: 'black-forest-labs/flux-2-pro',
    // 0.03 dollars the first megapixel, 0.015 each further one, read or drawn: 4 and 4 (docs.bfl.ai/quick_start/pricing).
    pictureMicroUsd: 135_000,
    inputOf: ({ prompt, referenceUrl, seed }) => ({
      prompt,
      input_images: [referenceUrl],
      aspect_ratio: '1:1',
      resolution: '4 MP',
      output_format: 'jpg',
      output_quality: 95,
      seed,
    }),
  },
  'black-forest-labs/flux-kontext-pro': {
    name: 'black-forest-labs/flux-kontext-pro',
    // A picture of one megapixel, which is all that it draws: docs.bfl.ai/quick_start/pricing.
    pictureMicroUsd: 40_000,
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
