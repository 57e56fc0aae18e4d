import type { DesignWire } from '@printroom/contract/wire'
import type { HeldFile } from '~/features/trial/trial-file.ts'

/** A file of this browser as the wizard's steps know designs. */
export const asDesign = (held: HeldFile | null): DesignWire => ({
  id: '',
  user_id: '',
  filename: held?.file.name ?? '',
  file_url: held?.url ?? '',
  thumbnail_url: held?.url ?? '',
  width: held?.width ?? 0,
  height: held?.height ?? 0,
  file_size: held?.file.size ?? 0,
  created_at: '',
})
