import type { MockupWire } from '@printroom/contract/wire'
import { batchResponse } from '@printroom/contract/batches'
import { designResponse, mockupResponse } from '@printroom/contract/wire'
import { sceneResponse } from '@printroom/contract/scenes'
import * as z from 'zod'

/* What tools answer: of what REST answers, the part that an agent acts on. Its context is small. */

export const mockupAnswer = mockupResponse
  .pick({
    id: true,
    design_id: true,
    product: true,
    product_model: true,
    colour: true,
    model_style: true,
    side: true,
    background: true,
    model_gender: true,
    batch_id: true,
    created_at: true,
  })
  .extend({
    url: z.string().describe('The picture; send the key with it. ?preset=etsy&format=jpeg makes it a shop’s.'),
  })

/** @param origin ours, without a slash at its end */
export const toMockupAnswer = (mockup: MockupWire, origin: string): z.input<typeof mockupAnswer> => ({
  ...mockupAnswer.omit({ url: true }).parse(mockup),
  url: origin + mockup.file_url,
})

const next = z.string().nullable().describe('The `cursor` of the next page; null on the last.')
export const mockupsAnswer = z.object({ mockups: z.array(mockupAnswer), next })
export const designAnswer = designResponse.pick({
  id: true,
  filename: true,
  width: true,
  height: true,
  created_at: true,
})
export const designsAnswer = z.object({ designs: z.array(designAnswer), next })
export const sceneAnswer = sceneResponse.pick({
  id: true,
  name: true,
  product: true,
  side: true,
  status: true,
})
export const scenesAnswer = z.object({ scenes: z.array(sceneAnswer), next })
export const batchAnswer = batchResponse.omit({ failures: true }).extend({
  failures: z.array(z.object({ place: z.number(), error: z.string() })).describe('Their credits are back.'),
})
export const picturesAnswer = z.object({
  pictures: z.array(
    z.object({
      place: z.number(),
      state: z.string(),
      mockup_id: z.string().nullable(),
      product: z.string(),
      colour: z.string(),
      model_style: z.string(),
      side: z.string(),
      background: z.string(),
      error: z.string().nullable(),
    }),
  ),
  next,
})
export const packsAnswer = z.object({
  packs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      pictures: z.number().describe('Of a listing.'),
      problems: z.array(z.string()),
    }),
  ),
})
export const creditsAnswer = z.object({
  credits: z.number().describe('What can be spent. A picture costs one.'),
  plan_credits: z.number(),
  topup_credits: z.number(),
  subscription_plan: z.string(),
  subscription_renews_at: z.string().nullable(),
})
/** Of what was ordered or is waited for: it is over when `is_done`. */
export const orderAnswer = z.object({
  is_done: z.boolean(),
  mockup: mockupAnswer.nullable().describe('The picture, once it is made.'),
  generation_id: z.string().nullable().describe('What to wait for while it is not.'),
  already_made: z.boolean().describe('The picture was there or on its way to the pixel: nothing was charged.'),
  next: z.string().nullable().describe('What to do now.'),
})
