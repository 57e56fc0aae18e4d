/** Mockups as the studio made them at 2048 × 2048, only made smaller. `bench/make-examples.ts` makes them again. */
export const MADE = [
  { file: 'whale-tee', design: 'night-whale', product: 't-shirt', baseModel: 'gildan-64000', colour: 'navy', style: 'flat-lay', background: 'wood-texture', alt: 'A whale below the moon on a navy t-shirt, laid flat on wood' },
  { file: 'badge-mug', design: 'trail-badge', product: 'mug', baseModel: null, colour: 'mug-white', style: 'studio-product', background: 'off-white', alt: 'A round hiking badge on a white mug in an off-white studio' },
  { file: 'words-tee', design: 'room-to-wander', product: 't-shirt', baseModel: 'bella-canvas-3001', colour: 'natural', style: 'flat-lay', background: 'fabric-texture', alt: 'The words Room to wander, time to make on a natural t-shirt, laid flat on fabric' },
  { file: 'tiles-tote', design: 'quarter-tiles', product: 'tote-bag', baseModel: null, colour: 'natural', style: 'flat-lay', background: 'neutral-gray', alt: 'A pattern of colored quarter circles on a natural tote bag, laid flat on gray' },
  { file: 'tiles-mug', design: 'quarter-tiles', product: 'mug', baseModel: null, colour: 'mug-black', style: 'studio-product', background: 'neutral-gray', alt: 'A pattern of colored quarter circles on a black mug in a gray studio' },
  { file: 'badge-crewneck', design: 'trail-badge', product: 'crewneck-sweatshirt', baseModel: 'gildan-18000', colour: 'sport-grey-18000', style: 'flat-lay', background: 'white-studio', alt: 'A round hiking badge on a sport grey sweatshirt, laid flat on white' },
] as const
