/** An address as ISO 20022 wants it: at least town and country (structured addresses, from November 2026). */
type PostalAddress = { street: string | null; town: string; postcode: string | null }

const postcodes = [/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/, /^[A-Z]{2} \d{5}(?:-\d{4})?$/, /^\d{5}(?:-\d{4})?$/]

/**
 * The parts of an address that is written in lines or with commas, such as `12 Acorn Yard, London WC1X 0XX`: the last part is the postcode
 * or ends with it, and the town comes before it. Null if the town cannot be distinguished from a street.
 */
export function postalAddressOf(text: string): PostalAddress | null {
  const parts = text
    .split(/[\n,]/)
    .map(part => part.replaceAll(/\s+/g, ' ').trim())
    .filter(part => part !== '' && !/^(?:United Kingdom|UK|USA|United States)$/i.test(part))
  const last = parts.pop()
  if (last === undefined) return null
  const { rest, postcode } = withoutPostcode(last)
  const town = rest === '' ? parts.pop() : rest
  if (town === undefined || /^\d/.test(town) || (postcode === null && parts.length === 0)) return null
  return { street: parts.length === 0 ? null : parts.join(', '), town, postcode }
}

/** `London WC1X 0XX`: the words at the end that are a postcode, and the text before them. */
function withoutPostcode(text: string): { rest: string; postcode: string | null } {
  const words = text.split(' ')
  for (const count of [2, 1]) {
    const end = words.slice(-count).join(' ')
    if (words.length >= count && postcodes.some(pattern => pattern.test(end.toUpperCase())))
      return { rest: words.slice(0, -count).join(' '), postcode: end.toUpperCase() }
  }
  return { rest: text, postcode: null }
}
