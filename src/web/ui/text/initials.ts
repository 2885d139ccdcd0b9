/** The first letters of the first and the last word of a name: `EW`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(word => /^[\p{L}\p{N}]/u.test(word))
  const [first] = words
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last]
    .flatMap(word => (word === undefined ? [] : [...word.normalize('NFC')].slice(0, 1)))
    .join('')
    .toLocaleUpperCase()
}
