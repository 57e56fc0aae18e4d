import { expect, it } from 'vitest'
import { networkOf } from '../src/domain/auth/sign-in-limit.ts'

it('counts by what one person holds of an address', () => {
  const NETWORKS: Record<string, string> = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002::': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:db8:1:2::192.0.2.1': '2001:db8:1:2::/64',
    '::1': '0:0:0:0::/64',
    '::': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '': 'unknown',
    'unknown, 203.0.113.7': 'unknown',
    '203.0.113.700': 'unknown',
  }
  for (const [address, network] of Object.entries(NETWORKS))
    expect([address, networkOf(address)]).toEqual([address, network])
})
