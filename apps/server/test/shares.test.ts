import { randomUUID } from 'node:crypto'
import type { ShareDetailWire, SharedWire, ShareWire } from '@printroom/contract/shares'
import { SHARES_MAX } from '@printroom/contract/limits'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { withoutToken } from '../src/http/share-page.ts'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const { db, storage } = testServer.context
const maya = await new Client(testServer).register('maya@example.com')
const client = new Client(testServer)
const SHOT = {
  product: 'mug',
  colour: 'mug-white',
  modelStyle: 'studio-product',
  background: 'off-white',
  designSize: 'small',
}

async function mockupOf(userId: string): Promise<string> {
  const [fileKey, thumbnailKey] = [randomUUID(), randomUUID()]
  for (const key of [fileKey, thumbnailKey]) await storage.put(key, Buffer.from('bytes'), 'image/jpeg')
  const { id } = await db.mockup.create({
    data: { ...SHOT, userId, folderName: 'secret-brand-1', fileKey, thumbnailKey },
  })
  return id
}
const mine = [await mockupOf(maya.userId), await mockupOf(maya.userId)]

const call = (who: Client, path: string, json: object) => who.fetch(`/api/trpc/${path}`, { json })
const ask = async <T>(who: Client, path: string, input: object = {}): Promise<T> => {
  const answer = await who.fetch(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
  return (await answer.json<{ result: { data: T } }>()).result.data
}
const share = async (mockupIds: string[], days = 7) => {
  const answer = await call(maya, 'share.create', { title: 'Spring picks', days, mockupIds })
  return (await answer.json<{ result: { data: ShareWire & { token: string } } }>()).result.data
}

it('a link opens its pictures to whoever has it, and says nothing of the seller but its title', async () => {
  const { token, ...made } = await share([mine[1]!, mine[0]!])
  expect(made).toMatchObject({ pictures: 2, approved: 0, state: 'open', ending: token.slice(-4) })
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(await db.share.findMany())).not.toContain(token)
  const seen = await ask<SharedWire>(client, 'share.view', { token })
  expect(seen).toMatchObject({ state: 'open', title: 'Spring picks', items: [{ place: 0 }, { place: 1 }] })
  const said = JSON.stringify(seen)
  for (const secret of [maya.userId, 'maya@example.com', 'secret-brand', ...mine]) expect(said).not.toContain(secret)
  for (const part of ['thumbnail', 'thumbnail?side=352', 'file']) {
    const picture = await client.fetch(`/api/s/${token}/0/${part}`)
    expect([part, picture.status, await picture.text()]).toEqual([part, 200, 'bytes'])
    expect(picture.headers.get('cache-control')).toBe('private, max-age=300')
    expect(picture.headers.get('x-robots-tag')).toContain('noindex')
    expect(picture.headers.get('content-disposition')).not.toContain('secret')
  }
  for (const path of [
    `${token}/2/file`,
    `${token}/x/file`,
    `${token}/-1/file`,
    `${token}/0/design`,
    `${'a'.repeat(43)}/0/file`,
  ])
    expect([path, (await client.fetch(`/api/s/${path}`)).status >= 400]).toEqual([path, true])
  expect((await client.fetch(`/api/mockups/${mine[0]}/file`)).status).toBe(401)
})

it('what a client says is kept, changed, and seen by the seller', async () => {
  const { token, id } = await share(mine)
  const say = (place: number, is_approved: boolean, note: string | null) =>
    call(client, 'share.approve', { token, place, is_approved, note })
  expect((await say(0, true, '  a bit larger ')).status).toBe(200)
  expect((await say(1, true, null)).status).toBe(200)
  expect((await say(1, false, '')).status).toBe(200)
  expect((await say(2, true, null)).status).toBe(404)
  expect((await say(0, true, 'x'.repeat(501))).status).toBe(400)
  expect(await ask<ShareDetailWire>(maya, 'share.get', { id })).toMatchObject({
    approved: 1,
    notes: 1,
    items: [
      { mockup_id: mine[0], is_approved: true, note: 'a bit larger' },
      { mockup_id: mine[1], is_approved: false, note: null },
    ],
  })
  const { approved } = await ask<{ approved: string[] }>(maya, 'mockup.folders')
  expect(approved).toEqual([mine[0]])
})

