import type { ClientContext } from '../../contract/client-context.contract.ts'
import type { Permission } from '../../contract/permissions.ts'
import { hasScreen, type LaterScreenPath, type ScreenPath } from '../../contract/screen-paths.ts'
import { verdict } from '../../web/routing/guards.ts'
import type { Session } from '../../web/session/session-store.ts'
import type { MenuItem } from '../../web/shell/shell-types.ts'
import { type Screen, screens } from './screens.ts'

type ClientSettings = ClientContext['clientSettings']
type Route = ScreenPath | LaterScreenPath
type Entry = { title: string; route: Route; action?: Permission }
/** A dropdown. One with a route of its own leads there where the client has no dropdowns; else its entries stand alone. */
type Group = { title: string; route?: Route; children: readonly Entry[] }

const formsResources: Entry = { title: 'Forms/Resources', route: '/resources' }
const contact: Entry = { title: 'Contact', route: '/contact' }

/** The main menu (§2.3). An entry shows once its screen exists and opens to the person; a group, once one of its entries does. */
const mainEntries: readonly (Entry | Group)[] = [
  { title: 'Home', route: '/' },
  { title: 'Fund Activity', route: '/fund-activity' },
  // The screen opens to whoever may read grants; a menu offers it to whoever can do there what it says.
  { title: 'Recommend a Grant', route: '/recommend-a-grant', action: 'GRANT_RECOMMEND' },
  {
    title: 'Manage Account',
    route: '/account',
    children: [
      { title: 'Account Details', route: '/account' },
      { title: 'Account Name', route: '/update-account' },
      { title: 'Primary Advisor', route: '/update-account/primary-advisor' },
      { title: 'Legacy Plan', route: '/update-account/legacy-plan' },
      { title: 'Account Documents', route: '/account-documents' },
      { title: 'Pending Documents', route: '/sign-pending-document' },
    ],
  },
  { title: 'Advisor Dashboard', route: '/financial-advisor-dashboard' },
  { title: 'Super User Dashboard', route: '/super-user-dashboard' },
  {
    title: 'Resources',
    children: [
      formsResources,
      { title: 'Open a New Account', route: '/new-account-opening' },
      { title: 'Giving Season', route: '/year-end-deadlines' },
    ],
  },
  contact,
  { title: 'Content', route: '/content' },
]

/** What stands beside the logo where the client's menu is a top bar (§2.3); the main menu leaves it out there. */
const topBarEntries: readonly Entry[] = [contact, formsResources]

/** The help popover (§2.3). */
const helpEntries: readonly Entry[] = [
  { title: 'Giving Guide', route: '/givingpoint' },
  { title: 'FAQ', route: '/faq' },
]

/** The profile menu (§2.3); Log Out follows it. Update Password is gone where the client disables profile updates. */
const profileEntries: readonly Entry[] = [
  { title: 'Profile', route: '/my-profile' },
  { title: 'Update Password', route: '/my-profile/password' },
]

export type Menus = {
  main: readonly MenuItem[]
  topBar: readonly MenuItem[]
  help: readonly MenuItem[]
  profile: readonly MenuItem[]
  /** Of large screens (§2.2); empty where there is none. */
  dashboard: readonly MenuItem[]
}

const noMenus: Menus = { main: [], topBar: [], help: [], profile: [], dashboard: [] }

/** Whether a menu may lead there: screens open by address obey what menus obey, and the other way round (open-points 2). */
export function mayFollow(route: Route, session: Session, clientSettings: ClientSettings): boolean {
  const screen: Screen = screens[route]
  return (
    screen.load !== undefined &&
    hasScreen(route, clientSettings) &&
    verdict(screen, session, clientSettings) === 'open'
  )
}

