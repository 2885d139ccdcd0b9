const maxReturnToLength = 500
/** Pages of the login itself, and addresses that are no screens. */
const excludedPaths = /^\/(sso|sign-in|password-setup|forgot-user|api|oidc)(\/|\?|#|$)/

/** Returns the path to open after the login: `text` if it is a path of the portal, else `/`. Never another site's address. */
export function safeReturnTo(text: string | undefined): string {
  if (text === undefined || text.length > maxReturnToLength) return '/'
  // Browsers treat a backslash as a slash and remove tabs and line ends, so `/\evil.example` would be another site.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return '/'
  const base = 'http://portal.invalid'
  const url = URL.parse(text, base)
  if (url?.origin !== base || url.pathname.startsWith('//') || excludedPaths.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
