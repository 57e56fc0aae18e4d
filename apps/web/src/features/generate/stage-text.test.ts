import { expect, test } from 'vitest'
import type { GenerationWire } from '@printroom/contract/wire'
import { stageText } from '~/features/generate/stage-text.ts'

const at = (given: Partial<GenerationWire>): GenerationWire => ({
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
  expect(stageText(undefined)).toBe('Sending')
  expect(stageText(at({ position: 3 }))).toBe('Number 3 in line')
  expect(stageText(at({ status: 'rendering', progress: 40 }))).toBe('Rendering 40%')
  expect(stageText(at({ status: 'rendering', progress: 95 }))).toBe('Saving')
})
