import { useEffect, useRef, useState } from 'react'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import type { SceneWire } from '@printroom/contract/scenes'
import type { GenerationWire, MockupWire } from '@printroom/contract/wire'
import type { Choices } from '@printroom/contract/wizard'
import { errorBody, errorSentence } from '~/lib/api-error.ts'
import { isPageLeft } from '~/lib/leaving.ts'
import { countOf } from '~/lib/format.ts'
import { randomId } from '~/lib/random-id.ts'
import { refreshMockups } from '~/lib/refresh-mockups.ts'
import { addInsufficientToast } from '~/lib/insufficient-toast.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Orders one mockup on a scene and waits for it; `made` is what came of this visit, the newest first. */
export function useSceneOrder(scene: SceneWire, { designId, size, colour, placement }: Choices) {
  const utils = trpc.useUtils()
  const [made, setMade] = useState<readonly MockupWire[]>([])
  const [underWay, setUnderWay] = useState<GenerationWire>()
  const isHere = useRef(false)
  const order = trpc.scene.order.useMutation()
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  trpc.generation.watch.useSubscription(undefined, {
    enabled: order.isPending,
    onData: (active) => setUnderWay(active.find((generation) => generation.scene_id === scene.id)),
  })

  async function make(): Promise<void> {
    if (!designId || !size || order.isPending) return
    setUnderWay(undefined)
    try {
      const answer = await order.mutateAsync({
        id: scene.id,
        design_id: designId,
        design_size: size,
        ...(colour && { colour }),
        ...(placement && { placement }),
        idempotency_key: randomId(),
        debug: true,
      })
      if ('file_url' in answer) {
        setMade((before) => [answer, ...before.filter(({ id }) => id !== answer.id)])
        if (answer.already_made) addToast({ title: GENERATION.alreadyMadeTitle, description: GENERATION.alreadyMade })
        else if (!isHere.current)
          addToast({
            title: GENERATION.doneTitle,
            description: `You find it in My Mockups. ${countOf(CREDITS_PER_MOCKUP, 'credit')} charged.`,
          })
      } else
        addToast({
          title: 'Still rendering',
          description: 'This takes longer than usual. You find your mockup in My Mockups when it is done.',
        })
    } catch (error) {
      tellFailure(error)
    }
    await Promise.all([refreshMockups(utils), utils.generation.active.invalidate()])
  }
  return { make, made, underWay, isMaking: order.isPending }
}

function tellFailure(error: unknown): void {
  const body = errorBody(error)
  if (isPageLeft() && !body) return
  if (body?.code !== 'insufficient_credits') return void addErrorToast(errorSentence(error, GENERATION.failed))
  const { needed = CREDITS_PER_MOCKUP, available = 0 } = body
  addInsufficientToast(GENERATION.insufficient(needed, available))
}
