/**
 * The addresses of the portal's screens (§2.1), `$name` for a part that varies. The browser has a screen for each; the
 * server answers any other address with §2.12's page and status 404.
 */
export const screenPaths = [
  '/',
  '/403',
  '/sign-in',
  '/sso',
  '/fund-activity',
  '/grant-activity/$charityId',
  '/recommend-a-grant',
  '/grants/$grantId',
  '/super-user-dashboard',
  '/super-user-dashboard/grants/$grantId',
  '/super-user-dashboard/audit',
  '/my-profile',
  '/my-profile/email',
  '/my-profile/password',
  '/password-setup',
  '/forgot-user',
  '/year-end-deadlines',
  '/resources',
  '/contact',
  '/faq',
  '/givingpoint',
  '/terms',
  '/content',
  '/content/new',
  '/content/files',
  '/content/$kind/$name',
  '/content/$kind/$name/versions',
] as const
export type ScreenPath = (typeof screenPaths)[number]

/**
 * Addresses of the specification whose screens are not built yet: their guards stand, and whoever passes them finds
 * §2.12's page. Who builds one moves it up.
 */
export const laterScreenPaths = [
  '/account',
  '/account-documents',
  '/update-account',
  '/update-account/primary-advisor',
  '/update-account/legacy-plan',
  '/sign-pending-document',
  '/new-account-opening',
  '/financial-advisor-dashboard',
] as const
export type LaterScreenPath = (typeof laterScreenPaths)[number]

/** What of a client's configuration decides whether it has a screen at all. */
export type ScreenSettings = {
  kind: 'trust' | 'bank'
  opening: { kind: 'form' } | { kind: 'pdf'; href: string }
  profileUpdates: boolean
  signsInByPassword: boolean
}

/** §2.3: at clients that are no bank, opening an account may be a PDF instead; a bank's is always the form. */
export function openingPdf(clientSettings: Pick<ScreenSettings, 'kind' | 'opening'>): string | null {
  return clientSettings.kind !== 'bank' && clientSettings.opening.kind === 'pdf'
    ? clientSettings.opening.href
    : null
}

const onlyWhere: { readonly [path: string]: ((client: ScreenSettings) => boolean) | undefined } = {
  // §2.3 hides Update Password where the client disables profile updates; typed in, the address obeys the same switch.
  '/my-profile/password': client => client.profileUpdates && client.signsInByPassword,
  // A client whose people all sign in elsewhere keeps no passwords.
  '/password-setup': client => client.signsInByPassword,
  '/forgot-user': client => client.signsInByPassword,
}

/** Whether the client has the screen: one that a switch takes away is as one that does not exist (open-points 2). */
export function hasScreen(path: string, client: ScreenSettings): boolean {
  return onlyWhere[path]?.(client) ?? true
}

/** Whether something answers there: a screen, or, before it is built, the document that the client has in its place. */
function isThere(path: ScreenPath | LaterScreenPath, client: ScreenSettings): boolean {
  if (path === '/new-account-opening') return openingPdf(client) !== null
  return !isLater(path) && hasScreen(path, client)
}

const isLater = (path: string) => laterScreenPaths.some(later => later === path)

const patterns = [...screenPaths, ...laterScreenPaths].map(path => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`),
}))

/** Which screen of the client answers at this path, which bears no search; null: none. */
export function screenPathOf(path: string, client: ScreenSettings): ScreenPath | LaterScreenPath | null {
  return patterns.find(each => each.pattern.test(path) && isThere(each.path, client))?.path ?? null
}
