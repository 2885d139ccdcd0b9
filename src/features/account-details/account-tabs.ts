import type { Permission } from '../../contract/permissions.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { useSession } from '../../web/session/session.ts'

/** The tabs of Account Details in their order, each with the permission that shows it (§2.8). */
const accountTabs = {
  people: { title: 'People', action: 'ACCOUNT_RELATIONSHIP_VIEW' },
  'legacy-plan': { title: 'Legacy plan', action: 'ACCOUNT_SUCCESSOR_VIEW' },
  documents: { title: 'Documents', action: 'ACCOUNT_DETAIL_VIEW' },
  transfers: { title: 'Transfers', action: 'FUND_DISTRIBUTION_VIEW' },
  'interested-parties': { title: 'Interested parties', action: 'ACCOUNT_ALL_IP_VIEW' },
  status: { title: 'Status', action: 'SUPER_DASHBOARD_VIEW' },
} as const satisfies Record<string, { title: string; action: Permission }>

export type AccountTab = keyof typeof accountTabs
export const accountTabNames = keysOf(accountTabs)

/** The tabs that this person may see at this client. */
export function useAccountTabs(): { key: AccountTab; title: string }[] {
  const session = useSession()
  const { legacyPlanShown } = clientContext().clientSettings
  const actions: readonly Permission[] = session.state === 'signed-in' ? session.facts.actions : []
  return accountTabNames
    .filter(key => actions.includes(accountTabs[key].action) && (key !== 'legacy-plan' || legacyPlanShown))
    .map(key => ({ key, title: accountTabs[key].title }))
}
