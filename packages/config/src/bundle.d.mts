export type AppName = 'server' | 'worker' | 'sandbox'
/** `build` throws an Error with the compiler's words when the sources have a fault. */
export type Bundler = { build: () => Promise<void>; close: () => Promise<void> }

export const APPS: readonly AppName[]

/**
 * The maker of an app's program; builds after the first are quicker. A file that is already as it should be is not written:
 * processes may be starting from it.
 * @param how `into`: the folder of the program, within that of the app; `root`: of the checkout; without `withPackages` those
 * of others are loaded from where they lie: a program that is made in a fifth of the time and starts in twice
 */
export function createBundler(
  app: AppName,
  how?: { into?: string; root?: string; withPackages?: boolean },
): Promise<Bundler>
