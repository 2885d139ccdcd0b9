/**
 * The normalized form by which the search compares names: upper case, no accents, no punctuation, `&` as AND, no
 * apostrophes (WOMEN'S is WOMENS), single spaces. Empty where nothing is left.
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

/** Stop words: too common in names, or too often left out, to search by. */
export const stopWords: ReadonlySet<string> = new Set(
  'A AN AND AT BY CO CORP CORPORATION FOR IN INC INCORPORATED LIMITED LLC LTD OF ON THE TO'.split(' '),
)

/** Longer words are cut to this many characters. */
export const maxWordLength = 32

/** The words of a key without stop words, each cut to `maxWordLength`; repeated words stay. */
export function searchWords(key: string): string[] {
  const words: string[] = []
  for (const word of key.split(' ')) {
    if (word !== '' && !stopWords.has(word))
      words.push(word.length > maxWordLength ? word.slice(0, maxWordLength) : word)
  }
  return words
}
