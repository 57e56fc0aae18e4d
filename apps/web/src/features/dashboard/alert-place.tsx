import { Skeleton } from '~/components/skeleton.tsx'

/** Keeps the place of an alert with two lines and a button, above what is there already. */
export const AlertPlace = () => <Skeleton className="mb-4 h-28 rounded-lg sm:h-[70px]" />
