type Numbers = Record<'x' | 'y' | 'width' | 'rotation', number>

/** Whether two orders say the same of where the print sits; none is none. */
export const isSamePlacement = (one: Numbers | null | undefined, other: Numbers | null | undefined): boolean =>
  one && other
    ? one.x === other.x && one.y === other.y && one.width === other.width && one.rotation === other.rotation
    : !one === !other
