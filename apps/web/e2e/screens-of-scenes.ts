import type { Page } from 'playwright-core'
import { go, picturesAreThere, type Screen } from './screen-steps.ts'

const open = async (page: Page, url: string, button: string): Promise<void> => {
  await go(page, `${url}/scenes`, 'My Scenes')
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** A seller's own photographs, in every state that they have. */
export const SCENE_SCREENS: readonly Screen[] = [
  {
    name: 'My Scenes, none yet',
    who: 'newcomer',
    open: (page, { url }) => go(page, `${url}/scenes`, 'Your own photograph, every design'),
  },
  {
    name: 'My Scenes',
    who: 'seller',
    async open(page, { url }) {
      await go(page, `${url}/scenes`, 'My Scenes')
      await page
        .getByRole('link', { name: /^Open / })
        .first()
        .waitFor()
      await picturesAreThere(page)
    },
  },
  { name: 'Calibration print', who: 'seller', open: (page, { url }) => open(page, url, 'Get the Print') },
  {
    name: 'How to photograph it',
    who: 'newcomer',
    open: (page, { url }) => open(page, url, 'How to photograph it'),
  },
  { name: 'Upload a photograph', who: 'seller', open: (page, { url }) => open(page, url, 'Upload Photograph') },
  {
    name: 'Scene, being measured',
    who: 'seller',
    open: (page, { url, scenes }) => go(page, `${url}/scenes/${scenes.measuring}`, 'Measuring your file'),
  },
  {
    name: 'Scene, refused',
    who: 'seller',
    open: (page, { url, scenes }) => go(page, `${url}/scenes/${scenes.refused}`, 'This file cannot be used'),
  },
  {
    name: 'Scene',
    who: 'seller',
    async open(page, { url, scenes, setCredits }) {
      await setCredits(7)
      await go(page, `${url}/scenes/${scenes.ready}`, 'How well it was measured')
      await page.locator('canvas[data-state=drawn]').waitFor()
      await picturesAreThere(page)
    },
  },
  {
    name: 'Scene, its mask',
    who: 'seller',
    async open(page, { url, scenes, setCredits }) {
      await setCredits(7)
      await go(page, `${url}/scenes/${scenes.ready}`, 'How well it was measured')
      await page.getByRole('button', { name: 'Edit Mask' }).click()
      await page.locator('canvas[data-state=ready]').waitFor()
    },
  },
  {
    name: 'Scene that is gone',
    who: 'seller',
    open: (page, { url }) =>
      go(page, `${url}/scenes/0192a3b4-0000-7000-8000-000000000000`, 'This scene is not here any more'),
  },
]
