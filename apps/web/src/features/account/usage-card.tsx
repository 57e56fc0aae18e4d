import { STORAGE_MB_PER_DESIGN, STORAGE_MB_PER_MOCKUP } from '@printroom/contract/limits'
import { Card, CardTitle } from '~/components/card.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { formatNumber } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

export function UsageCard() {
  const { data } = trpc.user.overview.useQuery()
  const megabytes = data && data.designs * STORAGE_MB_PER_DESIGN + data.mockups * STORAGE_MB_PER_MOCKUP
  return (
    <Card>
      <CardTitle>Usage Statistics</CardTitle>
      <dl className="mt-4 grid grid-cols-2 gap-4">
        <Figure name="Designs" value={data && formatNumber(data.designs)} />
        <Figure name="Mockups" value={data && formatNumber(data.mockups)} />
        <Figure
          name="Storage, of unlimited"
          value={megabytes === undefined ? undefined : `${formatNumber(megabytes)} MB`}
        />
      </dl>
    </Card>
  )
}

const Figure = ({ name, value }: { name: string; value: string | undefined }) => (
  <div className="flex flex-col-reverse">
    <dt className="mt-1.5 text-[13px] text-pencil">{name}</dt>
    <dd className="font-display text-2xl leading-none font-medium tabular-nums">
      {value ?? <Skeleton className="h-6 w-12" />}
    </dd>
  </div>
)
