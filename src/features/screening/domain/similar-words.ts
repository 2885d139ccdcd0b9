import { type Agreement, agreementOf, type SoundedWord, soundedWord } from './word-similarity.ts'

/** A word of the vocabulary, by its position, and how it agrees with the word that was asked for. */
export type SimilarWord = { at: number; how: Agreement }

const maxCachedWords = 50_000
/** Words that share fewer of their letter pairs are not alike enough for two edits. */
const minSharedPairs = 0.4

/** Finds the words of a vocabulary that are the same as a given word, sound like it, or are spelled nearly like it. */
export function similarWordFinder(vocabulary: readonly string[]) {
  const words = vocabulary.map(soundedWord)
  const byConsonants = new Map<string, number[]>()
  for (const [at, { consonants }] of words.entries()) addTo(byConsonants, consonants, at)
  const pairs = letterPairIndex(vocabulary)
  const counts = new Uint8Array(vocabulary.length)
  const cache = new Map<string, readonly SimilarWord[]>()

  function near(asked: SoundedWord): Set<number> {
    const found = new Set(byConsonants.get(asked.consonants))
    const touched: number[] = []
    const own = letterPairs(asked.word)
    for (const pair of own)
      for (const at of pairs.get(pair) ?? []) {
        if (counts[at] === 0) touched.push(at)
        counts[at] = (counts[at] ?? 0) + 1
      }
    const needed = Math.max(2, Math.ceil(own.size * minSharedPairs))
    for (const at of touched) {
      if ((counts[at] ?? 0) >= needed) found.add(at)
      counts[at] = 0
    }
    return found
  }

  return (word: string): readonly SimilarWord[] => {
    const known = cache.get(word)
    if (known) return known
    const asked = soundedWord(word)
    const similar: SimilarWord[] = []
    for (const at of near(asked)) {
      const candidate = words[at]
      const how = candidate === undefined ? null : agreementOf(asked, candidate)
      if (how !== null) similar.push({ at, how })
    }
    if (cache.size >= maxCachedWords) cache.clear()
    cache.set(word, similar)
    return similar
  }
}

function letterPairIndex(vocabulary: readonly string[]): ReadonlyMap<number, Uint32Array> {
  const growing = new Map<number, number[]>()
  vocabulary.forEach((word, at) => {
    for (const pair of letterPairs(word)) addTo(growing, pair, at)
  })
  return new Map([...growing].map(([pair, positions]) => [pair, Uint32Array.from(positions)]))
}

/** Pairs of neighboring letters, with the ends of the word. */
function letterPairs(word: string): Set<number> {
  const pairs = new Set<number>()
  let before = 0
  for (let at = 0; at <= word.length; at++) {
    const code = at === word.length ? 0 : word.charCodeAt(at)
    pairs.add(before * 0x1_0000 + code)
    before = code
  }
  return pairs
}

export function addTo<K>(map: Map<K, number[]>, key: K, value: number): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
