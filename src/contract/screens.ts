import type { ClientContext } from './client-context.contract.ts'
import type { ContentPlace } from './content-kinds.ts'
import type { Permission, Scope } from './permissions.ts'
import { staffScreens } from './staff-screens.ts'

/** The client settings that decide which screens a client has and who may open them. */
export type ScreenSettings = Pick<
  ClientContext['clientSettings'],
  | 'kind'
  | 'opening'
  | 'profileUpdates'
  | 'legacyPlanShown'
  | 'signsInByPassword'
  | 'resourcesFor'
  | 'givingGuide'
>

/**
 * Who may open a screen (§2.1, §14). The server checks permissions again at each call; the guard only spares people a
 * screen that would show nothing.
 */
export type ScreenAccess =
  /** Part of logging in: open even to people who must change their e-mail first. */
  | 'always'
  | 'anyone'
  /** Anyone with a session, also during a forced change of e-mail. */
  | 'session'
  | 'signed-in'
  /** Visitors, and people who log in for something other than an account (§6). */
  | 'without-api-access'
  | { scope: Scope; action?: Permission }
  /** Those who hold it, or one of several. */
  | { action: Permission | readonly Permission[] }

export type Guard = {
  access: ScreenAccess | ((settings: ScreenSettings) => ScreenAccess)
  /** The address of a document or site that a client has in place of the screen; null: it has the screen. */
  elsewhere?: (settings: ScreenSettings) => string | null
}

export type Screen = Guard & {
  title: string
  /** Whether a client has the screen at all; absent: every client has it. */
  existsIf?: (
    settings: Pick<ScreenSettings, 'profileUpdates' | 'signsInByPassword' | 'legacyPlanShown'>,
  ) => boolean
  /** Staff screens are about many accounts, so the balance of the current account would mislead there. */
  hidesAccount?: true
  /** The rail of the staff's pages stands beside it. */
  isOfStaff?: true
  /** A mailed link opens it; without one there is nothing to show, neither to people nor to search engines. */
  opensByLink?: true
  /** The account bar shows the available balance as the largest figure of the screen; elsewhere it is one row. */
  isAboutBalance?: true
  /** The promo strip under the screen (§2.5): who sees it, and its promo-card id where that is not the default. */
  promo?: { to: 'signed-in' | 'anyone'; cardId?: string }
  /** Managed content of the screen. It is fetched together with the screen's code. */
  content?: ContentPlace
  /** What the address names by its id. If it does not exist, the screen says so instead of showing the page of §2.12. */
  about?:
    | 'case'
    | 'month'
    | 'finding'
    | 'change'
    | 'fund'
    | 'payment run'
    | 'batch'
    | 'entry'
    | 'charity'
    | 'grant'
    | 'schedule'
    | 'basket'
    | 'person'
    | 'document'
    | 'application'
}

const resourcesAccess: Record<ScreenSettings['resourcesFor'], ScreenAccess> = {
  everyone: 'anyone',
  'signed-in': 'signed-in',
  permission: { action: 'RESOURCES_VIEW' },
}

/** §2.3: clients other than banks may open accounts by PDF; a bank always has the form. */
const openingPdf: Guard['elsewhere'] = settings =>
  settings.kind !== 'bank' && settings.opening.kind === 'pdf' ? settings.opening.href : null

const passwordScreen = {
  access: 'without-api-access',
  existsIf: ({ signsInByPassword }: { signsInByPassword: boolean }) => signsInByPassword,
} as const

/**
 * The route table of §2.1: the one place that names an address. `$name` stands for a part that varies. Links
 * (src/web/routing/), menus, guards, components (src/app/web/screens.ts) and the addresses that the server answers
 * with status 200 are derived from it.
 */
