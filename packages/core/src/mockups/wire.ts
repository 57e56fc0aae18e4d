import type { FidelityPath, MockupWire } from '@printroom/contract/wire'

export type MockupRow = {
  id: string
  designId: string | null
  product: string
  productModel: string | null
  colour: string
  modelStyle: string
  background: string
  modelGender: string | null
  designSize: string
  folderName: string
  debugInfo: string | null
  printFidelity: number | null
  printPath: string | null
  createdAt: Date
}

export const toMockupWire = (mockup: MockupRow): MockupWire => ({
  id: mockup.id,
  design_id: mockup.designId,
  product: mockup.product,
  product_model: mockup.productModel,
  colour: mockup.colour,
  model_style: mockup.modelStyle,
  background: mockup.background,
  model_gender: mockup.modelGender,
  design_size: mockup.designSize,
  file_url: `/api/mockups/${mockup.id}/file`,
  thumbnail_url: `/api/mockups/${mockup.id}/thumbnail`,
  created_at: mockup.createdAt.toISOString(),
  folder_name: mockup.folderName,
  debug_info: mockup.debugInfo,
  print_fidelity: mockup.printFidelity,
  print_path: mockup.printPath as FidelityPath | null,
})
