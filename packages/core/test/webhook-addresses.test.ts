import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPost } from '../src/adapters/webhooks/post.ts'
import { publicAddressesOf } from '../src/adapters/webhooks/resolve.ts'
import { isPublicAddress } from '../src/domain/webhooks/public-address.ts'
import { startNameServer } from './name-server.ts'

// Whatever address a seller names, nothing of ours connects to this machine or its networks: a listener on every loopback
// address of one port counts who comes.
let callers = 0
const listeners: Server[] = []
async function listen(host: string, port: number): Promise<number> {
  const server = createServer((socket) => {
    callers++
    socket.destroy()
  })
  server.listen(port, host)
  await once(server, 'listening')
  listeners.push(server)
  return (server.address() as AddressInfo).port
}
const port = await listen('0.0.0.0', 0)
await listen('::1', port)
afterAll(() => listeners.forEach((server) => server.close()))
beforeEach(() => (callers = 0))

const PUBLIC = '93.184.216.34'
const names = await startNameServer({
  'inside.example.com': { A: [['127.0.0.1']] },
  'six.example.com': { AAAA: [['::1']] },
  'mapped.example.com': { AAAA: [['::ffff:127.0.0.1']] },
  'both.example.com': { A: [[PUBLIC, '127.0.0.1']] },
  'families.example.com': { A: [[PUBLIC]], AAAA: [['fd00::1']] },
  'metadata.example.com': { A: [['169.254.169.254']] },
  'zero.example.com': { A: [['0.0.0.0']] },
  'rebinding.example.com': { A: [[PUBLIC], ['127.0.0.1']] },
  'later.example.com': { A: [['127.0.0.1'], [PUBLIC]] },
  'public.example.com': { A: [[PUBLIC]], AAAA: [['2606:2800:21f:cb07:6820:80da:af6b:8b2c']] },
})
const post = createPost({ isPrivateAllowed: false, nameServers: [names.address] })
const call = (host: string) => post({ url: `http://${host}:${port}/hook`, headers: {}, body: '{}' })

const NUMBERS = [
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7F.1', '0177.0.0.1',
  '017700000001', '0x7f.0x0.0x0.0x1', '①②⑦.⓪.⓪.①', '127。0。0。1', '0.0.0.0', '0', '[::1]', '[::]',
  '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]', '[2002:7f00:1::1]', '[2001:0:7f00:1::1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]',
  '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255',
  '192.168.0.1', '169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1',
  '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255',
] // prettier-ignore
const NAMES = [
  'inside.example.com',
  'six.example.com',
  'mapped.example.com',
  'both.example.com',
  'families.example.com',
  'metadata.example.com',
  'zero.example.com',
  'later.example.com',
]

describe('an address that a seller names', () => {
  it.each(NUMBERS)('is refused without a connection: %s', async (host) => {
    expect(await call(host)).toMatchObject({ status: null, error: 'This address is not on the public internet.' })
    expect(callers).toBe(0)
  })

  it.each(NAMES)('is refused where any of what its name leads to is not public: %s', async (name) => {
    expect(await call(name)).toMatchObject({ status: null, error: 'This address is not on the public internet.' })
    expect(callers).toBe(0)
  })

  it.each(['localhost', 'printroom.localhost', 'nowhere.example.com'])(
    'is asked of name servers and not of this machine: %s',
    async (name) => {
      expect(await call(name)).toMatchObject({ status: null, error: 'The address could not be reached.' })
      expect(callers).toBe(0)
    },
  )

  it('is looked up once a try, and connected to as it was judged', async () => {
    const askedOfTheMachine = vi.spyOn(dns, 'lookup')
    await call('rebinding.example.com')
    expect(askedOfTheMachine).not.toHaveBeenCalled()
    expect(names.asked.filter((each) => each === 'A rebinding.example.com')).toHaveLength(1)
    expect(callers).toBe(0)
    // A second question would have been answered with this machine, as the next try's is.
    expect(await call('rebinding.example.com')).toMatchObject({ error: 'This address is not on the public internet.' })
    expect(callers).toBe(0)
  })

  it('is taken where it is public', async () => {
    expect(await publicAddressesOf('public.example.com', [names.address])).toEqual([
      { address: PUBLIC, family: 4 },
      { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
    ])
    for (const address of [PUBLIC, '8.8.8.8', '1.1.1.1', '2606:4700:4700::1111'])
      expect(isPublicAddress(address)).toBe(true)
  })

  it('that is no address is not public', () => {
    for (const text of ['', 'example.com', '1.2.3', '1.2.3.4.5', ':::', '1.2.3.4/8', '%'])
      expect(isPublicAddress(text)).toBe(false)
  })
})

describe('this machine, where nobody else uses the product', () => {
  it('is called', async () => {
    const own = createPost({ isPrivateAllowed: true })
    expect(await own({ url: `http://localhost:${port}/`, headers: {}, body: '{}' })).toMatchObject({
      status: null,
      error: 'The address could not be reached.', // the listener hangs up
    })
    expect(callers).toBe(1)
  })
})
