import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set where everything has been built before the tests, by `npm test`. */
    webDist: string
  }
}
