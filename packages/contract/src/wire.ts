/** The shapes that cross the wire. Times are ISO 8601 in UTC, sizes in pixels and bytes. */

export type UserWire = { id: string; email: string; created_at: string }

/** A sign-in: the person, or the word that a code was mailed and has to come with a second call. */
export type SignInWire = { user: UserWire } | { verification_required: true }

/** How the browser reaches Google's accounts; null where it does not. */
export type GoogleWire = { kind: 'firebase'; apiKey: string; authDomain: string; projectId: string } | { kind: 'sandbox'; chooserUrl: string } | null

/** A signed-in browser. */
export type SessionWire = { id: string; browser: string; last_seen_at: string; created_at: string; is_current: boolean }

/** A browser that signs in without a code. */
export type KnownBrowserWire = { id: string; browser: string; last_used_at: string; created_at: string; is_current: boolean }

export type ApiKeyWire = { id: string; name: string; ending: string; scope: 'read' | 'write'; last_used_at: string | null; created_at: string }

export type AccountWire = UserWire & {
  credits: number
  subscription_plan: 'starter' | 'pro' | 'agency' | 'none'
  subscription_status: string | null
  subscription_renews_at: string | null
  /** Set when the plan ends instead of renewing. */
  subscription_ends_at: string | null
  /** Past due: when the card is tried again. */
  payment_retry_at: string | null
  plan_credits: number
  topup_credits: number
  has_stripe_customer: boolean
}

export type DesignWire = {
  id: string
  user_id: string
  filename: string
  file_url: string
  thumbnail_url: string
  width: number
  height: number
  file_size: number
  created_at: string
}

export type MockupWire = {
  id: string
  design_id: string | null
  product: string
  product_model: string | null
  colour: string
  model_style: string
  background: string
  model_gender: string | null
  design_size: string
  file_url: string
  thumbnail_url: string
  created_at: string
  folder_name: string
  debug_info: string | null
  /** Of a picture that an image model made: how like the uploaded design its print is, in percent. Null for the studio's own. */
  print_fidelity: number | null
  print_path: FidelityPath | null
}

/** How a checked picture came to be: as the model made it, at a later seed, with the real print put back, the same in another colour, or not at all. */
export type FidelityPath = 'model' | 'another-seed' | 'reprinted' | 'recoloured' | 'studio'

/** `position` is the place in line (0 = being made), `progress` a percentage. */
export type GenerationWire = {
  id: string
  status: 'queued' | 'rendering' | 'done' | 'failed'
  progress: number
  position: number
  product: string
  colour: string
  mockup_id: string | null
  error: string | null
  created_at: string
}

export type DebugWire = { prompt: string; designInfo: { fileSize: number; fileUrl: string } }

/** The answer to a generation request: the mockup, or where to look for it when it takes longer than the wait limit. */
export type GenerationAnswer = (MockupWire & { _debug?: DebugWire }) | { generation_id: string; status: GenerationWire['status'] }

/** A line of the statement. `number` orders the lines; `amount` and `balance` (after it) are in credits. */
export type StatementLine = { number: number; date: string; text: string; amount: number; balance: number; mockup_id: string | null }
export type StatementWire = { lines: StatementLine[]; next: number | null }

/** How a checkout that the person came back from stands, and the account with it. */
export type CheckoutWire = { is_complete: boolean; credits_granted: number; account: AccountWire }
