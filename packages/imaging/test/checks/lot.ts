import { hash } from '@printroom/studio/random'

/** Draws by lot: the same numbers for the same seed. */
export function lotOf(seed: number) {
  let drawn = 0
  const unit = () => hash(seed, ++drawn) / 2 ** 32
  return {
    between: (least: number, most: number) => least + unit() * (most - least),
    whole: (least: number, most: number) => least + Math.floor(unit() * (most - least + 1)),
    is: (chance: number) => unit() < chance,
    of: <T>(list: readonly T[]): T => list[Math.floor(unit() * list.length)]!,
  }
}

export type Lot = ReturnType<typeof lotOf>
