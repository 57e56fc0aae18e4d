import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'

export const WIDTHS = [1440, 768, 390] as const
export const THEMES = ['light', 'dark'] as const
export type Width = (typeof WIDTHS)[number]
export type Theme = (typeof THEMES)[number]

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What axe looks for: everything, or only what a theme can change. */
const RULES = {
  all: {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // A menu hangs at the end of the body, in no landmark; it has the focus while it is open.
    rules: { region: { enabled: false } },
    resultTypes: ['violations'],
  },
  contrast: { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] },
} satisfies Record<string, RunOptions>

/** Pictures are written when SCREENS is set; `index.html` beside them pages through. The checks run either way. */
const FOLDER = fileURLToPath(new URL('./screens/', import.meta.url))
const isShooting = Boolean(process.env.SCREENS)

/** Chooses the theme as another tab would: whatever shows it follows, and an open dialog stays open. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  // A prerendered page is seen before its scripts hear of another tab.
  await page.locator('html:not([data-prerendered])').waitFor()
  await page.evaluate((value) => {
    localStorage.setItem('theme', value)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: value }))
  }, theme)
  await page.locator(`html.${theme}`).waitFor()
}

/** What axe finds wrong by these rules (none: it is not asked), and whether the page is wider than its window: one line a fault. */
export async function findFaults(
  page: Page,
  where: string,
  rules: keyof typeof RULES | 'none' = 'all',
): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const wide = overflow > 0 ? [`${where}: ${overflow} pixels wider than the window`] : []
  if (rules === 'none') return wide
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Made into words within the page: the whole of what axe found costs as much to bring here as a tenth of its work.
  const faults = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: unknown): Promise<AxeResults> } }
    const { violations } = await axe.run(rules)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, any }) => `${id}, ${help}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    )
  }, RULES[rules])
  return [...faults.map((fault) => `${where}: ${fault}`), ...wide]
}

export async function shoot(page: Page, name: string, width: number, theme: Theme): Promise<string[]> {
  if (!isShooting) return []
  mkdirSync(FOLDER, { recursive: true })
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}-${width}-${theme}.png`
  // A person scrolls; a picture of the whole page does not.
  await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('img')].map(
        (image) => ((image.loading = 'eager'), image.decode().catch(() => null)),
      ),
    ).then(() => undefined),
  )
  // A dialog covers the window and nothing below it.
  const fullPage = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) === 0
  await page.screenshot({ path: join(FOLDER, file), fullPage })
  return [file]
}

/** A list of the pictures taken; when the file's tests are over they stand on a page of this name. */
export function gallery(page = 'index'): string[] {
  const files: string[] = []
  afterAll(() => {
    if (!isShooting) return
    const figures = files.map(
      (file) =>
        `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
    )
    const style =
      'body{font:14px system-ui;margin:24px;display:grid;gap:24px;grid-template-columns:repeat(auto-fill,minmax(320px,1fr))}img{width:100%;border:1px solid #ccc}figure{margin:0}'
    writeFileSync(
      join(FOLDER, `${page}.html`),
      `<!doctype html><title>Screens</title><style>${style}</style>${figures.join('\n')}`,
    )
  })
  return files
}
