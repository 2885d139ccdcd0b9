import { stableHash } from '../../../domain/near-words.ts'
import { copyText } from './staging-columns.ts'

export type WordCounter = ReturnType<typeof wordCounter>

/** Counts the words of a run's rows, and hands each out once. */
export function wordCounter() {
  const words = new Map<string, { hash: number; occurrences: number }>()
  let unsent: string[] = []

  return {
    hashOf(word: string): number {
      let entry = words.get(word)
      if (entry === undefined) {
        entry = { hash: stableHash(word), occurrences: 0 }
        words.set(word, entry)
        unsent.push(word)
      }
      entry.occurrences++
      return entry.hash
    },
    /** The words not handed out before: they go with the rows they came from. */
    takeNew(): string[] {
      const taken = unsent
      unsent = []
      return taken
    },
    /** Lines for COPY: how often each word stood in the rows of this process; after a cut only an estimate. */
    countLines(): string {
      let lines = ''
      for (const [word, { occurrences }] of words) lines += `${copyText(word)}\t${occurrences}\n`
      return lines
    },
  }
}
