import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { drawSun, moveOrders, setCredits, signUp, uploadDesign } from './seed.ts'

// A listing pack from the first press to what it comes to, on a desk and on a phone; no worker makes pictures here.

const testServer = await openTestServer({ worker: 'uploads' })
const { url, db } = testServer
const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}
const problems: string[] = []

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

let sellers = 0
async function seller(size: keyof typeof SIZES) {
  const opened = await openPage(SIZES[size])
  const user = await signUp(opened.page, testServer, `${size}-${sellers++}@example.com`)
  const design = await uploadDesign(opened.page, testServer, 'sun.png', await drawSun())
  await setCredits(testServer, user.id, 20)
  return {
    ...opened,
    user,
    design,
    // The browser tells of a refused name, too.
    told: () =>
      problems.push(...opened.problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))),
  }
}

test.each(['desk', 'phone'] as const)(
  'on a %s a batch starts from a pack, says what cannot be had, and shows its listings',
  async (size) => {
    const { page, user, design, told } = await seller(size)
    await page.goto(`${url}/packs`)
    const etsy = page.getByRole('region', { name: 'Etsy listing, 10 pictures' })
    await etsy.getByRole('link', { name: 'Start a Batch' }).click()
    await page.getByRole('radio', { name: /^Etsy listing, 10 pictures/ }).waitFor()
    await page.waitForFunction(() => !location.search)
    await expect.poll(() => page.getByRole('radio', { name: /^Etsy listing/ }).isChecked()).toBe(true)

    await page.getByRole('checkbox', { name: 'sun.png' }).click()
    await page.getByRole('button', { name: 'Add Mug' }).click()
    await page.getByRole('checkbox', { name: 'White', exact: true }).click()
    await page.getByText('2 pictures of the pack cannot be had').waitFor()
    await page.getByText('Picture 6 of Etsy listing, 10 pictures: Mug: it is not shown in Flat Lay.').waitFor()
    // Ten pictures of the pack less two, of which two show a scene that another shows as well.
    await page.getByRole('button', { name: 'Order 6 Mockups' }).click()
    await page.waitForURL(/\/batches\/[0-9a-f-]{36}$/)
    const listings = page.getByRole('region', { name: 'Listings' })
    await listings.getByText('0 of 10 pictures ready').waitFor()
    await expect.poll(() => listings.getByLabel('Listing pack').inputValue()).toBe('etsy-10')
    await listings.getByText(/picture 1: Lifestyle Use, Outdoor Garden: it is not made yet\./).waitFor()
    await listings.getByRole('button', { name: 'Show all 10' }).click()
    await listings
      .getByText(/Mug: it is not shown in Flat Lay/)
      .first()
      .waitFor()
    await expect.poll(() => listings.getByRole('link', { name: 'Download Listings' }).count()).toBe(0)

    // Two of its pictures are of the scene that is done first.
    await moveOrders(testServer, user, design, ['done'])
    await listings.getByText(/^2 of 10 pictures ready/).waitFor()
    await expect
      .poll(() => listings.getByRole('link', { name: 'Download Listings' }).getAttribute('href'))
      .toMatch(/\/listings\.zip\?pack_id=etsy-10$/)
    await listings.getByLabel('Listing pack').selectOption('Pinterest and Instagram')
    await listings.getByText(/of 6 pictures ready/).waitFor()
    told()
  },
)

test.each(['desk', 'phone'] as const)(
  'on a %s a seller copies a pack, changes it, orders from it and deletes it',
  async (size) => {
    const { page, user, told } = await seller(size)
    await page.goto(`${url}/packs`)
    await page.getByRole('link', { name: 'Copy Amazon main + 6' }).click()
    await page.getByLabel('Name').fill('My mugs')
    const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
    await expect.poll(() => pictures.count()).toBe(7)
    for (let left = 7; left > 2; left--)
      await pictures
        .last()
        .getByRole('button', { name: /^Remove picture/ })
        .click()
    await page.getByRole('button', { name: 'Move picture 2 up' }).click()
    await page.getByText('Amazon wants its first picture on pure white.').waitFor()
    await page.getByRole('button', { name: 'Move picture 2 up' }).click()
    const second = pictures.nth(1)
    await second.getByLabel('Scene', { exact: true }).selectOption('studio-product/off-white')
    await second.getByLabel('Side').first().selectOption('All round')
    await second.getByLabel('Shop').selectOption('Pinterest')
    await expect.poll(() => second.getByLabel('Width, px').inputValue()).toBe('1000')
    await second.getByLabel('Width, px').fill('100')
    await page.getByText('Picture 2: a side has 320 to 4096 pixels.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save Pack' }).isDisabled()).toBe(true)
    await second.getByLabel('Width, px').fill('1000')
    await page.getByRole('button', { name: 'Save Pack' }).click()
    const mine = page.getByRole('region', { name: 'My mugs' })
    await mine.getByText('2 pictures, Amazon and Pinterest').waitFor()
    const [kept] = await db.pack.findMany({ where: { userId: user.id } })
    expect(kept?.pictures).toMatchObject([
      { crop: 'white', shop: 'amazon', width: 2000, height: 2000 },
      {
        crop: 'whole',
        shop: 'pinterest',
        width: 1000,
        height: 1500,
        scenes: [{ background: 'off-white', side: 'wrap' }, {}, {}],
      },
    ])

    // Of one name there is one.
    await page.getByRole('link', { name: 'New Pack' }).click()
    await page.getByLabel('Name').fill('My mugs')
    await page.getByRole('button', { name: 'Save Pack' }).click()
    await page.getByText('You have a pack called “My mugs” already.').first().waitFor()
    await page.goto(`${url}/packs`)
    await mine.getByRole('link', { name: 'Edit My mugs' }).click()
    await page.getByLabel('Name').fill('Cups')
    await page.getByRole('button', { name: 'Save Pack' }).click()
    await page.getByRole('region', { name: 'Cups' }).getByRole('link', { name: 'Start a Batch' }).click()
    await page.getByRole('checkbox', { name: 'sun.png' }).click()
    await page.getByRole('button', { name: 'Add Mug' }).click()
    await page.getByRole('checkbox', { name: 'White', exact: true }).click()
    await page.getByRole('button', { name: 'Order 2 Mockups' }).click()
    await page.getByText('0 of 2 pictures ready').waitFor()

    await page.goto(`${url}/packs`)
    await page.getByRole('button', { name: 'Delete Cups' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Pack deleted').first().waitFor()
    await page.getByRole('region', { name: 'Cups' }).waitFor({ state: 'detached' })
    await page.goto(`${url}/packs/${kept?.id}`)
    await page.getByText('This pack is not here').waitFor()
    told()
  },
)
