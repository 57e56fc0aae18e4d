import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The client as people get it, built from the sources that are tested. */
    webDist: string
    /** Where Chromium lies unpacked. */
    chromiumPath: string
  }
}
