import { FRONT } from '@printroom/contract/catalogue'
import type { FidelityPath, MockupWire } from '@printroom/contract/wire'
import { type SettingsColumns, fromColumns } from '../generation/render-settings.ts'

export type MockupRow = SettingsColumns & {
  id: string
  designId: string | null
  folderName: string
  debugInfo: string | null
  printFidelity: number | null
  printPath: string | null
  isFavourite: boolean
  batchId: string | null
  createdAt: Date
}

/**
 * A mockup as answers show it: fidelity in whole percent, addresses from the root of the server, times in ISO 8601,
 * UTC.
 */
export const toMockupWire = (mockup: MockupRow): MockupWire => ({
  id: mockup.id,
  design_id: mockup.designId,
  side: FRONT,
  placement: null,
  ...fromColumns({ ...mockup, sceneId: null }),
  file_url: `/api/mockups/${mockup.id}/file`,
  thumbnail_url: `/api/mockups/${mockup.id}/thumbnail`,
  created_at: mockup.createdAt.toISOString(),
  folder_name: mockup.folderName,
  debug_info: mockup.debugInfo,
  print_fidelity: mockup.printFidelity,
  print_path: mockup.printPath as FidelityPath | null,
  is_favourite: mockup.isFavourite,
  batch_id: mockup.batchId,
  scene_id: mockup.sceneId,
})
