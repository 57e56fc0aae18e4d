import { useEffect, useState } from 'react'
import { clear, createStore, get, set, type UseStore } from 'idb-keyval'

/** The file as it was chosen, its sides in pixels, and a PNG of it of at most 512 pixels a side for the preview. */
type TrialFile = { file: File; width: number; height: number; small: Blob }
/** `url` is the small one's, for this page. */
export type HeldFile = TrialFile & { url: string }

let opened: UseStore | undefined
const store = (): UseStore => (opened ??= createStore('printroom', 'trial'))

/** `here` where it was chosen on this page. */
let held: { id: string; file: Promise<HeldFile | null>; here?: HeldFile } | undefined

const withUrl = (kept: TrialFile): HeldFile => ({ ...kept, url: URL.createObjectURL(kept.small) })

/** Keeps a file in place of any other. False where the browser keeps none: it is at hand until the page is left. */
export async function keepFile(id: string, kept: TrialFile): Promise<boolean> {
  const here = withUrl(kept)
  held = { id, file: Promise.resolve(here), here }
  try {
    await clear(store())
    await set(id, kept, store())
    return true
  } catch {
    return false
  }
}

/** The file of that name, or null where this browser does not have it (any more). */
export function fileOf(id: string): Promise<HeldFile | null> {
  if (held?.id !== id) held = { id, file: load(id) }
  return held.file
}

const load = async (id: string): Promise<HeldFile | null> => {
  try {
    const kept = await get<TrialFile>(id, store())
    return kept ? withUrl(kept) : null
  } catch {
    return null
  }
}

export async function dropFiles(): Promise<void> {
  held = undefined
  // A browser that keeps nothing has nothing to drop.
  await clear(store()).catch(() => undefined)
}

/** The file of that name; undefined while it is looked for, null where there is none. */
export function useTrialFile(id: string | undefined): HeldFile | null | undefined {
  const [found, setFound] = useState<{ id: string; file: HeldFile | null }>()
  useEffect(() => {
    if (id === undefined) return
    let isWanted = true
    void fileOf(id).then((file) => isWanted && setFound({ id, file }))
    return () => void (isWanted = false)
  }, [id])
  if (found?.id === id) return found?.file
  return held?.id === id ? held?.here : undefined
}
