/** The link of a website: adds `https://` where the protocol is missing (§5). Null for an empty one and for `javascript:…`. */
export function websiteLink(website: string | null): string | null {
  const text = website?.trim() ?? ''
  if (text === '') return null
  const hasProtocol = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const url = URL.parse(hasProtocol ? text : `https://${text.replace(/^\/+/, '')}`)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : null
}
