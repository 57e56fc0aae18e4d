import { HAS_WINDOW } from '~/lib/has-window.ts'

/** What floats above the page; what opened it stands outside. */
const FLOATING = '[role=dialog], [role=alertdialog], [role=menu], [data-radix-focus-guard]'

let origin: HTMLElement | null = null

function remember(event: Event): void {
  if (!(event.target instanceof Element) || event.target.closest(FLOATING)) return
  const control = event.target.closest('button, a[href], [tabindex]')
  if (control instanceof HTMLElement) origin = control
}

// A pressed button gets no focus in every browser, and a menu's button hands it straight to the menu.
if (HAS_WINDOW) {
  addEventListener('focusin', remember)
  addEventListener('pointerdown', remember, { capture: true })
}

/** For a dialog that closes: the focus goes back to what opened it, or to the page's heading when that is gone too. */
export function returnFocus(event: Event): void {
  event.preventDefault()
  if (origin?.isConnected) return origin.focus({ preventScroll: true })
  focusHeading()
}

/** Where the keyboard goes on when what it was on is gone. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
