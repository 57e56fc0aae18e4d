/** What `public/first.js` asked the server for while the scripts were on their way, by procedure. */
declare global {
  var askedFirst: Record<string, Promise<unknown>> | undefined
}

/** The answer to a procedure that was asked for before the page was there; it serves once. */
export function takeAskedFirst(procedure: string): Promise<unknown> | undefined {
  const answer = globalThis.askedFirst?.[procedure]
  if (answer) delete globalThis.askedFirst?.[procedure]
  return answer
}

/** What came before a change tells of what was: nobody may take it after. */
export function forgetAskedFirst(): void {
  globalThis.askedFirst = undefined
}
