import type { DesignWire } from '@printroom/contract/wire'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { drawDisc } from './patches.ts'
import { openTestServer } from './test-server.ts'
import { signUp, uploadDesign } from './seed.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url, db } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')

const checks = page.getByRole('region', { name: 'Before you spend a credit' }).filter({ visible: true })
const line = (text: RegExp) => checks.getByRole('listitem').filter({ hasText: text })
const SETTINGS =
  'product=t-shirt&product_model=gildan-64000&colour=black&model_style=flat-lay&background=white-studio&design_size=medium&regenerate=true'

test('ink that vanishes is told with a color that works, and a light edge with a copy that has none', async () => {
  const black = await uploadDesign(page, testServer, 'night.png', await drawDisc('#0a0a0c', ''))
  await page.goto(`${url}/generate?${SETTINGS}&designId=${black.id}`)
  await line(/100% of the ink nearly vanishes on Black/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Generate 1 Mockup' }).isEnabled()).toBe(true)
  const use = line(/vanishes/).getByRole('button', { name: /^Use .+ instead$/ })
  const colour = /^Use (.+) instead$/.exec((await use.textContent()) ?? '')?.[1] ?? 'none'
  await use.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('definition').filter({ hasText: colour }).waitFor()
  await checks.waitFor({ state: 'detached' })

  const fringe = await drawDisc('#b3202c', 'stroke="#fbfbfb" stroke-width="6"')
  const cut = await uploadDesign(page, testServer, 'cut out.png', fringe)
  await page.goto(`${url}/generate?${SETTINGS}&designId=${cut.id}`)
  await line(/A light edge around the ink shows on Black/).waitFor()
  await page.getByRole('button', { name: 'Make a cleaned copy' }).filter({ visible: true }).click()
  await page.getByRole('definition').filter({ hasText: 'cut out (cleaned).png' }).waitFor()
  await checks.waitFor({ state: 'detached' })
  const designs = await db.design.findMany({ where: { userId: user.id }, orderBy: { createdAt: 'asc' } })
  expect(designs.map(({ filename }) => filename)).toEqual(['night.png', 'cut out.png', 'cut out (cleaned).png'])
  const listed = (await (await page.request.get(`${url}/api/designs`)).json()) as DesignWire[]
  const { file_url = '' } = listed.find(({ id }) => id === designs[2]?.id) ?? {}
  const { data } = await sharp(await (await page.request.get(new URL(file_url, url).href)).body())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [light, opaque] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) continue
    opaque += 1
    if (data[at + 1]! > 60) light += 1
  }
  expect(opaque).toBeGreaterThan(Math.PI * 700 ** 2 * 0.98)
  expect(light).toBe(0)
  expect(problems).toEqual([])
})

test('what is dismissed stays away, and a phone has the lines above its button', async () => {
  const coarse = await sharp(await drawDisc('#e8e0d0', ''))
    .resize(500)
    .png()
    .toBuffer()
  const { id } = await uploadDesign(page, testServer, 'small.png', coarse)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/generate?${SETTINGS}&designId=${id}`)
  await line(/^(Soft|Blurred) in print: \d+ DPI at this size\. A file .+ pixels wide would be sharp\.$/).waitFor()
  await page.getByRole('status').filter({ hasText: 'Before you spend a credit' }).filter({ visible: true }).waitFor()
  const top = async (name: RegExp) =>
    (await page.getByRole('button', { name }).filter({ visible: true }).boundingBox())?.y ?? 0
  expect(await top(/^Hide: /)).toBeLessThan(await top(/^Generate/))
  await page
    .getByRole('button', { name: /^Hide: / })
    .filter({ visible: true })
    .click()
  await checks.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByText('Step 5 of 6').waitFor()
  await page.getByRole('radio', { name: 'Large' }).click()
  // At another size it is another finding.
  await line(/DPI at this size/).waitFor()
  expect(problems).toEqual([])
})
