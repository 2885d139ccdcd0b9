/**
 * The normalized form by which the search compares names: upper case, no accents, no punctuation, `&` as AND, no
 * apostrophes (WOMEN'S and the IRS file's WOMEN S are WOMENS), single spaces. Empty where nothing is left.
 */
export function nameKey(text: string): string {
  return joinPossessives(plainWords(text))
}

function plainWords(text: string): string {
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

/** A lone S at the end stays: it may be the beginning of a word that is being typed. */
const joinPossessives = (key: string): string =>
  key.includes(' S ') ? key.replaceAll(/(?<=[^ ]{2}) S(?= (?!S ))/g, 'S') : key

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
