/** A design as far as its print is concerned; sizes in pixels. */
export type Printable = { id: string; fileKey: string; printKey: string | null; width: number; height: number }

/** The columns of a `Printable`. */
export const PRINTABLE = { id: true, fileKey: true, printKey: true, width: true, height: true } as const