/** Everything that the shell offers this person at this client, with the entry marked under which the address lies. */
export function menusFor(session: Session, clientSettings: ClientSettings, pathname: string): Menus {
  // While it is not known who it is, and while an e-mail must be changed, nothing is offered (§4).
  if (session.state === 'starting' || session.state === 'signing-in') return noMenus
  if (session.state === 'signed-in' && session.facts.forceEmailChange) return noMenus
  const hasTopBar = clientSettings.menu === 'top-bar'
  const list = (entries: readonly Entry[]) =>
    entries.map(entry => linkTo(entry, session, clientSettings)).filter(item => item !== null)
  const main = mainEntries
    .filter(entry => !(hasTopBar && entry === contact))
    .flatMap(entry => {
      if (!('children' in entry)) return list([entry])
      return grouped(
        entry,
        list(entry.children.filter(child => !(hasTopBar && child === formsResources))),
        hasTopBar,
      )
    })
  const menus = {
    main,
    topBar: hasTopBar ? list(topBarEntries) : [],
    help: list(helpEntries),
    profile: session.state === 'signed-in' ? list(profileEntries) : [],
    dashboard: dashboardPages(session, clientSettings),
  }
  return markCurrent(menus, pathname)
}

/** A dropdown of two entries or more; one alone stands for itself. */
function grouped(group: Group, children: MenuItem[], hasTopBar: boolean): MenuItem[] {
  const [first] = children
  if (first === undefined) return []
  if (children.length === 1 || (hasTopBar && group.route === undefined)) return children
  return [{ title: group.title, route: first.route, children }]
}

/**
 * §2.2: only where accounts can be opened and the person may open them; its pages come from the client's configuration,
 * each shown to whom it opens.
 */
function dashboardPages(session: Session, clientSettings: ClientSettings): MenuItem[] {
  const opening = { title: '', route: '/new-account-opening' } as const
  if (session.state !== 'signed-in' || linkTo(opening, session, clientSettings) === null) return []
  return clientSettings.dashboardSubNavigation
    .map(({ title, path }) =>
      isRoute(path) ? linkTo({ title, route: path }, session, clientSettings) : null,
    )
    .filter(item => item !== null)
}

const isRoute = (path: string): path is Route => path in screens

/** The entry as this person may follow it: to the screen, to what the client has instead, or not at all. */
function linkTo(
  { title, route, action }: Entry,
  session: Session,
  clientSettings: ClientSettings,
): MenuItem | null {
  if (action && !(session.state === 'signed-in' && session.facts.actions.includes(action))) return null
  if (mayFollow(route, session, clientSettings)) return { title, route }
  const decided = verdict(screens[route], session, clientSettings)
  if (typeof decided !== 'object') return null
  return { title, route: decided.elsewhere, external: true, target: '_blank' }
}

/** Marks the entry whose address is the nearest above the page's: `/update-account` is not where `/update-account/legacy-plan` is. */
function markCurrent(menus: Menus, pathname: string): Menus {
  const lists = Object.values(menus)
  const routes = lists.flat().flatMap(item => [item, ...(item.children ?? [])].map(({ route }) => route))
  const isAbove = (route: string) => route === pathname || (route !== '/' && pathname.startsWith(`${route}/`))
  const [nearest] = routes.filter(isAbove).sort((a, b) => b.length - a.length)
  const mark = (item: MenuItem): MenuItem => ({
    ...item,
    ...(item.route === nearest && !item.external ? { isCurrent: true } : {}),
    ...(item.children ? { children: item.children.map(mark) } : {}),
  })
  const { main, topBar, help, profile, dashboard } = menus
  return {
    main: main.map(mark),
    topBar: topBar.map(mark),
    help: help.map(mark),
    profile: profile.map(mark),
    dashboard: dashboard.map(mark),
  }
}

/** Parts of the door, and screens that are only ever led to. */
const notLookedFor: readonly Route[] = ['/403', '/sign-in', '/sso', '/my-profile/email']

/** Every screen that this person may open by its address alone, by title: what the command palette searches. */
export function screensFor(
  session: Session,
  clientSettings: ClientSettings,
): { title: string; path: string }[] {
  return Object.entries<Screen>(screens)
    .filter(([path]) => isRoute(path) && !path.includes('$') && !notLookedFor.includes(path))
    .filter(([path]) => isRoute(path) && mayFollow(path, session, clientSettings))
    .map(([path, { title }]) => ({ title, path }))
}
