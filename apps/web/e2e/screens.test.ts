import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openHouse } from './house.ts'
import { SCREENS } from './screen-list.ts'
import type { Visit } from './screen-steps.ts'
import { drawSun, finishOrders, giveMockups, moveOrders, setCredits, signUp, uploadDesign } from './seed.ts'
import { findFaults, gallery, setTheme, shoot, THEMES, WIDTHS } from './viewing.ts'

const DEBUG_INFO = JSON.stringify({
  timestamp: '2026-11-20T09:30:00.000Z',
  designInfo: { id: 'a3f1', filename: 'sunset club.png', fileSize: 18_213 },
  mockupData: { product: 't-shirt', colour: 'navy', model_style: 'flat-lay' },
  prompt: 'A flat lay of a navy Gildan 64000 t-shirt on oiled wood, the design printed on the chest.',
})

const house = await openHouse({ worker: 'uploads', settings: { GENERATION_WAIT_SECONDS: '600' } })
const people = {
  visitor: await openPage(),
  newcomer: await openPage(),
  seller: await openPage(),
  maker: await openPage(),
}
await signUp(people.newcomer.page, house, 'new@example.com')
const user = await signUp(people.seller.page, house, 'maya@example.com')
const design = await uploadDesign(people.seller.page, house, 'sunset club.png', await drawSun(0))
const second = await uploadDesign(
  people.seller.page,
  house,
  'green harbour - a long name that does not fit.png',
  await drawSun(1),
)
const mockups = await giveMockups(house, user, design, 'sunset-club-84123', 6, DEBUG_INFO)
await giveMockups(house, user, second, '', 3)
const maker = await signUp(people.maker.page, house, 'lena@example.com')
const harbour = await uploadDesign(people.maker.page, house, 'green harbour.png', await drawSun(1))
const visit: Visit = {
  url: house.url,
  designId: design.id,
  mockupId: mockups[2] ?? '',
  setCredits: (credits) => setCredits(house, user.id, credits),
  setPlan: async (data) => void (await house.db.user.update({ where: { id: user.id }, data })),
  maker: {
    designId: harbour.id,
    setCredits: (credits) => setCredits(house, maker.id, credits),
    moveOrders: (progress) => moveOrders(house, maker, harbour, progress),
    finishOrders: () => finishOrders(house, maker, harbour),
  },
}

afterEach(() => {
  for (const { problems } of Object.values(people)) expect(problems.splice(0), 'the console complained').toEqual([])
  expect(house.faults.splice(0)).toEqual([])
})

const saved = gallery()

test.each(SCREENS)(
  '$name is fit to be seen at every width, in light and in dark',
  { timeout: 240_000 },
  async ({ name, who, open, widths = WIDTHS }) => {
    const { page } = people[who]
    const [widest = 1440] = widths
    await page.setViewportSize({ width: widest, height: 900 })
    await open(page, visit)
    const faults: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      for (const theme of THEMES) {
        await setTheme(page, theme)
        faults.push(...(await findFaults(page, `${name} at ${width}, ${theme}`)))
        saved.push(...(await shoot(page, name, width, theme)))
      }
    }
    expect(faults).toEqual([])
  },
)
