import { Problem } from '../../../../contract/problems.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'

/**
 * For calls that rest on a cookie alone: they come from a page of this very origin. Browsers say so in Origin on
 * every POST; where a proxy took it away, Sec-Fetch-Site says it, which no page can forge either.
 */
export function requireSameOrigin({ request, origin }: BaseContext): void {
  const said = request.headers.origin
  if (said === undefined ? request.headers['sec-fetch-site'] !== 'same-origin' : said !== origin)
    throw new Problem('access-denied')
}
