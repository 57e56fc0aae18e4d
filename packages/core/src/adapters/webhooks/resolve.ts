import { lookup as lookUpLocally, Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { bareHost, isPublicAddress, NotPublic } from '../../domain/webhooks/public-address.ts'

const DNS_TIMEOUT_MS = 2_000
const DNS_TRIES = 1

/** An address as a socket takes it. */
export type Address = { address: string; family: 4 | 6 }

/**
 * Where a host is, asked of name servers once: whoever connects has to connect to what this answers, since a second question
 * may be answered differently. All addresses have to be public, not only the first.
 * @param nameServers `ip:port` each; those of the machine if there are none. The machine's own hosts file is not read.
 * @throws NotPublic; Error when the name leads nowhere
 */
export async function publicAddressesOf(hostname: string, nameServers?: readonly string[]): Promise<Address[]> {
  const host = bareHost(hostname)
  const addresses = ipaddr.isValid(host) ? [toAddress(host)] : await resolve(host, nameServers)
  if (addresses.length === 0) throw new Error('no address')
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new NotPublic()
  return addresses
}

/** The same wherever it leads, as the machine itself sees it: for development. @throws Error when the name leads nowhere */
export const anyAddressesOf = async (hostname: string): Promise<Address[]> =>
  (await lookUpLocally(bareHost(hostname), { all: true })).map(({ address }) => toAddress(address))

const toAddress = (address: string): Address => ({ address, family: ipaddr.IPv4.isIPv4(address) ? 4 : 6 })

// Not dns.lookup: it holds one of the process's four file threads until the name server answers.
async function resolve(host: string, nameServers?: readonly string[]): Promise<Address[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  if (nameServers) resolver.setServers(nameServers)
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(toAddress) : []))
}
