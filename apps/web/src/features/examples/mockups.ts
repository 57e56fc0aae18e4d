/**
 * Mockups as the studio made them at 2048 × 2048, only made smaller. `bench/make-examples.ts` makes them again. `ordinal`: the
 * how-many-th picture of these settings, where it is not the first.
 */
export const MADE = [
  { file: 'whale-tee', design: 'night-whale', product: 't-shirt', baseModel: 'bella-canvas-3001', colour: 'navy', style: 'studio-front', background: 'off-white', alt: 'A whale below the moon on a navy t-shirt, seen from the front before off-white' },
  { file: 'badge-tote', design: 'trail-badge', product: 'tote-bag', baseModel: null, colour: 'natural', style: 'lifestyle-casual', background: 'outdoor-natural', alt: 'A round hiking badge on a natural tote bag, hanging before a sunlit garden' },
  { file: 'whale-mug', design: 'night-whale', product: 'mug', baseModel: null, colour: 'mug-navy', style: 'lifestyle-use', background: 'cozy-living-room', alt: 'A whale below the moon on a navy mug, on a wooden table in a living room' },
  { file: 'tiles-tote', design: 'quarter-tiles', product: 'tote-bag', baseModel: null, colour: 'natural', style: 'studio-front', background: 'outdoor-natural', alt: 'A pattern of colored quarter circles on a natural tote bag, hung on a wall of weathered boards' },
  { file: 'badge-hoodie', design: 'trail-badge', product: 'hoodie', baseModel: 'gildan-18500', colour: 'forest-green', style: 'lifestyle-casual', background: 'outdoor-natural', gender: 'man', ordinal: 1, alt: 'A man in a forest green hoodie with a round hiking badge, in a garden' },
  { file: 'words-mug', design: 'room-to-wander', product: 'mug', baseModel: null, colour: 'mug-almond', style: 'lifestyle-use', background: 'outdoor-garden', alt: 'The words Room to wander, time to make on an almond mug, on a table in a garden' },
  { file: 'badge-crewneck', design: 'trail-badge', product: 'crewneck-sweatshirt', baseModel: 'gildan-18000', colour: 'sport-grey-18000', style: 'lifestyle-casual', background: 'lifestyle-indoor', gender: 'man', ordinal: 1, alt: 'A man in a sport grey sweatshirt with a round hiking badge, by a window' },
  { file: 'badge-mug', design: 'trail-badge', product: 'mug', baseModel: null, colour: 'mug-white', style: 'lifestyle-use', background: 'kitchen-interior', alt: 'A round hiking badge on a white mug, on a wooden table in a kitchen' },
  { file: 'words-tee', design: 'room-to-wander', product: 't-shirt', baseModel: 'gildan-64000', colour: 'natural', style: 'flat-lay', background: 'wood-texture', alt: 'The words Room to wander, time to make on a natural t-shirt, laid flat on wood' },
  { file: 'whale-tote', design: 'night-whale', product: 'tote-bag', baseModel: null, colour: 'black', style: 'studio-front', background: 'lifestyle-indoor', alt: 'A whale below the moon on a black tote bag, hung on a plastered wall' },
  { file: 'tiles-mug', design: 'quarter-tiles', product: 'mug', baseModel: null, colour: 'mug-white', style: 'lifestyle-use', background: 'office-desk', alt: 'A pattern of colored quarter circles on a white mug, on a desk' },
  { file: 'words-worn', design: 'room-to-wander', product: 't-shirt', baseModel: 'gildan-64000', colour: 'white', style: 'lifestyle-casual', background: 'cozy-interior', gender: 'woman', alt: 'A woman in a white t-shirt with the words Room to wander, time to make, in a living room' },
] as const
