import nightWhale from '~/assets/designs/night-whale.webp'
import quarterTiles from '~/assets/designs/quarter-tiles.webp'
import roomToWander from '~/assets/designs/room-to-wander.webp'
import trailBadge from '~/assets/designs/trail-badge.webp'

export type ExampleDesign = { name: string; style: string; src: string }

/** Drawn by us for this page, one of each kind that sellers make. */
export const DESIGNS: readonly [ExampleDesign, ...ExampleDesign[]] = [
  { name: 'Night Whale', style: 'Illustration', src: nightWhale },
  { name: 'Pinewood Trail', style: 'Badge', src: trailBadge },
  { name: 'Room to Wander', style: 'Typography', src: roomToWander },
  { name: 'Quarter Tiles', style: 'Pattern', src: quarterTiles },
]
