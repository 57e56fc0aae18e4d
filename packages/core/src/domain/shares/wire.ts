import type { SharedPictureWire, ShareWire } from '@printroom/contract/shares'

type Shot = { product: string; colour: string; modelStyle: string }
export type PictureRow = { place: number; approvedAt: Date | null; note: string | null }
export type ShareRow = {
  id: string
  title: string
  ending: string
  expiresAt: Date
  revokedAt: Date | null
  createdAt: Date
}

/** Whether a link opens anything at a moment, and why not. */
export function stateOf({ expiresAt, revokedAt }: Pick<ShareRow, 'expiresAt' | 'revokedAt'>, now: Date) {
  if (revokedAt) return 'revoked' as const
  return expiresAt <= now ? ('expired' as const) : ('open' as const)
}

/** A link as its seller sees it, with how many of its pictures were ticked. */
export const toShareWire = (share: ShareRow, pictures: readonly PictureRow[], now: Date): ShareWire => ({
  id: share.id,
  title: share.title,
  ending: share.ending,
  pictures: pictures.length,
  approved: pictures.filter(({ approvedAt }) => approvedAt).length,
  notes: pictures.filter(({ note }) => note).length,
  state: stateOf(share, now),
  expires_at: share.expiresAt.toISOString(),
  created_at: share.createdAt.toISOString(),
})

/** A picture of a link with what its client said of it. */
export const toPictureWire = ({
  place,
  approvedAt,
  note,
  mockup,
}: PictureRow & { mockup: Shot }): SharedPictureWire => ({
  place,
  product: mockup.product,
  colour: mockup.colour,
  model_style: mockup.modelStyle,
  is_approved: approvedAt !== null,
  note,
})
