import { maxWordLength, stopWords } from '../../domain/name-key.ts'
import { hashStart, hashWith, nearKeys } from '../../domain/near-words.ts'
import { wordKey } from '../../domain/synonyms.ts'
import { copyText } from './staging-columns.ts'

export type WordCounter = ReturnType<typeof wordCounter>

/** `key` is its key in the search index; `sameHash` another word whose text has the same hash, a rare collision. */
type Word = {
  text: string
  key: number
  searchable: boolean
  occurrences: number
  sameHash: Word | undefined
}

const space = 0x20

/**
 * Counts the words of an import's rows and returns each new one once. Words are hashed in place and looked up by that hash,
 * because cutting each word out of its name first took a fifth of the reading time.
 */
export function wordCounter() {
  const words = new Map<number, Word>()
  let unsent: Word[] = []

  function find(hash: number, key: string, start: number, end: number): Word {
    const first = words.get(hash)
    for (let word = first; word !== undefined; word = word.sameHash)
      if (word.text.length === end - start && key.startsWith(word.text, start)) return word
    const text = key.slice(start, end)
    const word = {
      text,
      key: wordKey(text),
      searchable: !stopWords.has(text),
      occurrences: 0,
      sameHash: first,
    }
    words.set(hash, word)
    if (word.searchable) unsent.push(word)
    return word
  }

  return {
    /** The keys of the search words of a name key (`nameKey`), in order. */
    keysOf(key: string): number[] {
      const keys: number[] = []
      let start = 0
      let hash = hashStart
      for (let at = 0; at <= key.length; at++) {
        const code = at < key.length ? key.charCodeAt(at) : space
        if (code !== space) {
          if (at - start < maxWordLength) hash = hashWith(hash, code)
          continue
        }
        if (at > start) {
          const word = find(hash | 0, key, start, Math.min(at, start + maxWordLength))
          if (word.searchable) {
            word.occurrences++
            keys.push(word.key)
          }
        }
        start = at + 1
        hash = hashStart
      }
      return keys
    },
    /** The words not returned before, as lines for COPY with their near keys. */
    newLines(): string {
      let lines = ''
      for (const { text, key } of unsent)
        lines += `${copyText(text)}\t${key}\t0\t{${nearKeys(text).join(',')}}\n`
      unsent = []
      return lines
    },
    /** The word counts of this process as lines for COPY; only an estimate after a resumed import. */
    countLines(): string {
      let lines = ''
      for (const first of words.values())
        for (let word: Word | undefined = first; word !== undefined; word = word.sameHash)
          if (word.searchable) lines += `${copyText(word.text)}\t${word.key}\t${word.occurrences}\t\\N\n`
      return lines
    },
  }
}
