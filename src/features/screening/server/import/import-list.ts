import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { ListEntry } from '../../domain/list-entry.ts'
import {
  type CurrentVersion,
  endEntries,
  findCurrentDigests,
  findCurrentVersion,
  findWordShares,
  insertEntries,
  insertVersion,
  lockList,
} from './import-list.queries.ts'
import { ListImportProblem } from './list-import-problem.ts'
import type { ReadList } from './read-list.ts'

export type ListReport = {
  versionId: bigint
  /** Whether these files are the current version already: nothing was stored. */
  isKnown: boolean
  /** The day of the version, which may be another than the one that was typed with the same files. */
  listDate: IsoDate
  entries: number
  added: number
  removed: number
  changed: number
}

/** A shorter list is refused: it may be cut off, or lack one of its parts. */
const leastShare = 0.9
const entriesPerStatement = 500
/** As the table has it. */
export const maxImportedByLength = 120

/**
 * Makes a list the current version, all or nothing; the same files again change nothing. Two imports of a list wait for each other.
 * `registrar` is a pool of the role registrar.
 * @throws ListImportProblem where the list is older than the current one, has over 10% fewer entries or names, or may be cut off, and
 *   `confirmedReason` is null.
 */
export async function importList(
  registrar: Pool,
  read: ReadList,
  { importedBy, confirmedReason }: { importedBy: string; confirmedReason: string | null },
): Promise<ListReport> {
  const client = await registrar.connect()
  let isBroken = true
  try {
    await client.query(
      'begin; set local synchronous_commit = on; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    const report = await store(client, read, { importedBy, confirmedReason })
    await client.query('commit')
    isBroken = false
    return report
  } finally {
    // What failed in a transaction ends with its connection.
    client.release(isBroken)
  }
}

async function store(
  client: PoolClient,
  read: ReadList,
  by: { importedBy: string; confirmedReason: string | null },
): Promise<ListReport> {
  const { list, listDate, digest, fileNames } = read
  await lockList(client, list)
  const current = await findCurrentVersion(client, list)
  if (current?.digest === digest)
    return {
      ...{
        versionId: current.versionId,
        isKnown: true,
        listDate: current.listDate,
        entries: current.entries,
      },
      ...{ added: 0, removed: 0, changed: 0 },
    }
  const doubts = doubtsAbout(read, current)
  if (doubts.length > 0 && by.confirmedReason === null)
    throw new ListImportProblem(
      `${doubts.join(' ')} The current version stays. If the files are right, import them again with --confirm "reason".`,
    )
  const { added, changed, removed } = differences(read.entries, await findCurrentDigests(client, list))
  const counts = {
    ...{ entries: read.entries.length, added: added.length },
    ...{ removed: removed.length, changed: changed.length },
  }
  const versionId = await insertVersion(client, {
    ...{ list, listDate, digest, fileNames, ...counts },
    importedBy: by.importedBy.slice(0, maxImportedByLength),
    confirmedReason: doubts.length > 0 ? by.confirmedReason : null,
    commonWords: await findWordShares(client),
  })
  const version = { list, versionId }
  await endEntries(client, version, [...removed, ...changed.map(({ number }) => number)])
  const fresh = [...added, ...changed]
  for (let from = 0; from < fresh.length; from += entriesPerStatement)
    await insertEntries(client, version, fresh.slice(from, from + entriesPerStatement))
  return { versionId, isKnown: false, listDate, ...counts }
}

function doubtsAbout(read: ReadList, current: CurrentVersion | undefined): string[] {
  const { listDate, entries, perhapsCutOff } = read
  const names = entries.reduce((sum, entry) => sum + entry.names.length, 0)
  const doubts = perhapsCutOff.map(path => `The last line of ${path} does not end: the file may be cut off.`)
  if (!current) return doubts
  if (listDate < current.listDate)
    doubts.push(`The list is of ${listDate}, and the current version of ${current.listDate}.`)
  if (entries.length < current.entries * leastShare)
    doubts.push(`The list has ${entries.length} entries, and the current version ${current.entries}.`)
  if (names < current.names * leastShare)
    doubts.push(`The list has ${names} names, and the current version ${current.names}.`)
  return doubts
}

type WithDigest = ListEntry & { digest: string }

function differences(entries: readonly ListEntry[], current: ReadonlyMap<string, string>) {
  const added: WithDigest[] = []
  const changed: WithDigest[] = []
  for (const entry of entries) {
    const digest = digestOf(entry)
    const known = current.get(entry.number)
    if (known === undefined) added.push({ ...entry, digest })
    else if (known !== digest) changed.push({ ...entry, digest })
  }
  const numbers = new Set(entries.map(({ number }) => number))
  return { added, changed, removed: [...current.keys()].filter(number => !numbers.has(number)) }
}

const digestOf = ({ kind, names, birthYears, countries, programs, remarks }: ListEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, names, birthYears, countries, programs, remarks]))
    .digest('hex')
