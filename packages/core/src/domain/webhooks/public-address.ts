import ipaddr from 'ipaddr.js'

/** Why nothing is sent to a name or number. */
export class NotPublic extends Error {
  constructor() {
    super('This address is not on the public internet.')
  }
}

/** Of IPv6 only this is given to hosts of the internet (RFC 4291, 2.4; IANA's IPv6 global unicast registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is a public host's. `ipaddr.js` knows the special ranges of IANA's registries by name; only
 * `unicast` is none of them, and IPv6's is public inside 2000::/3 alone (`::127.0.0.1` is `unicast` to the library). IPv4
 * inside IPv6 (`::ffff:127.0.0.1`) is judged as the IPv4 address that it is.
 * @param address four decimal numbers, or IPv6; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false
  const judged = ipaddr.process(address)
  return judged.range() === 'unicast' && (judged.kind() === 'ipv4' || judged.match(GLOBAL_UNICAST))
}

/** A host as `URL` has it, without the brackets of IPv6. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')
