import type { DesignWire } from '@printroom/contract/wire'

type DesignRow = {
  id: string
  userId: string
  filename: string
  width: number
  height: number
  fileSize: number
  createdAt: Date
}

/** A design as answers show it: sizes in pixels and bytes, addresses from the root of the server. */
export const toDesignWire = (design: DesignRow): DesignWire => ({
  id: design.id,
  user_id: design.userId,
  filename: design.filename,
  file_url: `/api/designs/${design.id}/file`,
  thumbnail_url: `/api/designs/${design.id}/thumbnail`,
  width: design.width,
  height: design.height,
  file_size: design.fileSize,
  created_at: design.createdAt.toISOString(),
})