export const screens = {
  '/': {
    title: 'Home',
    access: 'anyone',
    isAboutBalance: true,
    promo: { to: 'signed-in' },
    content: 'home',
  },
  '/403': { title: 'Permission Denied', access: 'anyone' },
  '/sign-in': { title: 'Log In', access: 'always' },
  '/sso': { title: 'Logging in...', access: 'always' },
  '/fund-activity': {
    title: 'Fund Activity',
    access: { scope: 'api_access', action: 'FUND_ACTIVITY_VIEW' },
    isAboutBalance: true,
  },
  '/grant-activity/$charityId': {
    title: 'Grant Charity Activity',
    access: { scope: 'api_access', action: 'FUND_AC_DETAIL_VIEW' },
    about: 'charity',
  },
  '/recommend-a-grant': {
    title: 'Recommend a Grant',
    access: { action: 'GRANT_VIEW' },
    promo: { to: 'signed-in' },
    about: 'grant',
  },
  '/grants': { title: 'Grants', access: { action: 'GRANT_VIEW' } },
  '/grants/schedules': { title: 'Schedules', access: { action: 'GRANT_VIEW' } },
  '/grants/schedules/$scheduleId': { title: 'Schedule', access: { action: 'GRANT_VIEW' }, about: 'schedule' },
  '/grants/baskets/$basketId': { title: 'Basket', access: { action: 'GRANT_RECOMMEND' }, about: 'basket' },
  '/grants/upload': { title: 'Upload Grants', access: { action: 'GRANT_RECOMMEND' } },
  '/charity-list': { title: 'Charity List', access: { action: 'GRANT_VIEW' } },
  '/charity-list/propose': { title: 'Suggest a Charity', access: { action: 'CHARITY_PROPOSE' } },
  '/grants/$grantId': { title: 'Grant', access: { action: 'GRANT_VIEW' }, about: 'grant' },
  '/contributions': { title: 'Contributions', access: { action: 'FUND_CONTRIBUTION_VIEW' } },
  '/contributions/contribute': { title: 'Contribute', access: { action: 'CONTRIBUTION_ANNOUNCE' } },
  ...staffScreens,
  '/my-profile': { title: 'Profile', access: 'signed-in', hidesAccount: true },
  '/my-profile/notices': { title: 'Notices', access: 'signed-in', hidesAccount: true },
  '/my-profile/security': { title: 'Security', access: 'signed-in', hidesAccount: true },
  '/my-profile/accounts': { title: 'Who Sees Your Details', access: 'signed-in', hidesAccount: true },
  '/my-profile/email': { title: 'Change E-mail', access: 'session', hidesAccount: true },
  '/my-profile/password': {
    title: 'Update Password',
    access: 'signed-in',
    hidesAccount: true,
    // §2.3 hides Update Password where the client disables profile updates; the address follows the same setting.
    existsIf: settings => settings.profileUpdates && settings.signsInByPassword,
  },
  // A client whose people all log in at another provider stores no passwords.
  '/password-setup': { title: 'Reset or Create Password', ...passwordScreen },
  '/forgot-user': { title: 'Forgot User ID', ...passwordScreen },
  '/year-end-deadlines': {
    title: 'Giving Season',
    access: 'anyone',
    // §2.11: 'Giving Resources' and its promotions are part of the screen.
    promo: { to: 'anyone', cardId: 'giving-season' },
  },
  '/resources': {
    title: 'Forms/Resources',
    access: settings => resourcesAccess[settings.resourcesFor],
    promo: { to: 'anyone' },
  },
  '/contact': { title: 'Contact', access: 'anyone', promo: { to: 'anyone' }, content: 'contact' },
  '/faq': { title: 'Frequently Asked Questions', access: 'anyone' },
  '/givingpoint': {
    title: 'Giving guide',
    access: 'anyone',
    elsewhere: settings => (settings.givingGuide.kind === 'link' ? settings.givingGuide.href : null),
  },
  '/terms': { title: 'Terms and Privacy', access: 'anyone' },
  '/content': { title: 'Content editors', access: { scope: 'cms_access' }, hidesAccount: true },
  '/content/new': { title: 'New item', access: { scope: 'cms_access' }, hidesAccount: true },
  '/content/files': { title: 'Pictures and documents', access: { scope: 'cms_access' }, hidesAccount: true },
  '/content/$kind/$name': { title: 'Edit an item', access: { scope: 'cms_access' }, hidesAccount: true },
  '/content/$kind/$name/versions': { title: 'Versions', access: { scope: 'cms_access' }, hidesAccount: true },

  // A mailed address leads through it to a screen of the account, whichever account is the current one.
  '/accounts/$fundId': { title: 'Open Account', access: 'signed-in', hidesAccount: true },
  '/account': {
    title: 'Account Details',
    access: { scope: 'api_access', action: 'ACCOUNT_DETAIL_VIEW' },
  },
  '/relationships/$relationshipId': {
    title: 'Relationship',
    access: { scope: 'api_access', action: 'ACCOUNT_RELATIONSHIP_VIEW' },
    about: 'person',
  },
  '/account-documents': {
    title: 'Account Documents',
    access: { action: 'ACCOUNT_DETAIL_VIEW' },
  },
  '/update-account': {
    title: 'Update Account: Account Name',
    access: { scope: 'api_access', action: 'ACCOUNT_UPDATE_VIEW' },
  },
  '/update-account/primary-advisor': {
    title: 'Update Account: Primary Advisor',
    access: { scope: 'api_access', action: 'ACCOUNT_DPA_VIEW' },
  },
  '/update-account/legacy-plan': {
    title: 'Update Account: Legacy Plan',
    access: { scope: 'api_access', action: 'ACCOUNT_LEGACY_PLAN_VIEW' },
    existsIf: ({ legacyPlanShown }) => legacyPlanShown,
  },
  '/sign-pending-document': { title: 'Pending Documents', access: { scope: 'api_access' } },
  '/sign/$envelopeId': { title: 'Sign Document', access: 'signed-in', about: 'document' },
  '/new-account-opening': {
    title: 'Open a New Account',
    access: { action: 'ACCOUNT_CREATE_VIEW' },
    elsewhere: openingPdf,
    hidesAccount: true,
  },
  '/new-account-opening/confirm': {
    title: 'Sign an Application',
    access: 'anyone',
    hidesAccount: true,
    opensByLink: true,
  },
  '/successor': { title: 'Your Share', access: 'anyone', hidesAccount: true, opensByLink: true },
  '/new-account-opening/$step': { title: 'Open a New Account', access: 'signed-in', hidesAccount: true },
  '/financial-advisor-dashboard': {
    title: 'Advisor dashboard',
    access: { action: 'ADVISOR_DASHBOARD_VIEW' },
    hidesAccount: true,
    promo: { to: 'signed-in' },
  },
  '/financial-advisor-dashboard/report': {
    title: 'Activity Report',
    access: { action: 'ADVISOR_DASHBOARD_VIEW' },
    hidesAccount: true,
  },
} as const satisfies Record<string, Screen>

export type ScreenPath = keyof typeof screens

export const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(screens, path)

/** Every address with its row. */
export const screenRows: readonly (readonly [ScreenPath, Screen])[] = Object.entries<Screen>(screens).flatMap(
  ([path, screen]) => (isScreenPath(path) ? [[path, screen] as const] : []),
)

export const screenPaths: readonly ScreenPath[] = screenRows.map(([path]) => path)

/** Whether the client has the screen. One that a client setting removes is treated as unknown (§15). */
export function hasScreen(path: ScreenPath, settings: ScreenSettings): boolean {
  const screen: Screen = screens[path]
  return screen.existsIf?.(settings) ?? true
}

const patterns = screenRows.map(([path]) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`),
}))

/** The client's screen at this path (without its search part); null: none. */
export function screenPathOf(path: string, settings: ScreenSettings): ScreenPath | null {
  return patterns.find(row => row.pattern.test(path) && hasScreen(row.path, settings))?.path ?? null
}
