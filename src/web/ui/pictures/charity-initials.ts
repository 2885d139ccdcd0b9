/** Words that say little about which charity it is. */
const passedOver = new Set(['a', 'an', 'and', 'at', 'for', 'in', 'of', 'on', 'the', 'to'])

/** The first letters of the first two words that tell a charity from others: `RF` for “The Riverside Food Pantry”. */
export function charityInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.’']*/gu) ?? []
  const telling = words.filter(word => !passedOver.has(word.toLowerCase()))
  return (telling.length > 0 ? telling : words)
    .slice(0, 2)
    .flatMap(word => [...word.normalize('NFC')].slice(0, 1))
    .join('')
    .toUpperCase()
}
