import { Problem } from '../../../../contract/problems.ts'
import { changedMeanwhile, stillPending } from './conflicts.ts'
import {
  findItemRow,
  type ItemRow,
  listVersionRows,
  lockItemRow,
  type VersionRow,
} from './editing.queries.ts'
import { type EditorSession, existsWithoutRow, type ItemKey } from './editor-session.ts'
import { type ItemVersions, versionsAt } from './versions.ts'

export type LockedItem = { row: ItemRow; rows: VersionRow[]; versions: ItemVersions }

/** Runs `work` in a transaction on the realm's connection. */
export async function asEditor<T>(
  editorSession: EditorSession,
  work: (editorSession: EditorSession) => Promise<T>,
): Promise<T> {
  return await editorSession.realmDb.transaction().execute(realmDb => work({ ...editorSession, realmDb }))
}

/**
 * Locks the item until the transaction ends.
 * @throws `not-found` if there is none.
 */
export async function lockItem(
  editorSession: EditorSession,
  key: ItemKey,
): Promise<LockedItem & { isNew: boolean }> {
  if (!existsWithoutRow(editorSession, key) && !(await findItemRow(editorSession, key)))
    throw new Problem('not-found')
  const { row, isNew } = await lockItemRow(editorSession, key)
  const rows = await listVersionRows(editorSession, key)
  return { row, rows, versions: versionsAt(rows, editorSession.now), isNew }
}

/**
 * Locks the item to replace the revision that was read; 0: there was none.
 * @throws `conflict` while a version awaits approval, or if the revision is not the newest.
 */
export async function lockRevision(
  editorSession: EditorSession,
  key: ItemKey,
  revision: number,
): Promise<LockedItem> {
  const locked = await lockItem(editorSession, key)
  const { row, versions, isNew } = locked
  if (versions.awaiting) throw await stillPending(editorSession, versions.awaiting)
  if (revision !== (isNew ? 0 : Number(row.revision)))
    throw await changedMeanwhile(editorSession, isNew ? undefined : row, versions.newest)
  return locked
}
