import type { Kysely } from 'kysely'
import type { SanctionsList } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { Requester } from '../../../server/heavy-work/fair-queue.ts'
import { heavyJob } from '../../../server/heavy-work/heavy-job.ts'
import { heavyWork } from '../../../server/heavy-work/heavy-work.ts'
import { defaultThreshold, matcherVersion, type ScreenedName, type Working } from '../domain/match-names.ts'
import {
  findCommonWords,
  findCurrentVersions,
  findEntriesOfVersions,
  type ListVersion,
} from './sanctions-lists.queries.ts'

/** Lists in the form in which threads read them. */
export type ScreeningLists = {
  /** The current version of each list. */
  versions: readonly ListVersion[]
  /** Lists that were asked for and never imported: nothing was screened against them. */
  missing: readonly SanctionsList[]
  /** The same for the same versions and the same matcher: names that were screened with it need not be screened again. */
  key: string
  /** JSON of `ThreadLists`, in memory that threads share with this one. */
  entries: Uint8Array<SharedArrayBuffer>
}

/** A name that is like a listed one. */
export type NameFinding = {
  /** `sanctions_entry.entry_id`: another one as soon as the entry changes. */
  entryId: bigint
  /** The name of the entry with the best score. */
  listedName: string
  /** From 0 to 1, in thousandths. */
  score: number
  working: Working
  matcherVersion: number
}

/** Lists are read anew for each new version, and two clients may have different ones. */
const maxCached = 4
const cache = new Map<string, ScreeningLists>()

/** Reads the current versions of lists, `sanctionsListsOfBook` for a book. They are cached by version. */
export async function readScreeningLists(
  db: Kysely<DB>,
  lists: readonly SanctionsList[],
): Promise<ScreeningLists> {
  const versions = await findCurrentVersions(db, lists)
  const ofVersion = (each: ListVersion) => `${each.list} ${each.versionId} ${each.digest}`
  const key = [`matcher ${matcherVersion}`, ...versions.map(ofVersion)].join()
  const missing = lists.filter(list => !versions.some(each => each.list === list))
  const known = cache.get(key)
  if (known) return { ...known, missing }
  const read = { versions, missing, key, entries: await readEntries(db, versions) }
  if (cache.size >= maxCached) cache.clear()
  cache.set(key, read)
  return read
}

async function readEntries(db: Kysely<DB>, versions: readonly ListVersion[]) {
  const entries = await findEntriesOfVersions(db, versions)
  const commonWords = await findCommonWords(db, versions)
  const bytes = new TextEncoder().encode(JSON.stringify({ entries, commonWords }))
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

const matchJob = heavyJob<typeof import('./match-names.worker.ts').default>({
  module: new URL('./match-names.worker.ts', import.meta.url),
  cpuMs: 60_000,
  // The thread stores the prepared lists: a single name takes a millisecond then.
  thread: 'shared',
})

/** So many names take a thread about two seconds; others have their turn after them. */
const namesPerTurn = 1_000

/**
 * Compares names with lists in a thread, in turns. Returns for each name, in their order, the entries whose score reaches the
 * threshold, the best first, at most 20. Throws as heavyWork.run.
 */
export async function screenNames(
  { key, entries }: ScreeningLists,
  names: readonly ScreenedName[],
  requester: Requester,
  threshold = defaultThreshold,
): Promise<NameFinding[][]> {
  const findings: NameFinding[][] = []
  for (let from = 0; from < names.length; from += namesPerTurn) {
    const turn = names.slice(from, from + namesPerTurn)
    const matches = await heavyWork.run(matchJob, { key, entries, names: turn, threshold }, requester)
    for (const ofName of matches)
      findings.push(
        ofName.map(({ entry, listedName, score, working }) => ({
          ...{ entryId: BigInt(entry), listedName, score, working, matcherVersion },
        })),
      )
  }
  return findings
}
