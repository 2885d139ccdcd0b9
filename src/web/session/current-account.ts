import { useSuspenseQuery } from '@tanstack/react-query'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { Problem } from '../../contract/problems.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { query } from '../api/query.ts'
import { useCan, useSession } from './session.ts'

export type CurrentAccount = Reply<typeof getAccountOverview>

/** The first day of an account's history. Contributions may arrive before it is opened. */
export const historyStart = ({
  openedDate,
  enteredDate,
}: Pick<CurrentAccount, 'openedDate' | 'enteredDate'>): IsoDate => openedDate ?? enteredDate

/** The session's current fund id; 0 for people without an account, such as editors. */
export function useCurrentFundId(): number {
  const session = useSession()
  return session.state === 'signed-in' ? session.fundId : 0
}

/** The current account with its balances. For screens whose guard requires a permission on an account; suspends while it loads. Throws `not-found` where there is none. */
export function useCurrentAccount(): CurrentAccount {
  const fundId = useCurrentFundId()
  if (fundId === 0) throw new Problem('not-found')
  return useSuspenseQuery(query(getAccountOverview, { params: { fundId } })).data
}

/** Whether grants may be recommended from the account: only from an active one (§16). */
export const useMayRecommend = ({
  writeAccess,
  accountStatus,
}: Pick<CurrentAccount, 'writeAccess' | 'accountStatus'>): boolean =>
  useCan('GRANT_RECOMMEND') && writeAccess && accountStatus === 'Active'
