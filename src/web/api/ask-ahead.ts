import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { sessionStore } from '../session/session-store.ts'
import { query, queryClient } from './query.ts'

/** Where a screen opens: the account, what this person may do in it, and what the address says. */
export type OpeningAt = {
  account: CurrentAccount
  actions: readonly Permission[]
  params: Readonly<Record<string, string | undefined>>
  search: unknown
}

/** A screen that asks for what it shows first, so that the answers are on their way while it is being drawn. */
export type Asking = { asks?: (at: OpeningAt) => void }

/**
 * Has a screen ask, by `queryClient.prefetchQuery`. It uses the same queries and gets the same answers; it says what failed. Nothing is asked while
 * the account is not known.
 */
export function askAhead({ asks }: Asking, params: OpeningAt['params'], search: unknown): void {
  const session = sessionStore.read()
  if (!asks || session.state !== 'signed-in') return
  const { facts, fundId } = session
  const account = queryClient.getQueryData<CurrentAccount>(
    query(getAccountOverview, { params: { fundId } }).queryKey,
  )
  if (account) asks({ account, actions: facts.actions, params, search })
}
