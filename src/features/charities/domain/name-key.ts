/**
 * Names as the search compares them: upper case, no accents, no punctuation, `&` as AND, apostrophes closed up
 * (WOMEN'S is WOMENS), one space between words. Empty when nothing is left.
 */
export function nameKey(text: string): string {
  if (plainKey.test(text)) return text
  if (ascii.test(text)) {
    return text
      .toUpperCase()
      .replaceAll(/['`]/g, '')
      .replaceAll('&', ' AND ')
      .replaceAll(/[^A-Z0-9]+/g, ' ')
      .trim()
  }
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`´]/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll(notWord, ' ')
    .trim()
}

const plainKey = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/
const ascii = /^[\x20-\x7e]*$/
const notWord = /[^\p{L}\p{N}]+/gu

/** Words that so many names contain, or that people so often leave out, that no search hangs on them. */
export const unweightedWords: ReadonlySet<string> = new Set(
  'A AN AND AT BY CO CORP CORPORATION FOR IN INC INCORPORATED LIMITED LLC LTD OF ON THE TO'.split(' '),
)

/** Of a longer word only so many characters count. */
export const longestWord = 32

/** The words of a key that the search hangs on, each cut at 32 characters; a word that stands twice comes twice. */
export function weightyWords(key: string): string[] {
  const words: string[] = []
  for (const word of key.split(' ')) {
    if (word !== '' && !unweightedWords.has(word))
      words.push(word.length > longestWord ? word.slice(0, longestWord) : word)
  }
  return words
}
