import { afterAll, describe, expect, it } from 'vitest'
import { createDb } from '../src/client.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const { url } = await createTestDatabase()
const db = createDb(url, 3)
afterAll(() => db.$disconnect())

describe('transactions that wait', { timeout: 20_000 }, () => {
  it('leave a connection to whoever only reads, however many they are', async () => {
    let [letGo, begun] = [() => {}, () => {}]
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const some = new Promise<void>((resolve) => (begun = resolve))
    let open = 0
    const waiting = Array.from({ length: 12 }, () =>
      db.$transaction(async (tx) => {
        await tx.user.count()
        if ((open += 1) === 2) begun()
        await held
        open -= 1
      }),
    )
    await some
    expect(await db.user.count()).toBe(0)
    expect(open).toBe(2)
    letGo()
    await Promise.all(waiting)
    expect(open).toBe(0)
  })

  it('take their turns as they came, and one that fails gives its place to the next', async () => {
    const done: number[] = []
    const asked = Array.from({ length: 6 }, (_, nth) =>
      db.$transaction(async (tx) => {
        await tx.user.count()
        done.push(nth)
        if (nth % 2 === 0) throw new Error('no')
      }),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([false, true, false, true, false, true])
    expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5])
    expect(await db.$transaction((tx) => tx.user.count())).toBe(0)
  })
})
