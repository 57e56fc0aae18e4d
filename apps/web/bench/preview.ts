import type { Page } from 'playwright-core'

// How long a choice takes to be seen in the live preview: from the click to the first frame after the new picture.

type Timing = { name: string; median: number; worst: number; count: number }

/** Clicks each of the choices in turn, `rounds` times over, and waits for its picture. Milliseconds. */
export async function timeChoices(page: Page, name: string, selectors: readonly string[], rounds: number): Promise<Timing> {
  const times = await page.evaluate(
    async ([wanted, count]) => {
      const taken: number[] = []
      const { prototype } = ImageBitmapRenderingContext
      const draw = prototype.transferFromImageBitmap
      for (let round = 0; round < count; round++)
        for (const selector of wanted) {
          const choice = document.querySelector<HTMLElement>(selector)
          if (!choice) throw new Error(`No ${selector}`)
          const drawn = new Promise<void>((resolve) => {
            prototype.transferFromImageBitmap = function (bitmap) {
              draw.call(this, bitmap)
              requestAnimationFrame(() => resolve())
            }
          })
          const start = performance.now()
          choice.click()
          await drawn
          taken.push(performance.now() - start)
        }
      prototype.transferFromImageBitmap = draw
      return taken
    },
    [selectors, rounds] as const,
  )
  const sorted = times.sort((a, b) => a - b)
  return { name, median: sorted[sorted.length >> 1] ?? NaN, worst: sorted.at(-1) ?? NaN, count: sorted.length }
}
