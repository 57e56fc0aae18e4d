import { expect, test } from 'vitest'
import { rehearse } from '../src/rehearsal/rehearse.ts'

// The same as `pnpm --filter @printroom/local rehearse`, with fewer sellers. A minute or two on a machine that does nothing
// else; the limit is for one that hangs.
test(
  'production, all of it: everything is replaced, backed up, migrated and brought back, and no request fails',
  { timeout: 2_400_000 },
  async () => {
    const { visit, stream, load, addresses, books, restored } = await rehearse(2, (line) => console.log(line))

    expect(visit.hsts).toBe('max-age=63072000; includeSubDomains')
    expect(visit.plain).toEqual({
      before: expect.stringMatching(/^net::ERR/),
      after: expect.stringMatching(/^https:\/\/printroom\.test:\d+\/pricing$/),
    })
    expect(visit.cookies.map(({ name }) => name).toSorted()).toEqual([
      '__Host-printroom_browser',
      '__Host-printroom_session',
    ])
    for (const cookie of visit.cookies)
      expect(cookie).toMatchObject({
        domain: 'printroom.test',
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
      })
    expect(visit.pictureBytes).toBeGreaterThan(50_000)
    expect(visit.zipBytes).toBeGreaterThan(visit.pictureBytes)

    expect(load.failures).toEqual([])
    for (const [what, count] of Object.entries(load.counts))
      expect(count, what).toBeGreaterThanOrEqual(what === 'later' ? 0 : 2)
    // Both servers are new since the page's stream was opened, and it is open.
    expect(stream.isOpen).toBe(true)
    expect(stream.opened).toBeGreaterThan(1)
    // The proxy's word for where people come from is believed: each is counted by themselves.
    if (process.platform === 'linux') expect(addresses).toEqual(['127.0.0.1', '127.0.1.1', '127.0.1.2'])
    const whole = { users: 3, failed: 0, underWay: 0, unresolved: 0, withoutPicture: 0, unbalanced: 0 }
    expect(books).toMatchObject(whole)
    expect(books.done).toBe(load.counts.pictures + load.counts.later + 1)

    // What waited in the backup was made, once each, and one more was ordered there by somebody who was still signed in.
    expect(restored.before).toMatchObject({ users: 3, failed: 0, withoutPicture: 0, unbalanced: 0 })
    expect(restored.before.underWay).toBeGreaterThan(0)
    expect(restored.before.unresolved).toBe(restored.before.underWay)
    expect([restored.session, restored.orderStatus]).toEqual([200, 200])
    expect(restored.after).toMatchObject({ ...whole, done: restored.before.done + restored.before.underWay + 1 })
    expect(restored.files).toBeGreaterThan(0)
    expect(restored.sameFiles).toBe(restored.files)
  },
)
