/**
 * §5: `https://` is put before a website that has no protocol; empty stays empty (null). Anything but http(s) is no link
 * (open-points 9): `javascript:…` gives null.
 */
export function websiteLink(website: string | null): string | null {
  const text = website?.trim() ?? ''
  if (text === '') return null
  const hasProtocol = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
  const url = URL.parse(hasProtocol ? text : `https://${text.replace(/^\/+/, '')}`)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : null
}
