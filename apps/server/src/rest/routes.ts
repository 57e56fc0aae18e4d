import { ACCOUNT_ROUTES } from './operations/account.ts'
import { BATCH_ROUTES } from './operations/batches.ts'
import { BILLING_ROUTES } from './operations/billing.ts'
import { CATALOGUE_ROUTES } from './operations/catalogue.ts'
import { DESIGN_ROUTES } from './operations/designs.ts'
import { SCENE_ROUTES } from './operations/scenes.ts'
import { MOCKUP_ROUTES } from './operations/mockups.ts'
import { SIGN_IN_ROUTES } from './operations/sign-in.ts'
import { PACK_ROUTES } from './operations/packs.ts'
import { SHARE_ROUTES } from './operations/shares.ts'
import { WEBHOOK_ROUTES } from './operations/webhooks.ts'
import type { Route } from './route.ts'

/** Every REST path there is: what is registered, and what the document at /api/openapi.json tells of. */
export const ROUTES: readonly Route[] = [
  ...SIGN_IN_ROUTES,
  ...ACCOUNT_ROUTES,
  ...CATALOGUE_ROUTES,
  ...DESIGN_ROUTES,
  ...MOCKUP_ROUTES,
  ...SCENE_ROUTES,
  ...BATCH_ROUTES,
  ...PACK_ROUTES,
  ...SHARE_ROUTES,
  ...WEBHOOK_ROUTES,
  ...BILLING_ROUTES,
]
