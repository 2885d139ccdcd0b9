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
] as const
export type ScreenPath = (typeof screenPaths)[number]

const patterns = screenPaths.map(path => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`))

/** Whether a screen answers at this path, which bears no search. */
export function isScreenPath(path: string): boolean {
  return patterns.some(pattern => pattern.test(path))
}
