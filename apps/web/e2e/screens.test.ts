import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { giveScenes } from './scene-steps.ts'
import { SCREENS } from './screen-list.ts'
import type { Visit } from './screen-steps.ts'
import {
  drawSun,
  failOrder,
  finishOrders,
  giveKeys,
  giveMockups,
  giveWebhook,
  moveOrders,
  setCredits,
  signUp,
  uploadDesign,
} from './seed.ts'
import { findFaults, gallery, setTheme, shoot, THEMES, WIDTHS } from './viewing.ts'

const DEBUG_INFO = JSON.stringify({
  timestamp: '2026-11-20T09:30:00.000Z',
  designInfo: { id: 'a3f1', filename: 'sunset club.png', fileSize: 18_213 },
  mockupData: { product: 't-shirt', colour: 'navy', model_style: 'flat-lay' },
  prompt: 'A flat lay of a navy Gildan 64000 t-shirt on oiled wood, the design printed on the chest.',
})

const testServer = await openTestServer({ worker: 'uploads', settings: { GENERATION_WAIT_SECONDS: '600' } })
const people = {
  visitor: await openPage(),
  newcomer: await openPage(),
  seller: await openPage(),
  maker: await openPage(),
}
await signUp(people.newcomer.page, testServer, 'new@example.com')
const user = await signUp(people.seller.page, testServer, 'maya@example.com')
const design = await uploadDesign(people.seller.page, testServer, 'sunset club.png', await drawSun(0))
const second = await uploadDesign(
  people.seller.page,
  testServer,
  'green harbour - a long name that does not fit.png',
  await drawSun(1),
)
const mockups = await giveMockups(testServer, user, design, 'sunset-club-84123', 6, DEBUG_INFO)
await giveMockups(testServer, user, second, '', 3)
const scenes = await giveScenes(people.seller.page, testServer, user.id)
await giveWebhook(testServer, user.id)
await giveKeys(testServer, user.id)
const maker = await signUp(people.maker.page, testServer, 'lena@example.com')
const harbour = await uploadDesign(people.maker.page, testServer, 'green harbour.png', await drawSun(1))
const visit: Visit = {
  url: testServer.url,
  designId: design.id,
  mockupId: mockups[2] ?? '',
  scenes,
  setCredits: (credits) => setCredits(testServer, user.id, credits),
  setPlan: async (data) => void (await testServer.db.user.update({ where: { id: user.id }, data })),
  maker: {
    designId: harbour.id,
    setCredits: (credits) => setCredits(testServer, maker.id, credits),
    moveOrders: (progress) => moveOrders(testServer, maker, harbour, progress),
    finishOrders: () => finishOrders(testServer, maker, harbour),
    failOrder: async (error) => {
      const [next] = await testServer.db.generation.findMany({
        where: { userId: maker.id, status: 'queued' },
        orderBy: [{ createdAt: 'asc' }, { batchPlace: 'asc' }],
      })
      await failOrder(testServer, next?.id ?? '', error)
    },
  },
}

afterEach(() => {
  for (const { problems } of Object.values(people)) expect(problems.splice(0), 'the console complained').toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

const saved = gallery()

test.each(SCREENS)(
  '$name is fit to be seen at every width, in light and in dark',
  { timeout: 240_000 },
  async ({ name, who, open, widths = WIDTHS }) => {
    const { page } = people[who]
    const [widest = 1440] = widths
    const narrowest = widths.at(-1)
    await page.setViewportSize({ width: widest, height: 900 })
    await open(page, visit)
    const faults: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      for (const theme of THEMES) {
        await setTheme(page, theme)
        // A theme changes contrast alone, and between the widest and the narrowest nothing is shown that neither shows.
        const isEnd = width === widest || width === narrowest
        const rules = !isEnd ? 'none' : theme === 'light' ? 'all' : 'contrast'
        faults.push(...(await findFaults(page, `${name} at ${width}, ${theme}`, rules)))
        saved.push(...(await shoot(page, name, width, theme)))
      }
    }
    expect(faults).toEqual([])
  },
)
