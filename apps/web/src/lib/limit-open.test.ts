import { expect, test } from 'vitest'
import { limitOpen } from '~/lib/limit-open.ts'

/** Answers that come when they are let, one byte each. */
function slowServer() {
  const asked: string[] = []
  const ends = new Map<string, () => void>()
  const ask = async (url: RequestInfo | URL | string): Promise<Response> => {
    asked.push(String(url))
    if (String(url) === 'down') throw new TypeError('Failed to fetch')
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        ends.set(String(url), () => {
          controller.enqueue(new Uint8Array([7]))
          controller.close()
        })
      },
    })
    return new Response(body, { status: 207 })
  }
  return { ask, asked, end: (url: string) => ends.get(url)?.() }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('so many answers are on their way at a time, and the next is asked for when one has ended', async () => {
  const { ask, asked, end } = slowServer()
  const limited = limitOpen(ask, 2)
  const texts = ['a', 'b', 'c', 'd'].map(async (url) => new Uint8Array(await (await limited(url)).arrayBuffer()))
  await settle()
  expect(asked).toEqual(['a', 'b'])
  end('b')
  expect([...(await texts[1]!)]).toEqual([7])
  await settle()
  expect(asked).toEqual(['a', 'b', 'c'])
  for (const url of ['a', 'c']) end(url)
  await Promise.all([texts[0], texts[2]])
  await settle()
  end('d')
  await texts[3]
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
})

test('who fails, or is not listened to any more, makes room as well', async () => {
  const { ask, asked } = slowServer()
  const limited = limitOpen(ask, 1)
  await expect(limited('down')).rejects.toThrow('Failed to fetch')
  const left = await limited('left')
  expect(left.status).toBe(207)
  const next = limited('next')
  await settle()
  expect(asked).toEqual(['down', 'left'])
  await left.body?.cancel()
  await next
  expect(asked).toEqual(['down', 'left', 'next'])
})
