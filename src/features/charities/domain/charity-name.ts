/** Words that are not capitalized inside a name. */
const smallWords = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'de',
  'for',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
])
/** Words in capitals, in addition to those without a vowel. */
const capitals = new Set([
  'aids',
  'asme',
  'ii',
  'iii',
  'iv',
  'po',
  'vi',
  'uk',
  'us',
  'usa',
  'ymca',
  'ywca',
  'unicef',
  'aarp',
])
export const shortForms = new Set(['inc', 'ltd', 'st', 'mt', 'dr', 'mr', 'mrs', 'jr', 'sr'])
/**
 * Formats a register's name for people: the IRS file is all capitals, `FRIENDS OF ST MARKS LIBRARY INC` →
 * `Friends of St Marks Library Inc`. A name with lower-case letters is returned as it is. For display only: evidence stores
 * the register's spelling.
 */
export const charityName = (registered: string): string => inMixedCase(registered, shortForms)

/** The same with other words that are short forms and no initials. */
export function inMixedCase(registered: string, short: ReadonlySet<string>): string {
  if (registered !== registered.toUpperCase()) return registered
  let isFirst = true
  return registered.toLowerCase().replaceAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu, word => {
    const written = capitalize(word, { isFirst, short })
    isFirst = false
    return written
  })
}

function capitalize(
  word: string,
  { isFirst, short }: { isFirst: boolean; short: ReadonlySet<string> },
): string {
  if (!isFirst && smallWords.has(word)) return word
  const isAbbreviation = !/[aeiouyà-ÿ\d]/.test(word) && word.length > 1 && word.length < 6
  if (capitals.has(word) || (isAbbreviation && !short.has(word))) return word.toUpperCase()
  return word.charAt(0).toUpperCase() + word.slice(1)
}
