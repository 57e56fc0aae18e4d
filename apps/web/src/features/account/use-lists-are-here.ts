import { useStatement } from '~/features/account/use-statement.ts'
import { trpc } from '~/lib/trpc.ts'

/**
 * Whether all that the account's cards list has been answered, well or not. They come one by one, and each would push what
 * stands below it away from under a hand.
 */
export function useListsAreHere(): boolean {
  const answers = [
    trpc.user.get.useQuery(),
    trpc.user.overview.useQuery(),
    useStatement(),
    trpc.account.apiKeys.useQuery(),
    trpc.webhook.list.useQuery(),
    trpc.account.sessions.useQuery(),
    trpc.account.knownBrowsers.useQuery(),
    trpc.account.naming.useQuery(),
  ]
  return answers.every(({ isPending }) => !isPending)
}
