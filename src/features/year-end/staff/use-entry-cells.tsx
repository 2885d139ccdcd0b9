import { Link } from '@tanstack/react-router'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'

/** The number of an entry leads to it, for those who may open entries. */
export function useEntryCells(): Cells<{ entryId: string }> {
  const may = [useCan('AUDIT_VIEW'), useCan('POSTING_CREATE'), useCan('POSTING_REVERSE')]
  return may.includes(true)
    ? { number: ({ entryId }, shown) => <Link to={staffPaths.journalEntry(entryId)}>{shown}</Link> }
    : {}
}