it('a link that is taken back or has expired opens nothing: neither its pictures nor a word', async () => {
  const revoked = await share(mine)
  expect((await call(maya, 'share.revoke', { id: revoked.id })).status).toBe(200)
  const expired = await share(mine)
  await db.share.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } })
  for (const { token } of [revoked, expired]) {
    expect(await ask(client, 'share.view', { token })).toEqual({ state: 'gone' })
    expect((await client.fetch(`/api/s/${token}/0/thumbnail`)).status).toBe(410)
    expect((await call(client, 'share.approve', { token, place: 0, is_approved: true })).status).toBe(404)
  }
  const { items } = await ask<{ items: ShareWire[] }>(maya, 'share.list')
  expect(items.slice(0, 2).map(({ state }) => state)).toEqual(['expired', 'revoked'])
})

it('a mockup that is deleted leaves its shares', async () => {
  const extra = await mockupOf(maya.userId)
  const { token } = await share([mine[0]!, extra])
  await maya.fetch(`/api/mockups/${extra}`, { method: 'DELETE' })
  expect((await ask<{ items: unknown[] }>(client, 'share.view', { token })).items).toHaveLength(1)
})

it('the database takes no picture of somebody else into a share', async () => {
  const other = await new Client(testServer).register('other@example.com')
  const { id } = await share(mine)
  const foreign = { shareId: id, mockupId: await mockupOf(other.userId), place: 7 }
  for (const userId of [maya.userId, other.userId])
    await expect(db.sharedMockup.create({ data: { ...foreign, userId } })).rejects.toThrow(/[Ff]oreign key/)
})

it('a seller has so many open links and no more', async () => {
  const many = await new Client(testServer).register('many@example.com')
  const row = (at: number) => ({
    userId: many.userId,
    title: 't',
    tokenHash: randomUUID(),
    ending: 'abcd',
    expiresAt: new Date(Date.now() + 3_600_000 * (at < SHARES_MAX ? 1 : -1)),
  })
  await db.share.createMany({ data: Array.from({ length: SHARES_MAX * 2 + 5 }, (_, at) => row(at)) })
  const one = { title: 't', days: 7, mockupIds: [await mockupOf(many.userId)] }
  expect((await call(many, 'share.create', one)).status).toBe(400)
  const [open] = await db.share.findMany({ where: { userId: many.userId, expiresAt: { gt: new Date() } }, take: 1 })
  await call(many, 'share.revoke', { id: open!.id })
  expect((await call(many, 'share.create', one)).status).toBe(200)
  expect(await db.share.count({ where: { userId: many.userId } })).toBe(SHARES_MAX * 2)
})

it('the account’s export tells of them, and its deletion ends them', async () => {
  const { token } = await share(mine)
  const zip = await (await maya.fetch('/api/account/export')).arrayBuffer()
  const account = JSON.parse(new TextDecoder().decode(unzipSync(new Uint8Array(zip))['account.json'])) as {
    shares: { title: string; pictures: object[] }[]
  }
  expect(account.shares.at(-1)).toMatchObject({ title: 'Spring picks', pictures: [{ place: 0 }, { place: 1 }] })
  expect(JSON.stringify(account)).not.toContain('tokenHash')
  expect((await call(maya, 'account.remove', { confirmation: 'maya@example.com' })).status).toBe(200)
  expect(await db.share.count({ where: { userId: maya.userId } })).toBe(0)
  expect((await client.fetch(`/api/s/${token}/0/file`)).status).toBe(404)
})

it('no link stands in the log', () => {
  expect(withoutToken(`/s/${'a'.repeat(43)}`)).toBe('/s/…')
  expect(withoutToken(`/api/s/${'a'.repeat(43)}/0/file`)).toBe('/api/s/…/0/file')
  expect(withoutToken('/api/mockups/1/file')).toBe('/api/mockups/1/file')
})
