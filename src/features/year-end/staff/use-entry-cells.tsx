import { Link } from '@tanstack/react-router'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useCan } from '../../../web/session/session.ts'

/** The number of an entry leads to it, for those who may open entries. */
export function useEntryCells(): Cells<{ entryId: string }> {
  const may = [useCan('AUDIT_VIEW'), useCan('POSTING_CREATE'), useCan('POSTING_REVERSE')]
  return may.includes(true)
    ? { number: ({ entryId }, shown) => <Link to={paths.journalEntry(entryId)}>{shown}</Link> }
    : {}
}
