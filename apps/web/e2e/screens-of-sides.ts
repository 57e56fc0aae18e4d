import { atStep, choose, type Screen } from './screen-steps.ts'

/** The wizard where another side than the front is printed. */
export const SIDE_SCREENS: readonly Screen[] = [
  {
    name: 'Wizard 5, the back',
    who: 'seller',
    async open(page, visit) {
      await atStep(page, visit, 5)
      await choose(page, 'Back')
      await choose(page, 'Upper back')
      await page.locator('canvas[data-state=drawn]').waitFor()
    },
  },
  {
    name: 'Wizard 5, all round a mug',
    who: 'seller',
    async open(page, { url, designId }) {
      const mug = 'product=mug&colour=mug-white&model_style=studio-product&background=off-white&design_size=large'
      await page.goto(`${url}/generate?${mug}&regenerate=true&designId=${designId}`)
      await page.getByText('Step 6 of 6').waitFor()
      await page.getByRole('button', { name: 'Previous' }).click()
      await page.getByRole('radiogroup', { name: 'Side' }).getByText('All round').click()
      await page.locator('canvas[data-state=drawn]').waitFor()
    },
  },
]
