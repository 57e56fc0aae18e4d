import { useCallback, useEffect, useMemo } from 'react'
import type { SceneWire } from '@printroom/contract/scenes'
import { errorCode } from '~/lib/api-error.ts'
import { itemsOf, withFirst, withItems } from '~/lib/pages.ts'
import { trpc } from '~/lib/trpc.ts'

/** How often a photograph that is measured is asked for, where the server's events do not come through. */
const LOOK_MS = 5000

/** The person's scenes as far as they are loaded, newest first, followed while they are measured; `more` brings the next page. */
export function useScenes() {
  const { data, isError, isPending, refetch, ...more } = trpc.scene.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next },
  )
  const scenes = useMemo(() => data && itemsOf(data.pages), [data])
  useFollowed(scenes)
  return { scenes, isError: isError && !data, isPending, refetch, more }
}

/** One scene, followed while it is measured; `isGone` when it is not the person's, or not any more. */
export function useScene(id: string) {
  const { data, error, refetch } = trpc.scene.get.useQuery({ id })
  const code = errorCode(error)
  const isGone = code === 'not_found' || code === 'bad_input'
  const scene = isGone ? undefined : data
  useFollowed(useMemo(() => scene && [scene], [scene]))
  return { scene, isGone, isError: error !== null && !isGone, refetch }
}

/** Puts a scene, as it is now, wherever it is shown; or takes one away. */
export function useSceneChanges() {
  const utils = trpc.useUtils()
  const put = useCallback(
    (scene: SceneWire): void => {
      utils.scene.get.setData({ id: scene.id }, scene)
      utils.scene.list.setInfiniteData({}, (list) =>
        withItems(list, (items) => items.map((each) => (each.id === scene.id ? scene : each))),
      )
    },
    [utils],
  )
  const add = useCallback(
    (scene: SceneWire): void => {
      utils.scene.get.setData({ id: scene.id }, scene)
      utils.scene.list.setInfiniteData({}, (list) => withFirst(list, [scene]))
    },
    [utils],
  )
  const drop = useCallback(
    (id: string): void => {
      utils.scene.list.setInfiniteData({}, (list) =>
        withItems(list, (items) => items.filter((scene) => scene.id !== id)),
      )
      void utils.scene.get.invalidate({ id }, { refetchType: 'none' })
    },
    [utils],
  )
  return { put, add, drop }
}

const isUnderWay = ({ status, mask }: SceneWire): boolean => status === 'measuring' || mask?.state === 'mending'

/** The server tells how those that are being measured go on; behind that they are asked for. */
function useFollowed(scenes: readonly SceneWire[] | undefined): void {
  const utils = trpc.useUtils()
  const { put, drop } = useSceneChanges()
  const ids = (scenes ?? []).flatMap((scene) => (isUnderWay(scene) ? scene.id : [])).join(' ')

  const look = useCallback(
    async (id: string): Promise<void> => {
      try {
        put(await utils.client.scene.get.query({ id }))
      } catch (error) {
        if (errorCode(error) !== 'not_found') return
        drop(id)
        void utils.scene.get.invalidate({ id })
      }
    },
    [utils, put, drop],
  )

  trpc.scene.watch.useSubscription(undefined, {
    enabled: ids !== '',
    onData: (now) => {
      const followed = ids.split(' ')
      for (const scene of now) if (followed.includes(scene.id)) put(scene)
      for (const id of followed) if (id !== '' && !now.some((scene) => scene.id === id)) void look(id)
    },
  })
  useEffect(() => {
    if (ids === '') return
    const looking = setInterval(() => void Promise.all(ids.split(' ').map(look)), LOOK_MS)
    return () => clearInterval(looking)
  }, [ids, look])
}
