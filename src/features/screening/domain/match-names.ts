import { compareWords, type WeightedWord, type WordPair } from './compare-words.ts'
import { givenNameFirst, isParticle, type NameKind, nameWords } from './name-words.ts'
import { addTo, type SimilarWord, similarWordFinder } from './similar-words.ts'
import { soundedWord } from './word-similarity.ts'

/** Stored with each finding. It changes with every change of a score. */
export const matcherVersion = 2

/** From this score on a name is a finding. `npm run bench screening` measures what it finds and what it wrongly finds. */
export const defaultThreshold = 0.87

export type ListedName = {
  /** The entry to which the name belongs. */
  entry: string
  name: string
  kind: NameKind | 'unknown'
  /** An alias that the list itself calls weak. */
  isWeak: boolean
  birthYears: readonly number[]
  countries: readonly string[]
}

/** A name to screen. `kind`: `either` compares with people and organizations, for the payee of a check. */
export type ScreenedName = {
  name: string
  kind: NameKind | 'either'
  birthYear?: number
  country?: string
}

/** How the score came about, for the people who decide. */
export type Working = {
  pairs: WordPair[]
  ourUnmatched: string[]
  listedUnmatched: string[]
  /** What was added to the score or taken from it, with the reason. */
  adjustments: { reason: 'birth-year' | 'other-birth-year' | 'country' | 'weak-alias'; by: number }[]
}

export type NameMatch = { listed: ListedName; score: number; working: Working }

type IndexedName = { listed: ListedName; words: readonly WeightedWord[]; weight: number }

/** How many of the names that a sponsor knows have a word, from 0 to 1: words such as “church” tell little. */
export type WordShare = (word: string) => number

/** The share of a name's weight that has to be found on each side before the other side can make up for the rest. */
const minCover = 0.55
const maxMatches = 20
const maxWords = 24

export type NameMatcher = (screened: ScreenedName, threshold: number) => NameMatch[]

/** Prepares the names of lists for matching. The result answers in under a millisecond for most names. */
export function nameMatcher(listed: readonly ListedName[], shareOf: WordShare): NameMatcher {
  const prepared = listed.map(each => ({
    listed: each,
    words: nameWords(
      each.kind === 'person' ? givenNameFirst(each.name) : each.name,
      each.kind === 'person' ? 'person' : 'organization',
    ).slice(0, maxWords),
  }))
  const namesOfWord = new Map<string, number[]>()
  const namesOfJoined = new Map<string, number[]>()
  prepared.forEach(({ words }, at) => {
    for (const word of new Set(words)) addTo(namesOfWord, word, at)
    for (const joined of new Set(joinedWords(words))) addTo(namesOfJoined, soundedWord(joined).consonants, at)
  })
  const weightOf = wordWeights(namesOfWord, prepared.length, shareOf)
  const names: IndexedName[] = prepared.map(({ listed: each, words }) => withWeights(each, words, weightOf))
  const vocabulary = [...namesOfWord.keys()]
  const find = similarWordFinder(vocabulary)
  const namesOfSimilar = ({ at }: SimilarWord) => namesOfWord.get(vocabulary[at] ?? '') ?? []

  function candidates(words: readonly WeightedWord[], weight: number): Set<number> {
    const found = new Set<number>()
    let rest = weight
    // Rare words first. What matches in the rest alone cannot reach the threshold.
    for (const { word, weight: own } of words.toSorted((one, other) => other.weight - one.weight)) {
      if (rest < weight * minCover) break
      for (const similar of find(word)) for (const name of namesOfSimilar(similar)) found.add(name)
      for (const name of namesOfJoined.get(soundedWord(word).consonants) ?? []) found.add(name)
      rest -= own
    }
    for (const joined of joinedWords(words.map(({ word }) => word)))
      for (const similar of find(joined)) for (const name of namesOfSimilar(similar)) found.add(name)
    return found
  }

  return (screened, threshold) => {
    const kind = screened.kind === 'person' ? 'person' : 'organization'
    const own = nameWords(kind === 'person' ? givenNameFirst(screened.name) : screened.name, kind)
    const words = own.slice(0, maxWords).map(word => ({ word, weight: weightOf(word) }))
    const weight = sumOf(words)
    const matches: NameMatch[] = []
    for (const at of candidates(words, weight)) {
      const name = names[at]
      if (name === undefined || !isCompared(screened.kind, name.listed.kind)) continue
      const match = scored(screened, { words, weight }, name, find, vocabulary)
      if (match.score >= threshold) matches.push(match)
    }
    return bestOfEachEntry(matches)
  }
}

