const longestReturnTo = 500
/** Places of the way to the sign-in itself, and addresses that are no screens. */
const noReturn = /^\/(sso|sign-in|password-setup|forgot-user|api|oidc)(\/|\?|#|$)/

/** Where to go after signing in: a path of the portal itself, else home. Never another site's address. */
export function safeReturnTo(text: string | undefined): string {
  if (text === undefined || text.length > longestReturnTo) return '/'
  // Browsers read a backslash as a slash, and drop tabs and line ends, so `/\evil.example` would be another site.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return '/'
  const base = 'http://portal.invalid'
  const url = URL.parse(text, base)
  if (url?.origin !== base || url.pathname.startsWith('//') || noReturn.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
