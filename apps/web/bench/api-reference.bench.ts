import { loadavg } from 'node:os'
import { expect, test } from 'vitest'
import { openPage } from '../e2e/browser.ts'
import { openTestServer } from '../e2e/test-server.ts'

// The reference at /docs/api and the OpenAPI document, in a browser that has nothing of ours: the first load of a server
// that was just started, which builds both, and nine more, each in a browser context of its own.

const PATHS = ['/docs/api', '/api/openapi.json']
const LOADS = 10
const LONGEST_MS = 1_000

const testServer = await openTestServer()

test.each(PATHS)('%s', async (path) => {
  const waits: number[] = []
  let bytes = 0
  for (let load = 0; load < LOADS; load += 1) {
    const { page } = await openPage()
    await page.goto(testServer.url + path, { waitUntil: 'load' })
    // From the address to the end of its load event, fonts and style with it.
    const timing = await page.waitForFunction(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return navigation && navigation.loadEventEnd > 0 && [navigation.loadEventEnd, navigation.encodedBodySize]
    })
    const [wait, size] = (await timing.jsonValue()) as [number, number]
    waits.push(wait)
    bytes = size
    await page.context().close()
  }
  const [first] = waits
  const median = waits.toSorted((a, b) => a - b)[LOADS >> 1]
  console.log(
    `${path}: first ${first?.toFixed(0)} ms, median ${median?.toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms of ${LOADS}; ${(bytes / 1000).toFixed(0)} kB; load ${loadavg()[0]?.toFixed(1)}`,
  )
  expect(Math.max(...waits)).toBeLessThan(LONGEST_MS)
})
