import { typedNumber } from './typed-number.ts'

/** `XX-ALM-100001`, the id of an organization that staff have vetted, from the usual spellings of it; undefined for any other text. */
export function parseVettedNumber(text: string): string | undefined {
  if (text.length > 40) return undefined
  const compact = typedNumber(text)
    .toUpperCase()
    .replaceAll(/[\s._-]/g, '')
  const digits = /^XXALM(\d{6,12})$/.exec(compact)?.[1]
  return digits === undefined ? undefined : `XX-ALM-${digits}`
}
