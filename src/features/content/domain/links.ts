import { filePattern, linkPattern } from '../../../contract/rich-text.ts'
import { uuidPattern } from '../../../domain/uuid.ts'

/**
 * Whether managed text may link there: an address that rich text allows (src/contract/rich-text.ts), except for user info
 * (`https://bank.example@elsewhere`), bidirectional control characters and the portal's own API.
 */
export function isAllowedLink(href: string): boolean {
  if (!linkPattern.test(href) || /[\p{Cc}\p{Cf}]/u.test(href)) return false
  if (href.startsWith('/')) return !isOwnCall(href)
  if (!/^https:/i.test(href)) return true
  const address = URL.parse(href)
  return address !== null && address.username === '' && address.password === ''
}

/** Whether it is an endpoint instead of a page, also if disguised: `/faq/../api`, `/%61pi`. */
function isOwnCall(href: string): boolean {
  const path = URL.parse(href, 'https://portal.example')?.pathname ?? ''
  try {
    return /^\/+(api|oidc)(\/|$)/i.test(decodeURIComponent(path))
  } catch {
    return true
  }
}

/** Whether it is the address of a client's picture or document. */
export const isFileAddress = (href: string) => filePattern.test(href)

/** All client files that a text links to. `name`: the last part of the address. */
export function filesNamedIn(text: string): { fileId: string; name: string }[] {
  const found = text.matchAll(new RegExp(`/files/(${uuidPattern})/([\\w.-]*)`, 'g'))
  return [...found].map(([, fileId = '', name = '']) => ({ fileId, name }))
}
