import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Answer, decode, encode } from 'dns-packet'
import { afterAll } from 'vitest'

/** Answers by name: the n-th list of addresses at the n-th question for that name and type, the last one ever after. */
export type Zone = Record<string, Partial<Record<'A' | 'AAAA', string[][]>>>

/** A name server on this machine, by UDP. `asked` lists the questions as they came (`A name`). */
export async function startNameServer(zone: Zone): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const query = decode(message)
    const [question] = query.questions ?? []
    if (!question) return
    const { name, type } = question
    const before = asked.filter((each) => each === `${type} ${name}`).length
    asked.push(`${type} ${name}`)
    const lists = type === 'A' || type === 'AAAA' ? (zone[name]?.[type] ?? []) : []
    const answers = (lists[Math.min(before, lists.length - 1)] ?? []).map(
      (data) => ({ name, type, ttl: 0, data }) as Answer,
    )
    // RCODE 3 in the flags' low bits: there is no such name.
    const flags = zone[name] ? 0x8180 : 0x8183
    socket.send(encode({ id: query.id ?? 0, type: 'response', flags, questions: [question], answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  afterAll(() => void socket.close())
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, asked }
}
