import { type Agreement, agreementOf, similarityOf, soundedWord } from './word-similarity.ts'

export type WeightedWord = { word: string; weight: number }

/** Words of both names that agree, each as its name has it. */
export type WordPair = { ours: string; listed: string; how: Agreement }

export type ComparedWords = {
  pairs: WordPair[]
  /** The weight of the words that were found on the other side, less what a difference in spelling takes from it. */
  ourFound: number
  listedFound: number
  ourUnmatched: string[]
  listedUnmatched: string[]
}

type Candidate = { ours: readonly number[]; listed: readonly number[]; how: Agreement; value: number }

/** Pairs the words of two names, the pairs that weigh most first, each word once and in any order. */
export function compareWords(
  ours: readonly WeightedWord[],
  listed: readonly WeightedWord[],
  agreement: (ours: string, listed: string) => Agreement | null,
): ComparedWords {
  const found = [...singlePairs(ours, listed, agreement), ...joinedPairs(ours, listed)]
  const ourLeft = new Set(ours.keys())
  const listedLeft = new Set(listed.keys())
  const result: ComparedWords = {
    ...{ pairs: [], ourFound: 0, listedFound: 0, ourUnmatched: [], listedUnmatched: [] },
  }
  for (const { ours: own, listed: other, how } of found.sort((one, next) => next.value - one.value)) {
    if (!own.every(at => ourLeft.has(at)) || !other.every(at => listedLeft.has(at))) continue
    for (const at of own) ourLeft.delete(at)
    for (const at of other) listedLeft.delete(at)
    result.pairs.push({ ours: textOf(ours, own), listed: textOf(listed, other), how })
    result.ourFound += weightOf(ours, own) * similarityOf[how]
    result.listedFound += weightOf(listed, other) * similarityOf[how]
  }
  result.ourUnmatched = [...ourLeft].map(at => ours[at]?.word ?? '')
  result.listedUnmatched = [...listedLeft].map(at => listed[at]?.word ?? '')
  return result
}

const wordsAt = (words: readonly WeightedWord[], positions: readonly number[]): string[] =>
  positions.map(at => words[at]?.word ?? '')

const textOf = (words: readonly WeightedWord[], positions: readonly number[]): string =>
  wordsAt(words, positions).join(' ')

const weightOf = (words: readonly WeightedWord[], positions: readonly number[]): number =>
  positions.reduce((sum, at) => sum + (words[at]?.weight ?? 0), 0)

function singlePairs(
  ours: readonly WeightedWord[],
  listed: readonly WeightedWord[],
  agreement: (ours: string, listed: string) => Agreement | null,
): Candidate[] {
  const pairs: Candidate[] = []
  for (const [at, { word, weight }] of ours.entries())
    for (const [other, { word: otherWord, weight: otherWeight }] of listed.entries()) {
      const how = isInitialOf(word, otherWord) ? 'initial' : agreement(word, otherWord)
      if (how !== null)
        pairs.push({ ours: [at], listed: [other], how, value: (weight + otherWeight) * similarityOf[how] })
    }
  return pairs
}

const isInitialOf = (one: string, other: string): boolean =>
  one !== other && (one.length === 1 || other.length === 1) && one.charAt(0) === other.charAt(0)

/** One word of a name that is two neighboring words of the other. */
function joinedPairs(ours: readonly WeightedWord[], listed: readonly WeightedWord[]): Candidate[] {
  const pairs: Candidate[] = []
  const add = (own: readonly number[], other: readonly number[]) => {
    if (!soundsAlike(wordsAt(ours, own), wordsAt(listed, other))) return
    const weight = weightOf(ours, own) + weightOf(listed, other)
    pairs.push({ ours: own, listed: other, how: 'joined', value: weight * similarityOf.joined })
  }
  for (const at of ours.keys())
    for (const other of listed.keys()) {
      if (at + 1 < ours.length) add([at, at + 1], [other])
      if (other + 1 < listed.length) add([at], [other, other + 1])
    }
  return pairs
}

function soundsAlike(one: readonly string[], other: readonly string[]): boolean {
  const [joined, whole] = [one.join(''), other.join('')]
  if (joined === whole) return true
  // A single letter beside a word is an initial.
  if ([...one, ...other].some(word => word.length === 1) || Math.abs(joined.length - whole.length) > 2)
    return false
  if (joined.charAt(0) !== whole.charAt(0)) return false
  const how = agreementOf(soundedWord(joined), soundedWord(whole))
  return how === 'same' || how === 'sound'
}
