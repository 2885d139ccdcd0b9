import { Problem } from '../../../../contract/problems.ts'
import { keysetPage, pageInMemory } from '../../../../server/http/keyset-page.ts'
import type { ContentVersion } from '../../editing.contract.ts'
import { findItemRow, listVersionRows } from './editing.queries.ts'
import { type EditorSession, existsWithoutRow, type ItemKey } from './editor-session.ts'
import { namedBy } from './get-item.ts'
import { versionResponse, versionsAt } from './versions.ts'

const versionKeysets = { number: [{ sql: 'number', type: 'int' }] } as const

/** Lists the versions of an item, newest first. */
export async function listVersions(
  editorSession: EditorSession,
  key: ItemKey,
  { first, after }: { first: number; after?: string | undefined },
): Promise<{ data: ContentVersion[]; meta: { total: number; next: string | null } }> {
  const rows = await listVersionRows(editorSession, key)
  if (rows.length === 0 && !existsWithoutRow(editorSession, key) && !(await findItemRow(editorSession, key)))
    throw new Problem('not-found')
  const page = keysetPage({ query: { first, after }, defaultSort: '-number', keysetsOf: versionKeysets })
  const shown = pageInMemory(page, rows, row => String(row.number))
  const versions = versionsAt(rows, editorSession.now)
  const by = await namedBy(editorSession, [], shown.rows)
  return {
    data: shown.rows.map(row => versionResponse(row, versions, editorSession.now, by)),
    meta: shown.meta,
  }
}
