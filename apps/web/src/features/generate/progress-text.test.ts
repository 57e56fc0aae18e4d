import { expect, test } from 'vitest'
import type { GenerationWire } from '@printroom/contract/wire'
import { progressText } from '~/features/generate/progress-text.ts'

const ORDER = {
  design_id: 'd',
  product_model: null,
  model_style: 'studio-product',
  background: 'white-studio',
  model_gender: null,
  side: 'front',
  design_size: 'medium',
  placement: null,
  scene_id: null,
  original_mockup_id: null,
  is_color_change: false,
}

const at = (given: Partial<GenerationWire>): GenerationWire => ({
  ...ORDER,
  id: 'g',
  status: 'queued',
  progress: 0,
  position: 0,
  product: 'mug',
  colour: 'mug-red',
  mockup_id: null,
  error: null,
  created_at: '',
  ...given,
})

test('says where a generation stands', () => {
  expect(progressText(undefined)).toBe('Sending')
  expect(progressText(at({ position: 3 }))).toBe('Number 3 in line')
  expect(progressText(at({ status: 'rendering', progress: 40 }))).toBe('Rendering 40%')
  expect(progressText(at({ status: 'rendering', progress: 95 }))).toBe('Saving')
})
