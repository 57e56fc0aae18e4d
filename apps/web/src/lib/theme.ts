import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const root = document.documentElement

const currentTheme = (): Theme => (root.classList.contains('dark') ? 'dark' : 'light')

export function setTheme(theme: Theme): void {
  root.classList.remove('light', 'dark')
  root.classList.add(theme)
  localStorage.setItem('theme', theme)
  for (const listener of listeners) listener()
}

export const toggleTheme = (): void => setTheme(currentTheme() === 'dark' ? 'light' : 'dark')

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, currentTheme)
