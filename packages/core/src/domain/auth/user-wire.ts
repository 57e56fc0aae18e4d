import type { UserWire } from '@printroom/contract/wire'

export const toUserWire = (user: { id: string; email: string; createdAt: Date }): UserWire => ({
  id: user.id,
  email: user.email,
  created_at: user.createdAt.toISOString(),
})
