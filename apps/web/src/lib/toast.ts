import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** Where what it says is mended. */
  action?: { label: string; to: '/pricing' }
  isOpen: boolean
}

const FADE_MS = 200
/** Where a toast waits in this tab's storage for the page that comes. */
const CARRIED = 'toast'
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

/** Shows a toast on the page that comes: a full page load would take it away before it is read. */
export const carryToast = (toast: Omit<Toast, 'id' | 'isOpen'>): void =>
  sessionStorage.setItem(CARRIED, JSON.stringify(toast))

/** Shows the toast that the page before left, once. */
export function showCarriedToast(): void {
  const carried = sessionStorage.getItem(CARRIED)
  sessionStorage.removeItem(CARRIED)
  if (carried) addToast(JSON.parse(carried) as Omit<Toast, 'id' | 'isOpen'>)
}

function updateToast(id: number, change: Partial<Omit<Toast, 'id'>>): void {
  if (current?.id === id) set({ ...current, ...change })
}

/** Closes a toast; it is removed once it has faded. */
export function dismissToast(id: number): void {
  updateToast(id, { isOpen: false })
  setTimeout(() => removeToast(id), FADE_MS)
}

function removeToast(id: number): void {
  if (current?.id === id) set(null)
}

export const useToast = (): Toast | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => current,
    () => null,
  )
