import { longestWord, unweightedWords } from '../../domain/name-key.ts'
import { hashStart, hashWith, nearKeys } from '../../domain/near-words.ts'
import { copyText } from './staging-columns.ts'

export type WordCounter = ReturnType<typeof wordCounter>

/** `sameHash`: another word whose hash is the same, as one pair in a few billion is. */
type Word = { text: string; hash: number; weighty: boolean; occurrences: number; sameHash: Word | undefined }

const space = 0x20

/**
 * Counts the words of a run's rows, and hands each out once. Words are looked up by the hash that the search wants
 * anyway, made where they stand: cutting each out of its name and hashing it again took a fifth of an import's reading.
 */
export function wordCounter() {
  const words = new Map<number, Word>()
  let unsent: Word[] = []

  function find(hash: number, key: string, begin: number, end: number): Word {
    const first = words.get(hash)
    for (let word = first; word !== undefined; word = word.sameHash)
      if (word.text.length === end - begin && key.startsWith(word.text, begin)) return word
    const text = key.slice(begin, end)
    const word = { text, hash, weighty: !unweightedWords.has(text), occurrences: 0, sameHash: first }
    words.set(hash, word)
    if (word.weighty) unsent.push(word)
    return word
  }

  return {
    /** The hashes of the words of a name key (`nameKey`) that the search hangs on, in their order. */
    keysOf(key: string): number[] {
      const keys: number[] = []
      let begin = 0
      let hash = hashStart
      for (let at = 0; at <= key.length; at++) {
        const code = at < key.length ? key.charCodeAt(at) : space
        if (code !== space) {
          if (at - begin < longestWord) hash = hashWith(hash, code)
          continue
        }
        if (at > begin) {
          const word = find(hash | 0, key, begin, Math.min(at, begin + longestWord))
          if (word.weighty) {
            word.occurrences++
            keys.push(word.hash)
          }
        }
        begin = at + 1
        hash = hashStart
      }
      return keys
    },
    /** The words not handed out before, as lines for COPY with their near keys: they go with the rows they came from. */
    newLines(): string {
      let lines = ''
      for (const { text, hash } of unsent)
        lines += `${copyText(text)}\t${hash}\t0\t{${nearKeys(text).join(',')}}\n`
      unsent = []
      return lines
    },
    /** Lines for COPY: how often each word stood in the rows of this process; after a cut only an estimate. */
    countLines(): string {
      let lines = ''
      for (const first of words.values())
        for (let word: Word | undefined = first; word !== undefined; word = word.sameHash)
          if (word.weighty) lines += `${copyText(word.text)}\t${word.hash}\t${word.occurrences}\t\\N\n`
      return lines
    },
  }
}
