import { maxKeywordsLength } from '../../../contract/wire.ts'
import { nameKey, searchWords, stopWords } from './name-key.ts'
import { isOneErrorApart, minFuzzyLength } from './near-words.ts'
import { nameHash, spelledOutKey, wordKey } from './synonyms.ts'
import { parseUkNumber } from './uk-number.ts'
import { parseEin } from './us-number.ts'
import { parseVettedNumber } from './vetted-number.ts'

export type SearchTerms = {
  /** The ids of charities whose whole number was typed, in the form of org-id.guide. */
  charityIds: string[]
  /** The beginning of a number where at least five of its digits were typed. */
  idPrefix: string | null
  /** The text in the normalized form of names, with abbreviations spelled out. */
  key: string
  /** All words as typed, normalized. */
  typed: string[]
  /** The words to find, in the order typed. */
  words: string[]
  /** Whether the last word may be incomplete, because nothing was typed after it. */
  lastIsIncomplete: boolean
  /** The hashes of names that have just these words, or these without one to three at an end, which may be the town. */
  nameHashes: [whole: number, ...withoutTown: number[]]
}

const maxWords = 8
const maxTownWords = 3
const minStopWordBeginning = 4

/** The terms of a search; null where the text has fewer than two letters or digits. */
export function parseSearchTerms(keywords: string): SearchTerms | null {
  const text = keywords.slice(0, maxKeywordsLength).replaceAll(/\p{C}/gu, ' ').trim()
  const key = nameKey(text)
  if (key.length < 2) return null
  const ends = /[\p{L}\p{N}]$/u.test(keywords)
  return {
    charityIds: [parseEin(text), parseUkNumber(text)?.charityId, parseVettedNumber(text)].filter(
      id => id !== undefined,
    ),
    idPrefix: idPrefix(text),
    ...wordsOf(key.split(' '), ends),
  }
}

/** The terms of the same search with other words, such as one word split in two. */
export function withWords(terms: SearchTerms, typed: string[]): SearchTerms {
  return { ...terms, ...wordsOf(typed, terms.lastIsIncomplete) }
}

function wordsOf(typed: string[], lastMayBeIncomplete: boolean) {
  const last = typed.at(-1) ?? ''
  const isStopWord = lastMayBeIncomplete && typed.length > 1 && beginsStopWord(last)
  const words = [...new Set(searchWords((isStopWord ? typed.slice(0, -1) : typed).join(' ')))].slice(
    0,
    maxWords,
  )
  return {
    key: spelledOutKey(typed.join(' ')),
    typed,
    words,
    lastIsIncomplete: lastMayBeIncomplete && last === words.at(-1),
    nameHashes: nameHashes(words.map(wordKey)),
  }
}

/** Whether so much of CORPORATION or LIMITED was typed that hardly another word is meant. */
function beginsStopWord(word: string): boolean {
  return word.length >= minStopWordBeginning && [...stopWords].some(stopWord => stopWord.startsWith(word))
}

function nameHashes(keys: number[]): SearchTerms['nameHashes'] {
  const withoutTown = Array.from({ length: Math.min(maxTownWords, keys.length - 1) }, (_, index) => [
    nameHash(keys.slice(0, -1 - index)),
    nameHash(keys.slice(1 + index)),
  ])
  return [nameHash(keys), ...withoutTown.flat()]
}

/** Five to eight digits, with or without the hyphen of an EIN and the letters before it. */
function idPrefix(text: string): string | null {
  const digits = text.toUpperCase().replaceAll(/^(?:US-?)?(?:EIN)?[:\s-]*|[\s.‐‑‒–—-]/g, '')
  return /^\d{5,8}$/.test(digits) ? digits : null
}

/** Whether the fuzzy search may ignore a word: it is too short for a typing error, or a mistyped stop word. */
export function isOptional(word: string): boolean {
  if (word.length < minFuzzyLength) return true
  return [...stopWords].some(common => common.length > 1 && isOneErrorApart(word, common))
}
