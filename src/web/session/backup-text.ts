/** JSON with amounts: a bigint becomes `{ "$bigint": "100" }`. */
export const toText = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? { $bigint: each.toString() } : each,
  )

/** Reads what `toText` wrote. Throws for anything else. */
export const fromText = (text: string): unknown =>
  JSON.parse(text, (_key, each: unknown) => (isBigInt(each) ? BigInt(each.$bigint) : each))

const isBigInt = (value: unknown): value is { $bigint: string } =>
  typeof value === 'object' && value !== null && '$bigint' in value && typeof value.$bigint === 'string'

/** Whether a value is text, a number, a choice, an amount, or made of such: no file, and nothing with behaviour of its own. */
export function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object') return false
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}
