import type { MockupWire } from '@printroom/contract/wire'

/** A mockup for tests, with what matters to the test put in. */
export const mockupOf = (given: Partial<MockupWire> = {}): MockupWire => ({
  id: 'mockup',
  design_id: 'design',
  product: 't-shirt',
  product_model: 'gildan-64000',
  colour: 'navy',
  model_style: 'flat-lay',
  background: 'wood-texture',
  model_gender: null,
  side: 'front',
  design_size: 'large',
  placement: null,
  file_url: '/api/mockups/mockup/file',
  thumbnail_url: '/api/mockups/mockup/thumbnail',
  created_at: '2026-01-01T00:00:00.000Z',
  folder_name: 'sun-1',
  debug_info: null,
  print_fidelity: null,
  print_path: null,
  is_favourite: false,
  batch_id: null,
  scene_id: null,
  ...given,
})
