import type { KeyboardEvent } from 'react'
import type { Place, Tool } from '~/features/scenes/mask-painting.ts'

/** What a key asks of the mask: arrows move the brush, with Shift they paint on the way, Space and Enter paint where it is. */
export type Ask =
  | { kind: 'move'; by: Place; isPainting: boolean }
  | { kind: 'dab' }
  | { kind: 'undo' | 'redo' | 'larger' | 'smaller' }
  | { kind: 'tool'; tool: Tool }

const ARROWS: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export function askOf(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>): Ask | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return { kind: event.shiftKey ? 'redo' : 'undo' }
    return key === 'y' ? { kind: 'redo' } : null
  }
  const by = ARROWS[key]
  if (by) return { kind: 'move', by, isPainting: event.shiftKey }
  if (key === ' ' || key === 'Enter') return { kind: 'dab' }
  if (key === '+' || key === '=') return { kind: 'larger' }
  if (key === '-' || key === '_') return { kind: 'smaller' }
  if (key === 'a' || key === 'e') return { kind: 'tool', tool: key === 'a' ? 'add' : 'erase' }
  return null
}
