import { useMemo, useSyncExternalStore } from 'react'
import type { Choices } from '@printroom/contract/wizard'
import { HAS_WINDOW } from '~/lib/has-window.ts'

/** A design that was tried on before there was an account. `id` names its file in trial-file.ts, `words` say what it is on. */
export type Trial = {
  id: string
  filename: string
  /** In bytes. */
  fileSize: number
  choices: Choices
  words: string
  /** In milliseconds since 1970. */
  keptAt: number
  /** An upload of it has begun, and may have arrived without our hearing of it. */
  isSent: boolean
}

const KEY = 'trial'
/** Whoever has not come back by then has thought better of it. */
const KEPT_MS = 24 * 60 * 60 * 1000
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

export function rememberTrial(trial: Trial): void {
  localStorage.setItem(KEY, JSON.stringify(trial))
  tell()
}

/** It was uploaded, or is not wanted any more: nothing of it stays in this browser. */
export function forgetTrial(): void {
  localStorage.removeItem(KEY)
  tell()
  void import('~/features/trial/trial-file.ts').then(({ dropFiles }) => dropFiles())
}

const storedText = (): string | null => localStorage.getItem(KEY)

function parse(text: string | null): Trial | null {
  try {
    const trial = JSON.parse(text ?? 'null') as Trial | null
    return trial && Date.now() - trial.keptAt < KEPT_MS ? trial : null
  } catch {
    return null
  }
}

/** What is kept at this moment, by whichever tab. */
export const readTrial = (): Trial | null => parse(storedText())

/** What is kept, in every tab alike. */
export function useTrial(): Trial | null {
  const text = useSyncExternalStore(listen, storedText, () => null)
  return useMemo(() => parse(text), [text])
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

if (HAS_WINDOW) {
  addEventListener('storage', ({ key }) => key === KEY && tell())
  if (storedText() !== null && readTrial() === null) forgetTrial()
}
