/** The result of the signing in the return address. It is not trustworthy. */
export type SigningEvent = 'signed' | 'declined'

/**
 * The path to which a signer returns, with the event in `?event=`. Only a path of this site: anything else in the address of the
 * screen is ignored, so that it cannot redirect to another site.
 */
export function returnPath(returnTo: string | undefined, event: SigningEvent): string | null {
  if (returnTo === undefined) return null
  // The host is never used; it only shows whether the text leaves it.
  const here = 'https://portal.invalid'
  const address = URL.canParse(returnTo, here) ? new URL(returnTo, here) : null
  if (!returnTo.startsWith('/') || address?.origin !== here) return null
  address.searchParams.set('event', event)
  return `${address.pathname}${address.search}`
}
