import type { UserWire } from '@printroom/contract/wire'

/** A person as answers show them, their id, email and when they came (ISO 8601, UTC). */
export const toUserWire = (user: { id: string; email: string; createdAt: Date }): UserWire => ({
  id: user.id,
  email: user.email,
  created_at: user.createdAt.toISOString(),
})
