import { useQuery } from '@tanstack/react-query'
import type { LoadRequest } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { useHasUnsavedChanges } from '../../web/form/unsaved-changes.ts'
import { paths } from '../../web/routing/paths.ts'
import { screensFor } from '../../web/routing/searchable-screens.ts'
import { useSession } from '../../web/session/session.ts'
import { searchAccounts } from '../accounts/accounts.contract.ts'
import { listHouseholds } from '../advisor-dashboard/advisor-dashboard.contract.ts'
import { searchCharities } from '../charities/charities.contract.ts'
import { searchOwnCharities } from '../charity-list/charity-list.contract.ts'
import { choicesFor, type Group, maxAccounts, maxCharities } from './choices.ts'
import { recentOf } from './recent.ts'
import { useNumbered } from './use-numbered.ts'

/** Keywords are sent to the server this long after the last key (§9). */
const searchDelayMs = 400
/** A single letter would match half of the register. */
const minKeywordLength = 2

type Choices = {
  groups: readonly Group[]
  userId: string | null
  /** Which kinds this person can search. */
  searches: { accounts: boolean; charities: boolean }
  isSearching: boolean
  /** The searches, which may have failed. */
  requests: readonly LoadRequest[]
}

/** The palette's choices for a typed text, limited to what the person may see. Visitors get pages only. */
export function useChoices(typed: string): Choices {
  const session = useSession()
  const facts = session.state === 'signed-in' ? session.facts : null
  const can = (action: NonNullable<typeof facts>['actions'][number]) =>
    facts?.actions.includes(action) ?? false
  const fundId = session.state === 'signed-in' ? session.fundId : 0
  // Accounts cannot be switched over unsaved changes, as with 'View Accounts' (§2.4).
  const canSwitchAccount = !useHasUnsavedChanges() && can('USER_SS_VIEW')
  const canSearchCharities = fundId !== 0 && can('GRANT_VIEW')
  const trimmed = typed.trim()
  const keywords = useDebounced(trimmed, searchDelayMs)
  const isLongEnough = keywords.length >= minKeywordLength
  const accounts = useQuery({
    ...query(searchAccounts, {
      query: { keywords, first: maxAccounts, sort: 'accountName' },
    }),
    enabled: isLongEnough && canSwitchAccount,
  })
  const charities = useQuery({
    ...query(searchCharities, { query: { keywords, first: maxCharities } }),
    enabled: isLongEnough && canSearchCharities,
  })
  const ownCharities = useQuery({
    ...query(searchOwnCharities, { params: { fundId }, query: { keywords, first: maxCharities } }),
    enabled: isLongEnough && canSearchCharities,
  })
  const maySeeGrants = can('SUPER_DASHBOARD_VIEW')
  const numbers = useNumbered({
    keywords,
    maySeeGrants,
    maySeeEntries: can('POSTING_CREATE') || can('POSTING_REVERSE') || can('AUDIT_VIEW'),
  })
  const households = useQuery({ ...query(listHouseholds, {}), enabled: can('ADVISOR_DASHBOARD_VIEW') })
  // Results for an earlier text are hidden, so that nobody opens one by mistake.
  const isCurrent = keywords === trimmed
  const searchesServer =
    (canSwitchAccount || canSearchCharities || maySeeGrants) && trimmed.length >= minKeywordLength
  const userId = facts?.userId ?? null
  return {
    groups: choicesFor({
      typed,
      recent: recentOf(userId).filter(({ target }) => canSwitchAccount || !('fundId' in target)),
      pages: screensFor(session, clientContext().clientSettings),
      accounts: isCurrent ? (accounts.data?.data ?? []) : [],
      numbered: isCurrent ? numbers.numbered : [],
      households: households.data?.data ?? [],
      ownCharities: isCurrent ? (ownCharities.data?.data ?? []) : [],
      charities: isCurrent ? (charities.data?.data ?? []) : [],
      activityOf: can('FUND_AC_DETAIL_VIEW') ? charityId => paths.charityActivity(charityId) : null,
      recommendTo: can('GRANT_RECOMMEND') ? charityId => paths.recommendGrant({ charityId }) : null,
    }),
    userId,
    searches: { accounts: canSwitchAccount, charities: canSearchCharities },
    isSearching:
      searchesServer &&
      (!isCurrent ||
        accounts.isFetching ||
        numbers.isFetching ||
        ownCharities.isFetching ||
        charities.isFetching),
    requests: [accounts, ownCharities, charities, ...numbers.requests],
  }
}
