import { SCENE } from '@printroom/contract/scenes'
import { expect, test } from 'vitest'
import { checkPhoto } from '~/features/scenes/check-photo.ts'

const MB = 1024 * 1024

test('a JPEG, PNG or HEIC of at most 40 MB is a photograph, and a PSD of at most 80 MB is taken too', () => {
  expect(checkPhoto({ name: 'line.jpg', type: 'image/jpeg', size: 40 * MB })).toBeNull()
  expect(checkPhoto({ name: 'line.png', type: 'image/png', size: 1 })).toBeNull()
  expect(checkPhoto({ name: 'IMG_0412.HEIC', type: '', size: MB })).toBeNull()
  expect(checkPhoto({ name: 'a', type: 'image/heif', size: MB })).toBeNull()
  expect(checkPhoto({ name: 'mockup.psd', type: '', size: 80 * MB })).toBeNull()
  expect(checkPhoto({ name: 'mockup.psd', type: '', size: 80 * MB + 1 })).toBe(SCENE.psdTooLarge)
  expect(checkPhoto({ name: 'a.gif', type: 'image/gif', size: MB })).toBe(SCENE.notPhotograph)
  expect(checkPhoto({ name: 'a.jpg', type: 'image/jpeg', size: 0 })).toBe(SCENE.empty)
  expect(checkPhoto({ name: 'a.jpg', type: 'image/jpeg', size: 40 * MB + 1 })).toBe(SCENE.tooLarge)
})
