/** Node's arguments for the process of an app, in the app's folder: what `bundle.mjs` made, with stack traces that name the sources. */
export const APP_PROGRAM = ['--enable-source-maps', 'dist/main.mjs'] as const
