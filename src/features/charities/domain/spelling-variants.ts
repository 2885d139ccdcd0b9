import { stopWords } from './name-key.ts'

/** How often each word of the register occurs. */
export type KnownWords = ReadonlyMap<string, number>

const minSegmentLength = 2
const minSplitLength = 5
const maxSplitLength = 26
const maxSegments = 4
const maxSplits = 3
const maxJoined = 3
/** Estimates for a register of the usual size; only their proportions count. */
const totalFrequency = 2_000_000
const stopWordFrequency = 20_000

/** The words to look up before `respellings`: every part of a long word, and adjacent words without the space between them. */
export function possibleWords(typed: readonly string[]): string[] {
  const parts = new Set<string>()
  for (const word of typed) {
    if (!canSplit(word)) continue
    for (let start = 0; start < word.length; start++)
      for (let end = start + minSegmentLength; end <= word.length; end++) parts.add(word.slice(start, end))
  }
  for (const { joined } of joins(typed)) parts.add(joined)
  return [...parts]
}

/**
 * The typed words with all unknown words split into words of the register, with adjacent words joined (MID COAST: MIDCOAST), and with
 * one word split (MAKEAWISH: MAKE A WISH); the likeliest first. The last word may be incomplete.
 */
export function respellings(
  typed: readonly string[],
  known: KnownWords,
  lastIsIncomplete: boolean,
): string[][] {
  const splits = typed.map((word, index) =>
    splitsOf(word, known, lastIsIncomplete && index === typed.length - 1),
  )
  const ofOneWord = splits.flatMap((ofWord, index) =>
    ofWord.map(split => [...typed.slice(0, index), ...split, ...typed.slice(index + 1)]),
  )
  const unknown = typed.flatMap((word, index) => (!known.has(word) && splits[index]?.[0] ? [index] : []))
  const ofAllUnknown =
    unknown.length < 2
      ? []
      : [typed.flatMap((word, index) => (unknown.includes(index) ? (splits[index]?.[0] ?? word) : word))]
  const joined = joins(typed)
    .filter(join => known.has(join.joined))
    .map(({ start, end, joined: word }) => [...typed.slice(0, start), word, ...typed.slice(end)])
  return [...ofAllUnknown, ...joined, ...ofOneWord]
}

const canSplit = (word: string) => word.length >= minSplitLength && word.length <= maxSplitLength

function joins(typed: readonly string[]): { start: number; end: number; joined: string }[] {
  return typed.flatMap((_, start) =>
    Array.from({ length: maxJoined - 1 }, (_, index) => start + 2 + index)
      .filter(end => end <= typed.length)
      .map(end => ({ start, end, joined: typed.slice(start, end).join('') })),
  )
}

type Split = { words: string[]; likelihood: number }

/** The ways to split a word, the likeliest first: the product of its words' shares of the register (a unigram model). */
function splitsOf(word: string, known: KnownWords, isIncomplete: boolean): string[][] {
  if (!canSplit(word)) return []
  const endingAt: Split[][] = [[{ words: [], likelihood: 0 }]]
  for (let end = 1; end <= word.length; end++) {
    const found: Split[] = []
    for (let start = 0; start < end; start++) {
      const segment = word.slice(start, end)
      const frequency = frequencyOf(segment, known, isIncomplete && end === word.length && start > 0)
      if (frequency === null) continue
      for (const before of endingAt[start] ?? [])
        if (before.words.length < maxSegments)
          found.push({
            words: [...before.words, segment],
            likelihood: before.likelihood + Math.log(frequency / totalFrequency),
          })
    }
    endingAt.push(found.sort(byLikelihood).slice(0, maxSplits))
  }
  return (endingAt.at(-1) ?? []).map(({ words }) => words).filter(words => words.length > 1)
}

function frequencyOf(segment: string, known: KnownWords, isIncomplete: boolean): number | null {
  if (stopWords.has(segment)) return stopWordFrequency
  if (segment.length < minSegmentLength) return null
  // The rest of an incomplete word may be the beginning of any word.
  return known.get(segment) ?? (isIncomplete ? 1 : null)
}

const byLikelihood = (a: Split, b: Split) => b.likelihood - a.likelihood
