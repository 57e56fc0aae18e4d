import { HAS_WINDOW } from '~/lib/has-window.ts'
import { PURCHASES, type Purchase } from '@printroom/contract/plans'

const KEY = 'chosen-plan'

export const asPurchase = (value: unknown): Purchase | undefined => PURCHASES.find((purchase) => purchase === value)

/** What a visitor chose before signing in; kept for this tab alone. */
export const rememberChoice = (purchase: Purchase): void => sessionStorage.setItem(KEY, purchase)

/** The choice, once: whoever takes it sends the person back to it. */
export function takeChoice(): Purchase | undefined {
  if (!HAS_WINDOW) return
  const chosen = asPurchase(sessionStorage.getItem(KEY))
  sessionStorage.removeItem(KEY)
  return chosen
}
