import { ACCOUNT_RECENT_DESIGNS, DASHBOARD_RECENT_MOCKUPS, THIS_WEEK_DAYS } from '@printroom/contract/limits'
import type { OverviewWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { toDesignWire } from '../designs/wire.ts'
import { toMockupWire } from '../mockups/wire.ts'
import { NEWEST_FIRST } from '../../paging.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How many designs and mockups a user has, how many mockups came in the last 7 days, and the latest of both. */
export async function readOverview({ db, clock }: Context, userId: UserId): Promise<OverviewWire> {
  const where = { userId }
  const aWeekAgo = new Date(clock.now().getTime() - THIS_WEEK_DAYS * DAY_MS)
  const [designs, mockups, thisWeek, recentDesigns, recentMockups] = await Promise.all([
    db.design.count({ where }),
    db.mockup.count({ where }),
    db.mockup.count({ where: { userId, createdAt: { gte: aWeekAgo } } }),
    db.design.findMany({ where, orderBy: [...NEWEST_FIRST], take: ACCOUNT_RECENT_DESIGNS }),
    db.mockup.findMany({ where, orderBy: [...NEWEST_FIRST], take: DASHBOARD_RECENT_MOCKUPS }),
  ])
  return {
    designs,
    mockups,
    mockups_this_week: thisWeek,
    recent_designs: recentDesigns.map(toDesignWire),
    recent_mockups: recentMockups.map(toMockupWire),
  }
}
