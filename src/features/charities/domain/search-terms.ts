import { maxKeywordsLength } from '../../../contract/wire.ts'
import { nameKey, searchWords, stopWords } from './name-key.ts'
import { isOneErrorApart, minFuzzyLength } from './near-words.ts'
import { nameHash, spelledOutKey, wordKey } from './synonyms.ts'
import { typedNumber } from './typed-number.ts'
import { parseUkNumber } from './uk-number.ts'
import { parseEin } from './us-number.ts'
import { parseVettedNumber } from './vetted-number.ts'

export type SearchTerms = {
  /** The ids of charities whose number was typed, whole or as `incompleteNumbers` says, in the form of org-id.guide. */
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
    charityIds: [
      parseEin(text),
      parseUkNumber(text)?.charityId,
      parseVettedNumber(text),
      ...incompleteNumbers(text),
    ].filter(id => id !== undefined),
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

/** The digits of a number, with or without the hyphen of an EIN and the letters before it; null for any other text. */
function digitsOf(text: string): string | null {
  const digits = typedNumber(text)
    .toUpperCase()
    .replaceAll(/^(?:US-?)?(?:EIN)?[:\s-]*|[\s.-]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}

/** Five to eight digits. */
function idPrefix(text: string): string | null {
  const digits = digitsOf(text)
  return digits !== null && digits.length >= 5 && digits.length <= 8 ? digits : null
}

/**
 * What a number of digits may mean where its beginning is missing: an EIN without its leading zero, a Scottish number without SC, one of
 * Northern Ireland without NIC. Only a search may guess: where a number is taken as it is typed, a guess could pay another charity.
 */
function incompleteNumbers(text: string): string[] {
  const digits = digitsOf(text)
  if (digits === null) return []
  const guesses: [pattern: RegExp, charityId: string][] = [
    [/^[1-9]\d{7}$/, `US-EIN-0${digits}`],
    [/^\d{4,6}$/, `GB-SC-SC${digits.padStart(6, '0')}`],
    [/^1\d{5}$/, `GB-NIC-${digits}`],
  ]
  return guesses.flatMap(([pattern, charityId]) => (pattern.test(digits) ? [charityId] : []))
}

/** Whether the fuzzy search may ignore a word: it is too short for a typing error, or a mistyped stop word. */
export function isOptional(word: string): boolean {
  if (word.length < minFuzzyLength) return true
  return [...stopWords].some(common => common.length > 1 && isOneErrorApart(word, common))
}
