/** Ends the watch that `public/first.js` keeps, and hands out the buttons and links that were pressed meanwhile. */
declare global {
  var takeEarlyPresses: (() => HTMLElement[]) | undefined
}

let pressed: HTMLElement[] = []

/** From here on React listens. */
export function endEarlyPresses(): void {
  pressed = globalThis.takeEarlyPresses?.() ?? []
}

/** Presses anew what was pressed before React listened; what has gone since is left alone. */
export function repeatEarlyPresses(): void {
  for (const control of pressed.splice(0)) if (control.isConnected) control.click()
}
