/** The most cheques of a box, and the most that are recorded as spoiled at once. */
export const maxChequesOfBox = 10_000
export const maxSpoiledAtOnce = 500

/** The stock is low when fewer than these would be left after what waits for cheques now: a box takes days to be printed. */
const fewCheques = 100

export const isStockLow = ({ left, waiting }: { left: number; waiting: number }): boolean =>
  left < waiting + fewCheques

/** Numbers that follow each other: `1001` to `1012`. */
export type NumberRange = { first: string; last: string }

/** The ranges of numbers in ascending order. */
export function rangesOf(numbers: readonly bigint[]): NumberRange[] {
  const ranges: { first: bigint; last: bigint }[] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range && number === range.last + 1n) range.last = number
    else ranges.push({ first: number, last: number })
  }
  return ranges.map(({ first, last }) => ({ first: String(first), last: String(last) }))
}

/** The most ranges that a text names. */
const maxRangesNamed = 8

/** `1001 to 1012 and 1015`. */
export function describeRanges(ranges: readonly NumberRange[], locale: string): string {
  const parts = ranges
    .slice(0, maxRangesNamed)
    .map(({ first, last }) => (first === last ? first : `${first} to ${last}`))
  const others = ranges.length - parts.length
  if (others > 0) parts.push(`${others} more ${others === 1 ? 'range' : 'ranges'}`)
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}
