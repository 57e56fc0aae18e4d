import { useSyncExternalStore } from 'react'
import { HAS_WINDOW } from '~/lib/has-window.ts'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const currentTheme = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

function show(theme: Theme): void {
  const root = document.documentElement
  root.classList.remove('light', 'dark')
  root.classList.add(theme)
  for (const listener of listeners) listener()
}

export function setTheme(theme: Theme): void {
  localStorage.setItem('theme', theme)
  show(theme)
}

// Two tabs of one person never stand in different light.
if (HAS_WINDOW) {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme' && (newValue === 'light' || newValue === 'dark')) show(newValue)
  })
}

export const toggleTheme = (): void => setTheme(currentTheme() === 'dark' ? 'light' : 'dark')

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    currentTheme,
    () => 'light' as const,
  )
