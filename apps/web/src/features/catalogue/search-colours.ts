import type { Colour } from '@printroom/contract/colours'

/** Colours whose label or value holds what was typed. */
export function searchColours(colours: readonly Colour[], search: string): readonly Colour[] {
  const wanted = search.trim().toLowerCase()
  if (!wanted) return colours
  return colours.filter(({ label, value }) => label.toLowerCase().includes(wanted) || value.includes(wanted))
}
