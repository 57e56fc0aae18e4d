import type { Env } from './env.ts'

/** Whether a host name, as an address has it, is this machine's own by definition and leads nowhere else. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|[a-z\d-]{1,63}\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

const LIVE_KEY = /^[rs]k_live_/

/** Every setting that says that others than the people of this machine reach the product, as it would be written. */
export function exposuresOf({ NODE_ENV, HOST, PUBLIC_URL, TRUSTED_PROXIES, STRIPE_SECRET_KEY }: Env): string[] {
  return [
    ...(NODE_ENV === 'production' ? ['NODE_ENV=production'] : []),
    ...(isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname) ? [] : [`PUBLIC_URL=${PUBLIC_URL}`]),
    ...(TRUSTED_PROXIES === undefined ? [] : [`TRUSTED_PROXIES=${TRUSTED_PROXIES}`]),
    ...(LIVE_KEY.test(STRIPE_SECRET_KEY ?? '') ? ['STRIPE_SECRET_KEY, a live key,'] : []),
  ]
}

/** Whether nobody but the people of this machine reaches the product. */
export const isForOneself = (env: Env): boolean => exposuresOf(env).length === 0
