import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether the programs that tests start are made from the sources as they are. */
    areAppsBuilt: boolean
  }
}
