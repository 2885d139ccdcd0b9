import { filePattern, linkPattern } from '../../../contract/rich-text.ts'

/**
 * Whether managed text may lead there: an address that the tree of managed text allows (src/contract/rich-text.ts), less what
 * would only deceive: names before the host (`https://bank.example@elsewhere`), signs that turn the direction of text, and the
 * program's own calls.
 */
export function isAllowedLink(href: string): boolean {
  if (!linkPattern.test(href) || /[\p{Cc}\p{Cf}]/u.test(href)) return false
  if (href.startsWith('/')) return !isOwnCall(href)
  if (!/^https:/i.test(href)) return true
  const address = URL.parse(href)
  return address !== null && address.username === '' && address.password === ''
}

/** What is no page but a call of the program or its provider, whichever way it is written: `/faq/../api`, `/%61pi`. */
function isOwnCall(href: string): boolean {
  const path = URL.parse(href, 'https://portal.example')?.pathname ?? ''
  try {
    return /^\/+(api|oidc)(\/|$)/i.test(decodeURIComponent(path))
  } catch {
    return true
  }
}

/** Whether it is the address of one of the client's own pictures or documents. */
export const isFileAddress = (href: string) => filePattern.test(href)

/** `/files/{fileId}/{name}` → `{fileId}` */
export const fileIdOf = (href: string) => href.split('/')[2] ?? ''

/** Which of the client's files a text leads to, wherever in it: `name` is what the address ends with. */
export function filesNamedIn(text: string): { fileId: string; name: string }[] {
  const found = text.matchAll(/\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([\w.-]*)/g)
  return [...found].map(([, fileId = '', name = '']) => ({ fileId, name }))
}
