import { SCENE } from '@printroom/contract/scenes'
import { expect, test } from 'vitest'
import { checkPhoto } from '~/features/scenes/check-photo.ts'

const MB = 1024 * 1024

test('a JPEG or PNG of at most 40 MB is a photograph, and an iPhone’s HEIC is told what to change', () => {
  expect(checkPhoto({ name: 'line.jpg', type: 'image/jpeg', size: 40 * MB })).toBeNull()
  expect(checkPhoto({ name: 'line.png', type: 'image/png', size: 1 })).toBeNull()
  expect(checkPhoto({ name: 'IMG_0412.HEIC', type: '', size: MB })).toBe(SCENE.heic)
  expect(checkPhoto({ name: 'a', type: 'image/heif', size: MB })).toBe(SCENE.heic)
  expect(checkPhoto({ name: 'a.gif', type: 'image/gif', size: MB })).toBe(SCENE.notPhotograph)
  expect(checkPhoto({ name: 'a.jpg', type: 'image/jpeg', size: 0 })).toBe(SCENE.empty)
  expect(checkPhoto({ name: 'a.jpg', type: 'image/jpeg', size: 40 * MB + 1 })).toBe(SCENE.tooLarge)
})
