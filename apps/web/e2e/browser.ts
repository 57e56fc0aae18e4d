import { chromium, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'

/** A page in a real Chromium that came from npm. `problems` gathers what the console complains of. */
export async function openPage(): Promise<{ page: Page; problems: string[] }> {
  // Not the package's own arguments: its --single-process takes the browser down with a popup.
  const browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox'] })
  afterAll(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, problems }
}
