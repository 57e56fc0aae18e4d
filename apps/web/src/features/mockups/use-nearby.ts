import { useEffect, useState, type RefObject } from 'react'

/** Places of items in a list: from the first up to, and without, the second. */
export type Range = { from: number; to: number }

/** How far beyond the window, in its own heights, an item is near in any case. */
const MARGIN = 1
/** While the page moves, what it will have reached in this time is near too: a browser draws half a second ahead. */
const AHEAD_MS = 1_000
/** But no farther than so many windows. */
const FARTHEST = 5
/** So many items more in a frame make no long task. */
const AT_ONCE = 8
/** Two looks this far apart say nothing about how fast the page moves. */
const STILL_MS = 100
/** What is near before the list has been looked at: a phone's window, or a desk's. The margin comes in a task of its own. */
const atFirst = (): Range => ({ from: 0, to: innerWidth < 768 ? 4 : 8 })

/**
 * Which items of a list are in sight or soon will be, while its page scrolls. The items stand in `list` in the order in
 * which they are read, all of them and at their full size: so a few searches by halves say which are near, and nothing has
 * to be watched, whose cost would grow with the list.
 */
export function useNearby(list: RefObject<HTMLElement | null>): Range {
  const [range, setRange] = useState(atFirst)
  useEffect(() => {
    const items = list.current?.getElementsByTagName('li')
    if (!items) return
    let asked = 0
    let last = { time: 0, y: scrollY, range: atFirst() }

    const look = (time: number): void => {
      asked = 0
      const passed = time - last.time
      const speed = passed < STILL_MS ? (scrollY - last.y) / passed : 0
      const reach = (direction: number): number =>
        Math.min(FARTHEST, Math.max(MARGIN, (direction * speed * AHEAD_MS) / innerHeight))
      const needed = rangeWithin(items, MARGIN, MARGIN)
      const wished = rangeWithin(items, reach(-1), reach(1))
      const range = {
        from: Math.min(needed.from, Math.max(wished.from, last.range.from - AT_ONCE)),
        to: Math.max(needed.to, Math.min(wished.to, last.range.to + AT_ONCE)),
      }
      last = { time, y: scrollY, range }
      setRange((now) => (now.from === range.from && now.to === range.to ? now : range))
      if (range.from > wished.from || range.to < wished.to) ask()
    }
    const ask = (): void => void (asked ||= requestAnimationFrame(look))
    ask()
    addEventListener('scroll', ask, { passive: true })
    // The window's width, and whatever comes or goes above the list or in it, moves its items without a scroll.
    const resized = new ResizeObserver(ask)
    resized.observe(document.body)
    return () => {
      cancelAnimationFrame(asked)
      removeEventListener('scroll', ask)
      resized.disconnect()
    }
  }, [list])
  return range
}

/** The items between so many windows above this one and so many below it. */
const rangeWithin = (items: HTMLCollectionOf<HTMLElement>, above: number, below: number): Range => ({
  from: firstBelow(items, -above * innerHeight),
  to: firstBelow(items, (1 + below) * innerHeight),
})

/** The place of the first item whose lower edge is below `y` of the window; the number of items where none is. */
function firstBelow(items: HTMLCollectionOf<HTMLElement>, y: number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.getBoundingClientRect().bottom ?? y) > y) high = middle
    else low = middle + 1
  }
  return low
}
