import { expect, it, vi } from 'vitest'
import { waitUntil } from '../src/jobs/wait.ts'

const away = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
const never = () => () => {}

it('goes on while the database is away, and answers with what is there when it is back', async () => {
  const look = vi.fn<() => Promise<string | undefined>>()
  look.mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValueOnce(undefined)
  let tell = () => {}
  const answer = waitUntil(
    (news) => {
      tell = news
      return () => {}
    },
    look,
    { seconds: 60 },
  )
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(3), { timeout: 30_000 })
  look.mockResolvedValueOnce('done')
  tell()
  expect(await answer).toBe('done')
})

it('says that the database is away when the time is over, or nobody waits any more', async () => {
  const look = () => Promise.reject(away)
  await expect(waitUntil(never, look, { seconds: 0 })).rejects.toBe(away)
  const gone = new AbortController()
  const answer = waitUntil(never, look, { seconds: 60, signal: gone.signal })
  gone.abort()
  await expect(answer).rejects.toBe(away)
})

it('ends at once with any other error', async () => {
  const fault = new Error('not found')
  await expect(waitUntil(never, () => Promise.reject(fault), { seconds: 60 })).rejects.toBe(fault)
})
