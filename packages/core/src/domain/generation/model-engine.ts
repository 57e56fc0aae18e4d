import type { Verdict } from '@printroom/imaging/fidelity/check'
import { type Engine, type EngineInput, type EngineOutput, type Original, StaleAttempt } from './engine.ts'
import type { ImageModel, ModelPicture } from './image-model.ts'
import { editPromptOf } from './prompt.ts'
import type { Studio } from './studio.ts'

/** The studio's own picture, the model's work, and what is left to do, in percent. */
const PROGRESS = { reference: 20, made: 90 }
/** A picture below the bar is tried at two more seeds. */
const VARIANTS = 3

type Checked = ModelPicture & { verdict: Verdict; variant: number }

/**
 * A hosted image-editing model, given the studio's own picture as its reference. No picture of a model's leaves unchecked:
 * what does not show the seller's own print is tried again, has the print laid over it, or is not delivered. A later attempt
 * takes the pictures up that an earlier one paid for.
 */
export function createModelEngine(studio: Studio, model: ImageModel): Engine {
  const checked = async (
    input: EngineInput,
    reference: Buffer,
    variant: number,
    onProgress: (percent: number) => void,
  ): Promise<Checked | null> => {
    const made = await model.makePicture(input, reference, variant, (share) =>
      onProgress(PROGRESS.reference + (PROGRESS.made - PROGRESS.reference) * share),
    )
    return made && { ...made, verdict: await studio.checkFidelity(input, made.picture.image), variant }
  }

  return {
    name: 'replicate',
    canMake: (settings) => studio.canMake(settings),
    // A model draws what it is asked for anew each time; what is made on a seller's own scene the studio makes.
    identityOf: async (order) => (order.scene ? studio.identityOf(order) : null),

    async make(input, report) {
      // A seller's own photograph is not drawn anew.
      if (input.settings.scene) return studio.make(input, report)
      let told = 0
      const onProgress = (percent: number) => report((told = Math.max(told, percent)))
      const reference = await studio.make(input, (percent) => onProgress((percent * PROGRESS.reference) / 100))
      if (input.original) return recoloured(studio, input, input.original, reference)

      let best: Checked | undefined
      // Every attempt goes through the variants from the first: those that are paid for are only looked at again.
      for (let variant = 0; variant < VARIANTS && !best?.verdict.isFaithful; variant++) {
        try {
          const made = await checked(input, reference.image, variant, onProgress)
          if (made && (!best || made.verdict.isFaithful || made.verdict.score > best.verdict.score)) best = made
        } catch (error) {
          if (!best || error instanceof StaleAttempt) throw error
          break // one picture is there to be mended: better than paying for more of them
        }
      }
      onProgress(PROGRESS.made)
      if (!best) throw new Error('none of its seeds came to a picture')
      return finish(studio, input, reference, best, model.name)
    },

    export: (finished, options) => studio.export(finished, options),
    close: () => studio.close(),
  }
}

/** As it is when it shows the seller's own print; else with the real print laid over it; else the studio's picture. */
async function finish(
  studio: Studio,
  input: EngineInput,
  reference: EngineOutput,
  { picture, verdict, id, seconds, variant }: Checked,
  model: string,
): Promise<EngineOutput> {
  const details = {
    ...reference.details,
    model,
    prediction: id,
    seconds,
    seedsTried: input.provider.ids.length,
    faults: verdict.faults,
    measures: verdict.measures,
  }
  const prompt = editPromptOf(input.settings)
  if (verdict.isFaithful)
    return {
      ...picture,
      details,
      prompt,
      fidelity: { score: verdict.score, path: variant === 0 ? 'model' : 'another-seed' },
    }
  const overlaid = verdict.faults.includes('garment') ? null : await studio.overlayPrint(input, picture.image, verdict)
  const again = overlaid && (await studio.checkFidelity(input, overlaid.image))
  if (overlaid && again?.isFaithful)
    return { ...overlaid, details, prompt, fidelity: { score: again.score, path: 'reprinted' } }
  return asTheStudioMadeIt(studio, input, { ...reference, details, prompt })
}

/** The original with its product in the new colour, checked like any other; else the studio's picture of the same shot. */
async function recoloured(
  studio: Studio,
  input: EngineInput,
  { colour, open }: Original,
  reference: EngineOutput,
): Promise<EngineOutput> {
  const picture = await studio.recolour(input, colour, await open())
  const { isFaithful, score, faults, measures } = await studio.checkFidelity(input, picture.image)
  const details = { ...reference.details, recolouredFrom: colour, faults, measures }
  if (isFaithful) return { ...picture, details, fidelity: { score, path: 'recoloured' } }
  return asTheStudioMadeIt(studio, input, { ...reference, details })
}

const asTheStudioMadeIt = async (
  studio: Studio,
  input: EngineInput,
  reference: EngineOutput,
): Promise<EngineOutput> => ({
  ...reference,
  fidelity: { score: (await studio.checkFidelity(input, reference.image)).score, path: 'studio' },
})
