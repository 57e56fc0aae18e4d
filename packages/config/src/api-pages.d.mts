/** What a module exports: its signature in one line, its doc comment as text, or an empty one. */
export type Entry = { signature: string; doc: string; isFunction: boolean }

/** The pages by file name, and the exported functions without a doc comment as `path: signature`. */
export function apiPages(root: string): { pages: Map<string, string>; undocumented: string[] }

/** What a module exports by its own declarations, in their order. */
export function entriesOf(path: string, text: string): Entry[]
