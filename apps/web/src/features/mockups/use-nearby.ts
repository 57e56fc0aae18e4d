import { useEffect, useState, type RefObject } from 'react'

/** Places of items in a list: from the first up to, and without, the second. */
export type Range = { from: number; to: number }

/** How far beyond the window, in its own heights, an item counts as near. */
const MARGIN = 1
/** What is near before the list has been looked at: a desk's window. The margin comes in a task of its own. */
const AT_FIRST: Range = { from: 0, to: 8 }

/**
 * Which items of a list are in sight or soon will be, while its page scrolls. The items stand in `list` in the order in
 * which they are read, all of them and at their full size: so two searches by halves say which are near, and nothing has to
 * be watched, whose cost would grow with the list.
 */
export function useNearby(list: RefObject<HTMLElement | null>): Range {
  const [range, setRange] = useState(AT_FIRST)
  useEffect(() => {
    const items = list.current?.getElementsByTagName('li')
    if (!items) return
    let asked = 0
    const look = (): void => {
      asked = 0
      const margin = innerHeight * MARGIN
      const from = firstBelow(items, -margin)
      const to = firstBelow(items, innerHeight + margin)
      setRange((last) => (last.from === from && last.to === to ? last : { from, to }))
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
