import { weightyWords } from '../../../domain/name-key.ts'
import { nearKeys, stableHash } from '../../../domain/near-words.ts'
import { copyText } from './staging-columns.ts'

export type WordCounter = ReturnType<typeof wordCounter>

type Word = { hash: number; occurrences: number }

/** Counts the words of a run's rows, and hands each out once. */
export function wordCounter() {
  // as they stand in the file, so that each is looked up once; null: no search hangs on it
  const seen = new Map<string, Word | null>()
  const words = new Map<string, Word>()
  let unsent: string[] = []

  function add(text: string): Word | null {
    const [word] = weightyWords(text)
    if (word === undefined) return null
    let entry = words.get(word)
    if (entry === undefined) {
      entry = { hash: stableHash(word), occurrences: 0 }
      words.set(word, entry)
      unsent.push(word)
    }
    return entry
  }

  return {
    /** The hash of a word that the search hangs on, else null. */
    keyOf(text: string): number | null {
      let entry = seen.get(text)
      if (entry === undefined) {
        entry = add(text)
        seen.set(text, entry)
      }
      if (entry === null) return null
      entry.occurrences++
      return entry.hash
    },
    /** The words not handed out before, as lines for COPY with their near keys: they go with the rows they came from. */
    newLines(): string {
      let lines = ''
      for (const word of unsent)
        lines += `${copyText(word)}\t${stableHash(word)}\t0\t{${nearKeys(word).join(',')}}\n`
      unsent = []
      return lines
    },
    /** Lines for COPY: how often each word stood in the rows of this process; after a cut only an estimate. */
    countLines(): string {
      let lines = ''
      for (const [word, { hash, occurrences }] of words)
        lines += `${copyText(word)}\t${hash}\t${occurrences}\t\\N\n`
      return lines
    },
  }
}
