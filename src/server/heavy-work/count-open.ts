import { tooBusy } from '../http/retry-later.ts'
import type { Requester } from './fair-queue.ts'

/** How many of a kind may be open at once. */
export type OpenLimits = { perPerson: number; perClient: number; all: number }

/** What people read beyond each limit, before when to try again. */
export type OpenSentences = Record<keyof OpenLimits, string>

/** Counts what stays open for as long as people want, such as uploads and downloads. */
export function countOpen(limits: OpenLimits, sentences: OpenSentences) {
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  return {
    /**
     * Counts one of a person. Throws `too-many-requests` beyond a limit of a person or a client, `unavailable` beyond that of all.
     *
     * @returns what ends its counting; calling it again does nothing.
     */
    admit({ client, person }: Pick<Requester, 'client' | 'person'>): () => void {
      const scopes = [
        { limit: 'perPerson', key: `person ${client} ${person}` },
        { limit: 'perClient', key: `client ${client}` },
        { limit: 'all', key: 'all' },
      ] as const
      const full = scopes.find(({ limit, key }) => countOf(key) >= limits[limit])
      if (full)
        throw tooBusy(full.limit === 'all' ? 'unavailable' : 'too-many-requests', sentences[full.limit], 30)
      for (const { key } of scopes) counts.set(key, countOf(key) + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        for (const { key } of scopes) {
          if (countOf(key) > 1) counts.set(key, countOf(key) - 1)
          else counts.delete(key)
        }
      }
    },
  }
}

export type OpenCount = ReturnType<typeof countOpen>
