import type { Account } from '../wire.ts'

/** Whose the key is, and what it may do and spend. */
export function whoAmI({ email, credits, subscription_plan, api_key: key }: Account): string[] {
  const account = `${email}, ${credits} credits, plan: ${subscription_plan}`
  if (!key) return [account]
  const cap =
    key.monthly_cap === null
      ? `no monthly cap, ${key.spent_this_month} credits spent this month`
      : `${key.spent_this_month} of ${key.monthly_cap} credits spent this month`
  const end = key.expires_at === null ? 'no expiry' : `expires ${key.expires_at.slice(0, 10)}`
  return [account, `key "${key.name}": scope ${key.scope}, ${cap}, ${end}`]
}
