import { Problem } from '../../../../contract/problems.ts'
import { nextCursor, offsetOf } from '../../../../server/http/paging.ts'
import type { ContentVersion } from '../../editing.contract.ts'
import { findItemRow, listVersionRows } from './editing.queries.ts'
import { type EditorSession, existsWithoutRow, type ItemKey } from './editor-session.ts'
import { namedBy } from './get-item.ts'
import { versionResponse, versionsAt } from './versions.ts'

/** Lists the versions of an item, newest first. */
export async function listVersions(
  editorSession: EditorSession,
  key: ItemKey,
  { first, after }: { first: number; after?: string | undefined },
): Promise<{ data: ContentVersion[]; meta: { total: number; next: string | null } }> {
  const rows = await listVersionRows(editorSession, key)
  if (rows.length === 0 && !existsWithoutRow(editorSession, key) && !(await findItemRow(editorSession, key)))
    throw new Problem('not-found')
  const offset = offsetOf(after)
  const page = rows.slice(offset, offset + first)
  const versions = versionsAt(rows, editorSession.now)
  const by = await namedBy(editorSession, [], page)
  return {
    data: page.map(row => versionResponse(row, versions, editorSession.now, by)),
    meta: { total: rows.length, next: nextCursor(offset, page.length, rows.length) },
  }
}
