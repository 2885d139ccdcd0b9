import { listedNames } from '../domain/list-entry.ts'
import { type NameMatcher, nameMatcher, type ScreenedName } from '../domain/match-names.ts'
import type { StoredEntry } from './sanctions-lists.queries.ts'

// Runs in a thread that does this again (screen-names.ts).

export type ThreadLists = { entries: StoredEntry[]; commonWords: Record<string, number> }

/** Books have one of few unions of lists. An old version's matcher makes room for the new one's. */
const maxMatchers = 2
const matchers = new Map<string, NameMatcher>()

export default function matchNames({
  key,
  entries,
  names,
  threshold,
}: {
  key: string
  entries: Uint8Array<SharedArrayBuffer>
  names: readonly ScreenedName[]
  threshold: number
}) {
  const match = matcherOf(key, entries)
  return names.map(name =>
    match(name, threshold).map(({ listed, score, working }) => ({
      ...{ entry: listed.entry, listedName: listed.name, score, working },
    })),
  )
}

function matcherOf(key: string, bytes: Uint8Array<SharedArrayBuffer>): NameMatcher {
  const known = matchers.get(key)
  if (known) return known
  if (matchers.size >= maxMatchers) matchers.clear()
  // screen-names.ts wrote it. Text is decoded only from memory that is not shared.
  const { entries, commonWords } = JSON.parse(new TextDecoder().decode(bytes.slice())) as ThreadLists
  const shares = new Map(Object.entries(commonWords))
  const match = nameMatcher(
    entries.flatMap(({ entryId, ...entry }) => listedNames({ ...entry, number: entryId })),
    word => shares.get(word) ?? 0,
  )
  matchers.set(key, match)
  return match
}
