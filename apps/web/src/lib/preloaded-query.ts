/** Preloaded queries, by procedure: `public/first.js` asks for them while the scripts are on their way. */
declare global {
  var preloadedQueries: Record<string, Promise<unknown>> | undefined
}

/** The answer to a procedure that was asked for before the page was there; it serves once. */
export function takePreloadedQuery(procedure: string): Promise<unknown> | undefined {
  const answer = globalThis.preloadedQueries?.[procedure]
  if (answer) delete globalThis.preloadedQueries?.[procedure]
  return answer
}

/** What came before a change tells of what was: nobody may take it after. */
export function forgetPreloadedQueries(): void {
  globalThis.preloadedQueries = undefined
}
