import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, giveMockups, signUp, uploadDesign } from './seed.ts'
import { readZip } from './zip.ts'

const testServer = await openTestServer({ worker: 'uploads' })
const { url } = testServer
const { page, problems } = await openPage()
const user = await signUp(page, testServer, 'maya@example.com')
const design = await uploadDesign(page, testServer, 'sunset club.png', await drawSun())
// The same picture seven times over, as a seller has it who orders it again.
const ids = await giveMockups(testServer, user, design, 'sunset-club-84123', 7)
const [first] = await testServer.db.mockup.findMany({ where: { userId: user.id }, take: 1 })
if (!first) throw new Error('There is no mockup')
const { product, productModel, colour, modelStyle, background, modelGender } = first
await testServer.db.mockup.updateMany({
  where: { userId: user.id },
  data: { product, productModel, colour, modelStyle, background, modelGender },
})

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const save = async (press: () => Promise<void>) => {
  const [saved] = await Promise.all([page.waitForEvent('download'), press()])
  return saved
}

test.each([375, 1440])(
  'at %i px no two cards are called the same, and each file has its card’s number',
  async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${url}/mockups`)
    const group = page.getByRole('region', { name: 'sunset club' })
    const cards = group.getByRole('listitem')
    await cards.nth(6).waitFor()
    const names = await group
      .getByRole('button', { name: /^Open / })
      .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')))
    expect(new Set(names).size).toBe(names.length)
    await cards.first().getByText('No. 7').waitFor()
    const single = await save(() =>
      cards
        .first()
        .getByRole('link', { name: /^Download / })
        .click(),
    )
    expect(single.suggestedFilename()).toMatch(/^sunset-club-.*-07\.jpg$/)
  },
)

test('a template is tried while one types, refused with a sentence, and names single files and zips alike', async () => {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${url}/account`)
    const template = page.getByLabel('Template')
    const saves = page.getByRole('button', { name: 'Save', exact: true })
    await template.fill('{design}/{n}')
    await page.getByText('A file name cannot hold / \\ : * ? " < > |.').waitFor()
    await expect.poll(() => saves.isDisabled()).toBe(true)
    await template.fill('{desing}')
    await page.getByText(/There is no part \{desing\}/).waitFor()
    await template.fill(`shop ${width} {product} {colour}`)
    await page.getByText(new RegExp(`^shop ${width} [a-z-]+ navy-03\\.jpg$`)).waitFor()
    await saves.click()
    await page.getByText('File names saved').first().waitFor()
    await page.reload()
    await expect.poll(() => template.inputValue()).toBe(`shop ${width} {product} {colour}`)
  }

  await page.goto(`${url}/mockups`)
  const group = page.getByRole('region', { name: 'sunset club' })
  const single = await save(() =>
    group
      .getByRole('link', { name: /^Download / })
      .first()
      .click(),
  )
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
  const zip = await save(() => page.getByRole('button', { name: 'Download Selected (7)' }).click())
  const files = [...readZip(await readFile(await zip.path())).keys()].map((name) => name.split('/').at(-1))
  expect(new Set(files).size).toBe(ids.length)
  expect(files).toContain(single.suggestedFilename())
  expect(single.suggestedFilename()).toMatch(/^shop 1440 [a-z-]+ [a-z-]+-07\.jpg$/)
})

test('a design that is renamed keeps its mockups in one group, under the new name', async () => {
  await page.goto(`${url}/designs`)
  await page.getByRole('button', { name: 'More for sunset club.png' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Filename').fill('harbour dawn.png')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('img', { name: 'harbour dawn.png' }).waitFor()
  await page.goto(`${url}/mockups`)
  const group = page.getByRole('region', { name: 'harbour dawn' })
  await group.getByRole('listitem').nth(6).waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'sunset club' }).count()).toBe(0)
})
