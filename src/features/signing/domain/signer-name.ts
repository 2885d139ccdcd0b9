/** Letters that are no letter with a mark in Unicode, as people without them on their keyboard spell them. */
const spellings: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const titles = /^(mr|mrs|ms|miss|mx|dr|prof|sir|dame|rev|hon|jr|sr|ii|iii|iv|esq|phd|md)$/u

/** The words of a name in lower case, without marks, apostrophes and titles. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[\p{M}'’‘ʼʻ`]/gu, '')
    .toLowerCase()
    .replaceAll(/[æœøßłđðþı]/gu, letter => spellings[letter] ?? letter)
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  const without = words.filter(word => !titles.test(word))
  return without.length === 0 ? words : without
}

const isInitialOf = (initial: string, word: string) => initial.length === 1 && word.startsWith(initial)

/** How many words have another word of the other name that they match, as a whole or as its initial; and how many as a whole. */
function countMatches(words: readonly string[], others: readonly string[]) {
  const left = [...others]
  // Whole words first, so that an initial does not take the place of one.
  const take = (words: readonly string[], isMatch: (word: string, other: string) => boolean) =>
    words.filter(word => {
      const index = left.findIndex(other => isMatch(word, other))
      if (index < 0) return true
      left.splice(index, 1)
      return false
    })
  const rest = take(words, (word, other) => word === other)
  const unmatched = take(rest, (word, other) => isInitialOf(word, other) || isInitialOf(other, word))
  return { matched: words.length - unmatched.length, whole: words.length - rest.length }
}

/**
 * Whether a typed name is the signer's: initials, missing or added middle names, the order, marks and titles do not matter. At least
 * one word is written out, and a first or last name is not missing.
 */
export function isNameOf(typed: string, name: string): boolean {
  const [words, known] = [wordsOf(typed), wordsOf(name)]
  // Names of East Asia are written with and without a space.
  if (words.join('') === known.join('')) return true
  const { matched, whole } = countMatches(words, known)
  if (whole === 0 || matched < Math.min(2, known.length)) return false
  return matched === words.length || matched === known.length
}

/** The question about a typed name that is not the signer's. */
export const otherNameQuestion = (typed: string, name: string): string =>
  `You typed ${typed}. Your name here is ${name}. Do you want to sign as ${typed}?`

/** A typed name, and that it is not the signer's. */
export const typedAs = ({ typedName, isTheirs }: { typedName: string; isTheirs: boolean }): string =>
  `“${typedName}”${isTheirs ? '' : ', which isn’t their name here'}`
