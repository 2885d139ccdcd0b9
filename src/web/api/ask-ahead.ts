import type { QueryClient } from '@tanstack/react-query'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { sessionStore } from '../session/session-store.ts'
import { query, queryClient } from './query.ts'

/** Where a screen opens: the account and its permissions, and what the address says. */
export type OpeningAt = {
  account: CurrentAccount
  /** What this person may do in it. */
  can: (permission: Permission) => boolean
  params: Readonly<Record<string, string | undefined>>
  search: unknown
  /** Asks for a query, unless its answer is there already. */
  ask: QueryClient['prefetchQuery']
}

/** A screen that names what it shows first, so that this is asked for while the screen is still being drawn. */
export type Asking = { asks?: (at: OpeningAt) => void }

/**
 * Asks for what the screen names. The screen asks for the same and gets the same answer; it says what failed. Nothing is asked while the account
 * is not known.
 */
export function askAhead({ asks }: Asking, { params, search }: Pick<OpeningAt, 'params' | 'search'>): void {
  const session = sessionStore.read()
  if (!asks || session.state !== 'signed-in' || session.fundId === 0) return
  const { queryKey } = query(getAccountOverview, { params: { fundId: session.fundId } })
  const account = queryClient.getQueryData<CurrentAccount>(queryKey)
  if (!account) return
  const can = (permission: Permission) => session.facts.actions.includes(permission)
  const ask: QueryClient['prefetchQuery'] = options => queryClient.prefetchQuery(options)
  asks({ account, can, params, search, ask })
}
