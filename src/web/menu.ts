import type { Permission } from '../contract/permissions.ts'
import { paths } from './paths.ts'
import type { Session } from './session/session-store.ts'
import type { MenuItem } from './shell/shell-types.ts'

type Entry = { title: string; route: string; action?: Permission }

/** The main menu (§2.3), an entry a screen that exists; who may not open it does not see it. */
const entries: readonly Entry[] = [
  { title: 'Home', route: paths.home() },
  { title: 'Fund Activity', route: paths.fundActivity(), action: 'FUND_ACTIVITY_VIEW' },
  { title: 'Recommend a Grant', route: paths.recommendGrant(), action: 'GRANT_RECOMMEND' },
  { title: 'Super User Dashboard', route: paths.superUserDashboard(), action: 'SUPER_DASHBOARD_VIEW' },
]

/** The entries that this person may follow, with the one marked under which the address lies. */
export function menuFor(session: Session, pathname: string): MenuItem[] {
  if (session.state !== 'signed-in') return []
  const { actions } = session.facts
  return entries
    .filter(({ action }) => action === undefined || actions.includes(action))
    .map(({ title, route }) => ({
      title,
      route,
      isCurrent: route === '/' ? pathname === '/' : pathname === route || pathname.startsWith(`${route}/`),
    }))
}
