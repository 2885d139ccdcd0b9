import { Problem } from '../../../../../contract/problems.ts'
import { type Desk, existsByItself, type ItemKey } from '../desk.ts'
import {
  findItemRow,
  holdItemRow,
  type ItemRow,
  listVersionRows,
  type VersionRow,
} from '../editing.queries.ts'
import { type VersionsNow, versionsAt } from '../versions.ts'
import { changedMeanwhile, stillAwaiting } from './conflicts.ts'

export type HeldItem = { row: ItemRow; rows: VersionRow[]; versions: VersionsNow }

/** Runs `work` in a transaction of the realm. */
export async function atDesk<T>(desk: Desk, work: (desk: Desk) => Promise<T>): Promise<T> {
  return await desk.realmDb.transaction().execute(realmDb => work({ ...desk, realmDb }))
}

/**
 * The item, held until the transaction ends: whoever else changes it waits.
 * @throws `not-found` where there is none.
 */
export async function holdItem(desk: Desk, key: ItemKey): Promise<HeldItem & { isNew: boolean }> {
  if (!existsByItself(desk, key) && !(await findItemRow(desk, key))) throw new Problem('not-found')
  const { row, isNew } = await holdItemRow(desk, key)
  const rows = await listVersionRows(desk, key)
  return { row, rows, versions: versionsAt(rows, desk.now), isNew }
}

/**
 * The same to write over the revision that was read, 0 where there was none.
 * @throws `conflict` while a version awaits its approval, and where the revision is not the newest.
 */
export async function holdRevision(desk: Desk, key: ItemKey, revision: number): Promise<HeldItem> {
  const held = await holdItem(desk, key)
  const { row, versions, isNew } = held
  if (versions.awaiting) throw await stillAwaiting(desk, versions.awaiting)
  if (revision !== (isNew ? 0 : Number(row.revision)))
    throw await changedMeanwhile(desk, isNew ? undefined : row, versions.newest)
  return held
}
