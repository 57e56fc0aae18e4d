import { useCallback, useState } from 'react'
import type { Product, Side } from '@printroom/contract/catalogue'
import { sceneColoursOf, type SceneWire } from '@printroom/contract/scenes'
import { NO_CHOICES, type Choices } from '@printroom/contract/wizard'
import { useDesigns } from '~/features/designs/use-designs.ts'
import { fitChoices } from '~/features/generate/fit-choices.ts'
import type { Chooser } from '~/features/generate/use-wizard.ts'

type Own = Pick<Choices, 'designId' | 'colour' | 'size' | 'placement'>

/** What is chosen of a picture on a scene, as the wizard's parts take it: product and side are the scene's, the newest design stands until another is chosen. */
export function useChooser({ product, side }: SceneWire): Chooser {
  const { designs } = useDesigns()
  const [isAdjusting, setAdjusting] = useState(false)
  const [own, setOwn] = useState<Own>({
    designId: null,
    colour: sceneColoursOf(product as Product, { recolours: false })[0]?.value ?? null,
    size: NO_CHOICES.size,
    placement: null,
  })
  const design = designs?.find(({ id }) => id === own.designId) ?? designs?.[0]
  const whole: Choices = {
    ...NO_CHOICES,
    ...own,
    designId: design?.id ?? null,
    product: product as Product,
    side: side as Side,
  }
  return {
    design,
    choices: design ? fitChoices(whole, design) : whole,
    isAdjusting,
    setAdjusting,
    choose: useCallback(
      // A size says where the print sits, and ends a placement.
      (made: Partial<Choices>) => setOwn((now) => ({ ...now, ...(made.size && { placement: null }), ...made })),
      [],
    ),
  }
}
