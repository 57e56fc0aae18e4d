import { Link } from '@tanstack/react-router'
import { labelOf } from '@printroom/contract/catalogue'
import { ACCOUNT_RECENT_MOCKUPS } from '@printroom/contract/limits'
import { Card, CardTitle } from '~/components/card.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { ActivityRow } from '~/features/account/activity-row.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { trpc } from '~/lib/trpc.ts'

/** The latest mockups, then the latest designs. */
export function ActivityCard() {
  const { data } = trpc.user.overview.useQuery()
  const isEmpty = data?.designs === 0 && data.mockups === 0
  return (
    <Card>
      <CardTitle>Recent Activity</CardTitle>
      {!data && <Skeleton className="mt-4 h-24" />}
      {isEmpty && <p className="mt-3 text-sm text-pencil">Nothing yet. What you upload and generate shows up here.</p>}
      <ul className="mt-2 divide-y">
        {data?.recent_mockups.slice(0, ACCOUNT_RECENT_MOCKUPS).map((mockup) => (
          <ActivityRow
            key={mockup.id}
            picture={mockup.thumbnail_url || mockup.file_url}
            time={mockup.created_at}
            kind="Mockup generated"
          >
            <Link to="/mockups" search={{ mockup: mockup.id }} className="underline-offset-4 hover:underline">
              {colourName(mockup.colour).label} {labelOf(mockup.product)}
            </Link>
          </ActivityRow>
        ))}
        {data?.recent_designs.map((design) => (
          <ActivityRow
            key={design.id}
            picture={design.thumbnail_url}
            time={design.created_at}
            kind="Design uploaded"
            isDesign
          >
            {design.filename}
          </ActivityRow>
        ))}
      </ul>
    </Card>
  )
}
