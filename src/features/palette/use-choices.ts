import { useQuery } from '@tanstack/react-query'
import { query } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { useHasUnsavedChanges } from '../../web/form/unsaved-changes.ts'
import { paths } from '../../web/routing/paths.ts'
import { useSession } from '../../web/session/session.ts'
import { searchAccounts } from '../accounts/accounts.contract.ts'
import { searchCharities } from '../charities/charities.contract.ts'
import { choicesFor, type Group, type Page, paletteSizes } from './choices.ts'
import { recentOf } from './recent.ts'

/** §9: what the server searches is sent 400 ms after the last key. */
const searchDelayMs = 400
/** A single letter finds half of a register. */
const searchFromLetters = 2

type Choices = {
  groups: readonly Group[]
  userId: string | null
  /** Which kinds of things there are to find. */
  finds: { accounts: boolean; charities: boolean }
  isSearching: boolean
  hasFailed: boolean
}

/** What the palette offers for what was typed, by what this person may see: visitors have the pages alone. */
export function useChoices(typed: string, pages: readonly Page[]): Choices {
  const session = useSession()
  const facts = session.state === 'signed-in' ? session.facts : null
  const may = (action: NonNullable<typeof facts>['actions'][number]) =>
    facts?.actions.includes(action) ?? false
  const hasFund = session.state === 'signed-in' && session.fundId !== 0
  // As 'View Accounts' (§2.4): another account is not offered over unsaved changes.
  const mayChangeAccount = !useHasUnsavedChanges() && may('USER_SS_VIEW')
  const mayFindCharities = hasFund && may('GRANT_VIEW')
  const trimmed = typed.trim()
  const keywords = useDebounced(trimmed, searchDelayMs)
  const isAsked = keywords.length >= searchFromLetters
  const accounts = useQuery({
    ...query(searchAccounts, {
      query: { keywords, first: paletteSizes.accountsAtMost, sort: 'accountName' },
    }),
    enabled: isAsked && mayChangeAccount,
  })
  const charities = useQuery({
    ...query(searchCharities, { query: { keywords, first: paletteSizes.charitiesAtMost } }),
    enabled: isAsked && mayFindCharities,
  })
  // What was found for other words than those that stand there would be picked by mistake.
  const isCurrent = keywords === trimmed
  const asksServer = (mayChangeAccount || mayFindCharities) && trimmed.length >= searchFromLetters
  const userId = facts?.userId ?? null
  return {
    groups: choicesFor({
      typed,
      recent: recentOf(userId).filter(({ target }) => mayChangeAccount || !('fundId' in target)),
      pages,
      accounts: isCurrent ? (accounts.data?.data ?? []) : [],
      charities: isCurrent ? (charities.data?.data ?? []) : [],
      activityOf: may('FUND_AC_DETAIL_VIEW') ? charityId => paths.charityActivity(charityId) : null,
      recommendTo: may('GRANT_RECOMMEND') ? charityId => paths.recommendGrant({ charityId }) : null,
    }),
    userId,
    finds: { accounts: mayChangeAccount, charities: mayFindCharities },
    isSearching: asksServer && (!isCurrent || accounts.isFetching || charities.isFetching),
    hasFailed: accounts.isError || charities.isError,
  }
}
