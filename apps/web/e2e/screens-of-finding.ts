import { go, picturesAreThere, type Screen } from './screen-steps.ts'

/** My Mockups searched, compared and shared, and what whoever has a link sees; in this order. */
export const FINDING_SCREENS: readonly Screen[] = [
  {
    name: 'My Mockups, filters',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups?product=t-shirt&favourites=true`, 'No mockups match')
      await page.getByRole('button', { name: /^Filters/ }).click()
      await page.getByLabel('Background').waitFor()
    },
  },
  {
    name: 'My Mockups, found',
    who: 'seller',
    async open(page, { url }) {
      await page.goto(`${url}/mockups?q=sunset&by=batch`)
      await page.getByRole('button', { name: 'Remove filter: “sunset”' }).waitFor()
      await page
        .getByRole('button', { name: /^Favorite / })
        .first()
        .click()
      await picturesAreThere(page)
    },
  },
  {
    name: 'Compare two mockups',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      for (const at of [0, 1])
        await page
          .getByRole('checkbox', { name: /^Select .+No\. / })
          .or(page.getByRole('checkbox', { name: /^Select .+ on a/ }))
          .nth(at)
          .click()
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByRole('dialog', { name: 'Compare' }).getByRole('img').nth(1).waitFor()
      await picturesAreThere(page)
    },
  },
  {
    name: 'Share mockups',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page.getByRole('button', { name: 'Share sunset club' }).click()
      await page.getByRole('heading', { name: 'Share for approval' }).waitFor()
    },
  },
  {
    name: 'Shared page and its links',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page.getByRole('button', { name: 'Share sunset club' }).click()
      await page.getByRole('button', { name: 'Create Link' }).click()
      const link = (await page.getByTestId('share-link').textContent()) ?? ''
      await go(page, link, 'sunset club')
      await page
        .getByRole('button', { name: /^Approve / })
        .first()
        .click()
      await page.getByText('1 of 6 approved').waitFor()
      await page
        .getByRole('button', { name: /^Add a note/ })
        .first()
        .click()
      await page.getByLabel('Note').fill('Lovely. Could the whale be a little larger?')
      await page.getByRole('button', { name: 'Save note' }).click()
      await page
        .getByRole('button', { name: /^Add a note/ })
        .nth(1)
        .click()
    },
  },
  {
    name: 'Shared Links',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/mockups`, 'My Mockups')
      await page.getByRole('button', { name: 'Shared Links' }).click()
      await page.getByRole('button', { name: '1 note' }).first().click()
      await page.getByText('Could the whale be').waitFor()
      await picturesAreThere(page)
    },
  },
  {
    name: 'Shared page of a wrong link',
    who: 'visitor',
    open: (page, { url }) => go(page, `${url}/s/${'x'.repeat(43)}`, 'This link opens nothing'),
  },
]