const isCompared = (ours: ScreenedName['kind'], listed: ListedName['kind']): boolean =>
  ours === 'either' || listed === 'unknown' || ours === listed

const sumOf = (words: readonly WeightedWord[]): number => words.reduce((sum, { weight }) => sum + weight, 0)

const joinedWords = (words: readonly string[]): string[] =>
  words.slice(1).map((word, index) => `${words[index]}${word}`)

function withWeights(
  listed: ListedName,
  words: readonly string[],
  weightOf: (word: string) => number,
): IndexedName {
  const weighted = words.map(word => ({ word, weight: weightOf(word) }))
  return { listed, words: weighted, weight: sumOf(weighted) }
}

const particleWeight = 0.5
const initialWeight = 1

/** The rarer a word is, on the lists and among the names that a sponsor knows, the more it weighs (inverse document frequency). */
function wordWeights(namesOfWord: ReadonlyMap<string, readonly number[]>, count: number, shareOf: WordShare) {
  return (word: string): number => {
    if (isParticle(word)) return particleWeight
    if (word.length === 1) return initialWeight
    const share = Math.max((namesOfWord.get(word)?.length ?? 0) / Math.max(count, 1_000), shareOf(word))
    return Math.min(8, Math.max(1, -Math.log(share + 1 / 4_000)))
  }
}

/** What the evidence beside the name adds to a score or takes from it. */
const adjustmentOf = {
  'birth-year': 0.05,
  'other-birth-year': -0.1,
  country: 0.02,
  'weak-alias': -0.05,
} as const

function adjustmentsFor(screened: ScreenedName, listed: ListedName): Working['adjustments'] {
  const reasons: (keyof typeof adjustmentOf)[] = []
  const { birthYear, country } = screened
  if (birthYear !== undefined && listed.birthYears.length > 0)
    reasons.push(
      listed.birthYears.some(year => Math.abs(year - birthYear) <= 1) ? 'birth-year' : 'other-birth-year',
    )
  if (country !== undefined && listed.countries.some(each => each.toLowerCase() === country.toLowerCase()))
    reasons.push('country')
  if (listed.isWeak) reasons.push('weak-alias')
  return reasons.map(reason => ({ reason, by: adjustmentOf[reason] }))
}

function scored(
  screened: ScreenedName,
  ours: { words: readonly WeightedWord[]; weight: number },
  name: IndexedName,
  find: (word: string) => readonly SimilarWord[],
  vocabulary: readonly string[],
): NameMatch {
  const compared = compareWords(ours.words, name.words, (word, other) => {
    const similar = find(word).find(({ at }) => vocabulary[at] === other)
    return similar?.how ?? null
  })
  const cover = (compared.ourFound / ours.weight + compared.listedFound / name.weight) / 2
  const adjustments = adjustmentsFor(screened, name.listed)
  const adjusted = adjustments.reduce((sum, { by }) => sum + by, cover)
  return {
    listed: name.listed,
    score: Math.round(Math.min(1, Math.max(0, adjusted)) * 1_000) / 1_000,
    working: {
      pairs: compared.pairs,
      ourUnmatched: compared.ourUnmatched,
      listedUnmatched: compared.listedUnmatched,
      adjustments,
    },
  }
}

function bestOfEachEntry(matches: readonly NameMatch[]): NameMatch[] {
  const best = new Map<string, NameMatch>()
  for (const match of matches) {
    const known = best.get(match.listed.entry)
    if (known === undefined || match.score > known.score) best.set(match.listed.entry, match)
  }
  return [...best.values()].sort((one, other) => other.score - one.score).slice(0, maxMatches)
}
