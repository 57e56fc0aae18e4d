import type { SharedPictureWire, ShareWire } from '@printroom/contract/shares'

type Shot = { product: string; colour: string; modelStyle: string; side: string }
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

/** A share as its seller's lists show it, with its state at a moment; times in ISO 8601, UTC. */
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

/** A picture of a share as its seller and whoever has the link see it: nothing in it names the seller. */
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
  side: mockup.side,
  is_approved: approvedAt !== null,
  note,
})
