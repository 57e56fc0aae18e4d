import type { BadgeVariant } from '~/components/badge.tsx'

const COLOURS: Partial<Record<string, BadgeVariant>> = { active: 'green', past_due: 'yellow', canceled: 'red' }

/** active green, past_due yellow, canceled red, any other grey. */
export const statusColour = (status: string): BadgeVariant => COLOURS[status] ?? 'grey'
