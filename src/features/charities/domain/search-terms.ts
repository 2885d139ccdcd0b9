import { nameKey, searchWords, stopWords } from './name-key.ts'
import { isOneErrorApart, minFuzzyLength } from './near-words.ts'
import { parseUkNumber } from './uk-number.ts'
import { parseEin } from './us-number.ts'

export type SearchTerms = {
  /** The ids of charities whose whole number was typed, in the form of org-id.guide. */
  charityIds: string[]
  /** The beginning of a number where at least five of its digits were typed. */
  idPrefix: string | null
  /** The text in the normalized form of names. */
  key: string
  /** The words to find, in the order typed. */
  words: string[]
  /** Whether the last word may be incomplete, because nothing was typed after it. */
  lastIsIncomplete: boolean
}

const maxKeywordsLength = 200
const maxWords = 8

/** The terms of a search; null where the text has fewer than two letters or digits. */
export function parseSearchTerms(keywords: string): SearchTerms | null {
  const text = keywords.slice(0, maxKeywordsLength).replaceAll(/\p{C}/gu, ' ').trim()
  const key = nameKey(text)
  if (key.length < 2) return null
  const typed = key.split(' ')
  const words = [...new Set(searchWords(key))].slice(0, maxWords)
  return {
    charityIds: [parseEin(text), parseUkNumber(text)?.charityId].filter(id => id !== undefined),
    idPrefix: idPrefix(text),
    key,
    words,
    lastIsIncomplete: /[\p{L}\p{N}]$/u.test(keywords) && typed.at(-1) === words.at(-1),
  }
}

function idPrefix(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{5,8}$/.test(digits) ? digits : null
}

/** Whether the fuzzy search may ignore a word: it is too short for a typing error, or a mistyped stop word. */
export function isOptional(word: string): boolean {
  if (word.length < minFuzzyLength) return true
  return [...stopWords].some(common => common.length > 1 && isOneErrorApart(word, common))
}
