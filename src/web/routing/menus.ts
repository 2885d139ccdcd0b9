import type { ClientContext } from '../../contract/client-context.contract.ts'
import type { Permission } from '../../contract/permissions.ts'
import { isScreenPath, type ScreenPath, screens } from '../../contract/screens.ts'
import { localEnglish } from '../../domain/local-english.ts'
import type { Session } from '../session/session-store.ts'
import type { MenuItem } from '../shell/shell-types.ts'
import { checkGuard, mayFollow } from './guards.ts'

type ClientSettings = ClientContext['clientSettings']
type Entry = {
  title: string
  route: ScreenPath
  /** Shown only to people with this permission. */
  action?: Permission
  /** Not shown to people with this permission, who reach the screen elsewhere. */
  unless?: Permission
}
/** A dropdown. Where the client has no dropdowns, one with a route is a link to it; otherwise its entries are listed. */
type Group = { title: string; route?: ScreenPath; children: readonly Entry[] }

const formsResources: Entry = { title: 'Forms/Resources', route: '/resources' }
const contact: Entry = { title: 'Contact', route: '/contact' }

/** The account pages: a group of the main menu, and the sub-navigation on each of them (§2.9). */
const accountEntries: readonly Entry[] = [
  { title: 'Account Details', route: '/account' },
  { title: 'Account Name', route: '/update-account' },
  { title: 'Primary Advisor', route: '/update-account/primary-advisor' },
  { title: 'Legacy Plan', route: '/update-account/legacy-plan' },
  { title: 'Account Documents', route: '/account-documents' },
  { title: 'Pending Documents', route: '/sign-pending-document' },
  // A page of the dashboard for those who have one.
  {
    title: 'Contribution Documents',
    route: '/super-user-dashboard/contributions',
    unless: 'SUPER_DASHBOARD_VIEW',
  },
]

/** The main menu (§2.3). An entry shows if its screen is built and the person may open it; a group, if it has an entry to show. */
const mainEntries: readonly (Entry | Group)[] = [
  { title: 'Home', route: '/' },
  { title: 'Fund Activity', route: '/fund-activity' },
  // People who may only read grants can open the screen, but a menu offers it only to those who may recommend.
  { title: 'Recommend a Grant', route: '/recommend-a-grant', action: 'GRANT_RECOMMEND' },
  {
    title: 'Manage Account',
    route: '/account',
    children: accountEntries,
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

/** Links beside the logo where the client's menu is a top bar (§2.3). The main menu omits them there. */
const topBarEntries: readonly Entry[] = [contact, formsResources]

/** The help popover (§2.3). */
const helpEntries: readonly Entry[] = [
  { title: 'Giving Guide', route: '/givingpoint' },
  { title: 'FAQ', route: '/faq' },
]

/** The profile menu (§2.3), above Log Out. */
const profileEntries: readonly Entry[] = [
  { title: 'Profile', route: '/my-profile' },
  { title: 'Update Password', route: '/my-profile/password' },
]

export type Menus = {
  main: readonly MenuItem[]
  topBar: readonly MenuItem[]
  help: readonly MenuItem[]
  profile: readonly MenuItem[]
  /** The sub-navigation of large screens (§2.2): what the menu does not show at once. */
  dashboard: readonly MenuItem[]
}

const noMenus: Menus = { main: [], topBar: [], help: [], profile: [], dashboard: [] }

/** All menus of the shell for this person and client. The entry of the current page is marked. */
export function menusFor(session: Session, clientSettings: ClientSettings, pathname: string): Menus {
  // No menus until the session is known, nor during a forced change of e-mail (§4).
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
    dashboard: [],
  }
  const besideMenu = dashboardPages(session, clientSettings).filter(
    ({ route }) =>
      dashboards.includes(pathname) &&
      ![...menus.main, ...menus.topBar].some(item => item.route === route && !item.children),
  )
  return markCurrent({ ...menus, dashboard: besideMenu }, pathname)
}

/** A dropdown needs two entries; a single one is shown as a plain link. */
function grouped(group: Group, children: MenuItem[], hasTopBar: boolean): MenuItem[] {
  const [first] = children
  if (first === undefined) return []
  if (children.length === 1 || (hasTopBar && group.route === undefined)) return children
  return [{ title: group.title, route: first.route, children }]
}

/** The screens with the sub-navigation of §2.2; staff’s has the rail. On others it would only stand above the work. */
const dashboards: readonly string[] = ['/', '/financial-advisor-dashboard'] satisfies ScreenPath[]

/** §2.2: only for people who may open an account. Its pages come from the client's configuration. */
function dashboardPages(session: Session, clientSettings: ClientSettings): MenuItem[] {
  const opening = { title: '', route: '/new-account-opening' } as const
  if (session.state !== 'signed-in' || linkTo(opening, session, clientSettings) === null) return []
  return clientSettings.dashboardSubNavigation
    .map(({ title, path }) =>
      isScreenPath(path) ? linkTo({ title, route: path }, session, clientSettings) : null,
    )
    .filter(item => item !== null)
}

const localTitle = (title: string, { locale }: ClientSettings) => localEnglish(title, locale)

/** Whether menus offer the entry to this person, if they may open it. */
function isOffered({ action, unless }: Entry, session: Session): boolean {
  const actions = session.state === 'signed-in' ? session.facts.actions : []
  return (!action || actions.includes(action)) && !(unless && actions.includes(unless))
}

/** A link to the screen, or to the document that the client has instead; null if the person may open neither. */
function linkTo(entry: Entry, session: Session, clientSettings: ClientSettings): MenuItem | null {
  const { title, route } = entry
  if (!isOffered(entry, session)) return null
  if (mayFollow(route, session, clientSettings)) return { title: localTitle(title, clientSettings), route }
  const decision = checkGuard(screens[route], session, clientSettings)
  if (typeof decision !== 'object') return null
  return { title, route: decision.elsewhere, external: true, target: '_blank' }
}

/** Marks the entry with the longest address that contains the page's: at `/update-account/legacy-plan` not `/update-account`. */
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

/** The account pages that this person may open at this client. */
export function accountPagesFor(session: Session, clientSettings: ClientSettings): readonly Entry[] {
  return accountEntries
    .filter(entry => isOffered(entry, session) && mayFollow(entry.route, session, clientSettings))
    .map(entry => ({ ...entry, title: localTitle(entry.title, clientSettings) }))
}
