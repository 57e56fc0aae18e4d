import { useMemo } from 'react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, RotateCw } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { Select } from '~/components/select.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { RequestRow } from '~/features/keys/request-row.tsx'
import { itemsOf } from '~/lib/pages.ts'
import { trpc } from '~/lib/trpc.ts'

/** What a person's programs asked for in the last week, newest first. */
export function RequestsPage() {
  const { key, failed } = useSearch({ from: '/_app/account_/requests' })
  const navigate = useNavigate({ from: '/account/requests' })
  const { data: keys } = trpc.account.apiKeys.useQuery()
  const { data, isError, isRefetching, refetch, ...more } = trpc.request.list.useInfiniteQuery(
    { key_id: key, failed, limit: 50 },
    { getNextPageParam: ({ next }) => next, staleTime: 0 },
  )
  const requests = useMemo(() => data && itemsOf(data.pages), [data])
  const isFiltered = key !== undefined || failed !== undefined
  const show = (search: { key?: string | undefined; failed?: true | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  return (
    <>
      <PageHeader title="API Requests" note="What was asked for with your keys in the last week, newest first.">
        <Button asChild variant="secondary">
          <Link to="/account">
            <ArrowLeft /> Account
          </Link>
        </Button>
        <Button variant="secondary" disabled={isRefetching} onClick={() => void refetch()}>
          <RotateCw /> Refresh
        </Button>
      </PageHeader>
      <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Select label="Key" value={key ?? ''} onChange={(id) => show({ key: id || undefined })} className="w-60">
          <option value="">All keys</option>
          {keys?.map(({ id, name, ending }) => (
            <option key={id} value={id}>
              {name} (…{ending})
            </option>
          ))}
        </Select>
        <label className="flex h-9 items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={failed ?? false}
            onChange={({ target }) => show({ failed: target.checked || undefined })}
            className="size-4 accent-cyan"
          />
          Failures only
        </label>
      </div>
      {isError && !data && <LoadError what="the requests" onRetry={() => void refetch()} />}
      {!requests && !isError && <Skeleton className="h-96" />}
      {requests?.length === 0 && (
        <EmptyState title={isFiltered ? 'Nothing of that kind' : 'No requests yet'}>
          {isFiltered
            ? 'No request of the last week is like that.'
            : 'What your programs ask for with an API key stands here a second later: the path, the answer and how long it took.'}
        </EmptyState>
      )}
      {requests && requests.length > 0 && (
        <>
          <ul aria-label="Requests" className="divide-y rounded-lg border bg-sheet shadow-sheet">
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
          <LoadMore what="the requests" more={more}>
            <Skeleton className="h-24" />
          </LoadMore>
        </>
      )}
    </>
  )
}
