import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  isOpen: boolean
}

const FADE_MS = 200
const listeners = new Set<() => void>()
let current: Toast | null = null
let lastId = 0

function set(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast; there is one at a time, so it takes the place of the one before. */
export function addToast(toast: Omit<Toast, 'id' | 'isOpen'>): number {
  lastId += 1
  set({ ...toast, id: lastId, isOpen: true })
  return lastId
}

export const addErrorToast = (description: string, title = 'Error'): number =>
  addToast({ title, description, variant: 'destructive' })

export function updateToast(id: number, change: Partial<Omit<Toast, 'id'>>): void {
  if (current?.id === id) set({ ...current, ...change })
}

/** Closes a toast; it is removed once it has faded. */
export function dismissToast(id: number): void {
  updateToast(id, { isOpen: false })
  setTimeout(() => removeToast(id), FADE_MS)
}

export function removeToast(id: number): void {
  if (current?.id === id) set(null)
}

export const useToast = (): Toast | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => current,
  )

