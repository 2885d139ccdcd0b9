import type { Permission } from '../contract/permissions.ts'
import { hasScreen, type LaterScreenPath, type ScreenPath } from '../contract/screen-paths.ts'
import type { ClientContext } from '../features/shell/shell.contract.ts'
import { verdict } from './guards.ts'
import { type Screen, screens } from './screens.ts'
import type { Session } from './session/session-store.ts'
import type { MenuItem } from './shell/shell-types.ts'

type House = ClientContext['house']
type Entry = { title: string; route: ScreenPath; action?: Permission }

/** The main menu (§2.3), an entry a screen that exists. */
const entries: readonly Entry[] = [
  { title: 'Home', route: '/' },
  { title: 'Fund Activity', route: '/fund-activity' },
  // The screen opens to whoever may read grants; a menu offers it to whoever can do there what it says.
  { title: 'Recommend a Grant', route: '/recommend-a-grant', action: 'GRANT_RECOMMEND' },
  { title: 'Super User Dashboard', route: '/super-user-dashboard' },
]

/** The profile menu (§2.3); Log Out follows it. Update Password is gone where the client disables profile updates. */
const profileEntries: readonly { title: string; route: ScreenPath | LaterScreenPath }[] = [
  { title: 'Profile', route: '/my-profile' },
  { title: 'Update Password', route: '/my-profile/password' },
]

/** Whether a menu may lead there: screens open by address obey what menus obey, and the other way round (open-points 2). */
export function mayFollow(route: ScreenPath | LaterScreenPath, session: Session, house: House): boolean {
  const screen: Screen = screens[route]
  return screen.load !== undefined && hasScreen(route, house) && verdict(screen, session, house) === 'open'
}

/** The entries that this person may follow, with the one marked under which the address lies. */
export function menuFor(session: Session, house: House, pathname: string): MenuItem[] {
  if (session.state !== 'signed-in') return []
  const { actions } = session.facts
  return entries
    .filter(({ route, action }) => mayFollow(route, session, house) && (!action || actions.includes(action)))
    .map(({ title, route }) => ({
      title,
      route,
      isCurrent: route === '/' ? pathname === '/' : pathname === route || pathname.startsWith(`${route}/`),
    }))
}

export function profileMenuFor(session: Session, house: House): MenuItem[] {
  return profileEntries
    .filter(({ route }) => mayFollow(route, session, house))
    .map(({ title, route }) => ({ title, route }))
}
