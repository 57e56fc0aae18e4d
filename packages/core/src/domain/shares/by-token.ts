import { type Approval, type SharedWire, shareTokenSchema } from '@printroom/contract/shares'
import { ERRORS } from '@printroom/contract/errors'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hashOf } from '../auth/secrets.ts'
import { openFile, openThumbnail, type OpenFile } from '../files/open-file.ts'
import { stateOf, toPictureWire } from './wire.ts'

/** The share that a link opens. @throws AppError not_found when it never opened anything, gone when it does not any more */
export async function findShare({ db, clock }: Context, token: string) {
  const share = shareTokenSchema.safeParse(token).success
    ? await db.share.findUnique({ where: { tokenHash: hashOf(token) } })
    : null
  if (!share) throw new AppError('not_found')
  if (stateOf(share, clock.now()) !== 'open') throw new AppError('gone')
  return share
}

/** What whoever has the link sees. @throws AppError not_found */
export async function viewShare(context: Context, token: string): Promise<SharedWire> {
  try {
    const { id, title, expiresAt } = await findShare(context, token)
    const rows = await context.db.sharedMockup.findMany({
      where: { shareId: id },
      orderBy: { place: 'asc' },
      include: { mockup: true },
    })
    return { state: 'open', title, expires_at: expiresAt.toISOString(), items: rows.map(toPictureWire) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'gone') return { state: 'gone' }
    throw error
  }
}

/** A picture of a share, without a name that says whose it is. @throws AppError not_found, gone */
export async function openShared(
  context: Context,
  { token, place, part, isCard }: { token: string; place: number; part: 'file' | 'thumbnail'; isCard: boolean },
): Promise<OpenFile> {
  const { id } = await findShare(context, token)
  const picture = await context.db.sharedMockup.findUnique({
    where: { shareId_place: { shareId: id, place } },
    include: { mockup: true },
  })
  if (!picture) throw new AppError('not_found')
  const name = `picture-${place + 1}`
  if (part === 'thumbnail') return openThumbnail(context, picture.mockup, `${name}.webp`, isCard)
  return openFile(context, picture.mockup.fileKey, 'image/jpeg', `${name}.jpg`)
}

/** Keeps what a client says of a picture; said again, the last counts. @throws AppError not_found */
export async function approveShared(context: Context, { token, place, is_approved, note }: Approval): Promise<void> {
  const { id } = await findShare(context, token).catch((error: unknown) => {
    // tRPC has no word for 410.
    if (error instanceof AppError && error.code === 'gone') throw new AppError('not_found', { error: ERRORS.gone[1] })
    throw error
  })
  const { count } = await context.db.sharedMockup.updateMany({
    where: { shareId: id, place, share: { revokedAt: null } },
    data: { approvedAt: is_approved ? context.clock.now() : null, note: note || null },
  })
  if (count === 0) throw new AppError('not_found')
}
