import type { ReactNode } from 'react'
import { Picture } from '~/components/picture.tsx'
import { formatDateTime } from '~/lib/format.ts'

type ActivityRowProps = { picture: string; kind: string; time: string; isDesign?: boolean; children: ReactNode }

export const ActivityRow = ({ picture, kind, time, isDesign = false, children }: ActivityRowProps) => (
  <li className="flex items-center gap-3 py-2.5">
    <Picture src={picture} alt="" fit={isDesign ? 'contain' : 'cover'} className="w-11" />
    <div className="min-w-0 flex-1">
      <p className="truncate text-sm font-medium">{children}</p>
      <p className="truncate text-[13px] text-pencil">
        {kind}
        <span className="max-sm:hidden"> · </span>
        <time dateTime={time} className="max-sm:block">
          {formatDateTime(time)}
        </time>
      </p>
    </div>
  </li>
)
