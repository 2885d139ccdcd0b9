import { useSuspenseQuery } from '@tanstack/react-query'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { query } from '../api/query.ts'
import { useSession } from './session.ts'

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

/** The current account with its balances. For screens whose guard requires a permission on an account; suspends while it loads. */
export function useCurrentAccount(): CurrentAccount {
  const fundId = useCurrentFundId()
  return useSuspenseQuery(query(getAccountOverview, { params: { fundId } })).data
}
