const hasProtocol = (text: string) => /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)

/** A website as somebody types it, with `https://` where the protocol is missing (§5). */
export const withProtocol = (typed: string): string =>
  typed === '' || hasProtocol(typed) ? typed : `https://${typed.replace(/^\/+/, '')}`

/** The link of a website: adds `https://` where the protocol is missing (§5). Null for an empty one and for `javascript:…`. */
export function websiteLink(website: string | null): string | null {
  const text = website?.trim() ?? ''
  if (text === '') return null
  const url = URL.parse(withProtocol(text))
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : null
}
