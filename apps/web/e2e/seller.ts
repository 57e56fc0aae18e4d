import type { Page } from 'playwright-core'

/** Signs up and uploads a design without clicking through it; for tests that begin after that. Returns the design's id. */
export async function becomeSeller(page: Page, url: string, design: Buffer): Promise<string> {
  const headers = { origin: url }
  const registered = await page.request.post(`${url}/api/auth/register`, { headers, data: { email: 'maya@example.com' } })
  const { user } = (await registered.json()) as { user: { id: string } }
  await page.goto(url)
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
  const file = { name: 'four patches.png', mimeType: 'image/png', buffer: design }
  const uploaded = await page.request.post(`${url}/api/designs`, { headers, multipart: { userId: user.id, design: file } })
  const { id } = (await uploaded.json()) as { id: string }
  return id
}
