import { nameKey, unweightedWords, weightyWords } from './name-key.ts'
import { isOneErrorApart, shortestMistyped } from './near-words.ts'
import { parseUkNumber } from './uk-number.ts'
import { parseEin } from './us-number.ts'

export type SearchTerms = {
  /** The charities whose number was typed whole, in org-id.guide's form. */
  charityIds: string[]
  /** The beginning of a number, when five digits or more of one were typed. */
  idPrefix: string | null
  /** What was typed, as names are compared. */
  key: string
  /** The words that a charity must have, in the order typed; the last may still be being typed. */
  words: string[]
  /** Whether the last of the words is the last thing typed, so that it may be the beginning of a word. */
  lastIsOpen: boolean
}

const longestKeywords = 200
const mostWords = 8

/** What a search asks for; null when there is nothing to search by: no letter or digit, or a single one. */
export function parseSearchTerms(keywords: string): SearchTerms | null {
  const text = keywords.slice(0, longestKeywords).replaceAll(/\p{C}/gu, ' ').trim()
  const key = nameKey(text)
  if (key.length < 2) return null
  const typed = key.split(' ')
  const words = [...new Set(weightyWords(key))].slice(0, mostWords)
  return {
    charityIds: [parseEin(text), parseUkNumber(text)?.charityId].filter(id => id !== undefined),
    idPrefix: idPrefix(text),
    key,
    words,
    lastIsOpen: /[\p{L}\p{N}]$/u.test(keywords) && typed.at(-1) === words.at(-1),
  }
}

function idPrefix(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{5,8}$/.test(digits) ? digits : null
}

/**
 * Whether a word may be missing when nothing has all the words: too short for a typing error to be told from another
 * word, or a mistyped "the", "of" or "incorporated", which no name is found by.
 */
export function mayBeMissing(word: string): boolean {
  if (word.length < shortestMistyped) return true
  return [...unweightedWords].some(common => common.length > 1 && isOneErrorApart(word, common))
}
