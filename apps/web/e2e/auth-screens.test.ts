import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { openTestServer } from './test-server.ts'
import { findFaults, gallery, setTheme, shoot, THEMES, WIDTHS } from './viewing.ts'

// What is seen at the door where codes are mailed, and the pages of the sandbox that stand in for mail and Google.
const testServer = await openTestServer({ worker: 'none', hasVerification: true })
const { page, problems } = await openPage()
const saved = gallery('auth')

afterEach(() => {
  expect(problems.splice(0).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  expect(testServer.faults.splice(0)).toEqual([])
})

async function askForCode(email: string): Promise<void> {
  await page.goto(`${testServer.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).waitFor()
}

/** The sandbox follows the system, as it has no switch of its own. */
const setSystem = (at: Page, theme: 'light' | 'dark') => at.emulateMedia({ colorScheme: theme })

const SCREENS: { name: string; open: () => Promise<void>; isOurs: boolean }[] = [
  { name: 'Login with a code', isOurs: true, open: () => askForCode('maya@example.com') },
  {
    name: 'Login with a malformed code',
    isOurs: true,
    async open() {
      await askForCode('a.rather.long.address.of.somebody@subdomain.example.com')
      await page.getByLabel('Code', { exact: true }).fill('123')
      await page.keyboard.press('Enter')
      await page.getByText('The code has 8 letters and digits').waitFor()
    },
  },
  { name: 'Outbox', isOurs: false, open: async () => void (await page.goto(`${testServer.sandbox}/outbox`)) },
  {
    name: 'Google chooser',
    isOurs: false,
    open: async () =>
      void (await page.goto(`${testServer.sandbox}/google/chooser?origin=${testServer.url}&state=s&back=`)),
  },
]

test.each(SCREENS)(
  '$name is fit to be seen at every width, in light and in dark',
  { timeout: 240_000 },
  async ({ name, open, isOurs }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open()
    const faults: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      for (const theme of THEMES) {
        await (isOurs ? setTheme : setSystem)(page, theme)
        faults.push(...(await findFaults(page, `${name} at ${width}, ${theme}`)))
        saved.push(...(await shoot(page, name, width, theme)))
      }
    }
    expect(faults).toEqual([])
  },
)
