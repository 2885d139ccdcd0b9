import { Problem } from '../../../../contract/problems.ts'
import { changedMeanwhile, stillPending } from './conflicts.ts'
import {
  findItemRow,
  type ItemRow,
  listVersionRows,
  lockItemRow,
  type VersionRow,
} from './editing.queries.ts'
import { type EditorSession, existsByItself, type ItemKey } from './editor-session.ts'
import { type VersionsNow, versionsAt } from './versions.ts'

export type LockedItem = { row: ItemRow; rows: VersionRow[]; versions: VersionsNow }

/** Runs `work` in a transaction of the realm. */
export async function asEditor<T>(
  editorSession: EditorSession,
  work: (editorSession: EditorSession) => Promise<T>,
): Promise<T> {
  return await editorSession.realmDb.transaction().execute(realmDb => work({ ...editorSession, realmDb }))
}

/**
 * The item, held until the transaction ends: whoever else changes it waits.
 * @throws `not-found` where there is none.
 */
export async function lockItem(
  editorSession: EditorSession,
  key: ItemKey,
): Promise<LockedItem & { isNew: boolean }> {
  if (!existsByItself(editorSession, key) && !(await findItemRow(editorSession, key)))
    throw new Problem('not-found')
  const { row, isNew } = await lockItemRow(editorSession, key)
  const rows = await listVersionRows(editorSession, key)
  return { row, rows, versions: versionsAt(rows, editorSession.now), isNew }
}

/**
 * The same to write over the revision that was read, 0 where there was none.
 * @throws `conflict` while a version awaits its approval, and where the revision is not the newest.
 */
export async function lockRevision(
  editorSession: EditorSession,
  key: ItemKey,
  revision: number,
): Promise<LockedItem> {
  const held = await lockItem(editorSession, key)
  const { row, versions, isNew } = held
  if (versions.awaiting) throw await stillPending(editorSession, versions.awaiting)
  if (revision !== (isNew ? 0 : Number(row.revision)))
    throw await changedMeanwhile(editorSession, isNew ? undefined : row, versions.newest)
  return held
}
