import { Problem } from '../../contract/problems.ts'
import type { BaseContext } from './request-context.ts'

/**
 * Throws `access-denied` unless the request comes from a page of this origin. For calls that rely on a cookie alone. Browsers
 * send Origin with every POST; if a proxy removed it, Sec-Fetch-Site decides, which a page cannot forge either.
 */
export function requireSameOrigin({ request, origin }: BaseContext): void {
  const sentOrigin = request.headers.origin
  if (sentOrigin === undefined ? request.headers['sec-fetch-site'] !== 'same-origin' : sentOrigin !== origin)
    throw new Problem('access-denied')
}
