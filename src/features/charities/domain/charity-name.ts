/** Words that stay small inside a name. */
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
/** Words that people write in capitals, beyond those without a vowel. */
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
const shortForms = new Set(['inc', 'ltd', 'st', 'mt', 'dr', 'mr', 'mrs', 'jr', 'sr'])

/**
 * A register's name as people write it: the IRS prints capitals throughout, `FRIENDS OF ST MARKS LIBRARY INC` →
 * `Friends of St Marks Library Inc`. A name with small letters is left as it is. For the eye only: what was relied on
 * is kept as the register has it.
 */
export function charityName(registered: string): string {
  if (registered !== registered.toUpperCase()) return registered
  let isFirst = true
  return registered.toLowerCase().replaceAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu, word => {
    const written = inWords(word, isFirst)
    isFirst = false
    return written
  })
}

function inWords(word: string, isFirst: boolean): string {
  if (!isFirst && smallWords.has(word)) return word
  const isAbbreviation = !/[aeiouyà-ÿ\d]/.test(word) && word.length > 1 && word.length < 6
  if (capitals.has(word) || (isAbbreviation && !shortForms.has(word))) return word.toUpperCase()
  return word.charAt(0).toUpperCase() + word.slice(1)
}
