import { Problem } from '../../../../../contract/problems.ts'
import { nextCursor, offsetOf } from '../../../../../server/http/request/paging.ts'
import type { ContentVersion } from '../../../editing.contract.ts'
import { type Desk, existsByItself, type ItemKey } from '../desk.ts'
import { findItemRow, listVersionRows } from '../editing.queries.ts'
import { versionOnWire, versionsAt } from '../versions.ts'
import { namedBy } from './get-item.ts'

/** The versions of an item, newest first. */
export async function listVersions(
  desk: Desk,
  key: ItemKey,
  { first, after }: { first: number; after?: string | undefined },
): Promise<{ data: ContentVersion[]; meta: { total: number; next: string | null } }> {
  const rows = await listVersionRows(desk, key)
  if (rows.length === 0 && !existsByItself(desk, key) && !(await findItemRow(desk, key)))
    throw new Problem('not-found')
  const offset = offsetOf(after)
  const page = rows.slice(offset, offset + first)
  const versions = versionsAt(rows, desk.now)
  const by = await namedBy(desk, [], page)
  return {
    data: page.map(row => versionOnWire(row, versions, desk.now, by)),
    meta: { total: rows.length, next: nextCursor(offset, page.length, rows.length) },
  }
}
