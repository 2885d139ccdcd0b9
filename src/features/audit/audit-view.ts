import * as z from 'zod/mini'
import { auditKinds } from '../../contract/audit-kinds.ts'
import { searchKeywords } from '../../contract/wire.ts'
import { asIsoDate, type DateRange } from '../../domain/dates.ts'
import { keysOf } from '../../domain/keys-of.ts'
import type { AuditView } from '../../web/routing/path-views.ts'
import { optionalParam } from '../../web/routing/search-params.ts'
import type { View } from '../../web/ui/table/ViewSelector.tsx'

const text = z.catch(searchKeywords, '')
const day = z.catch(z.nullable(z.pipe(z.string(), z.transform(asIsoDate))), null)

export const auditSearch = z.object({
  person: text,
  kind: z.catch(z.nullable(z.enum(keysOf(auditKinds))), null),
  from: day,
  to: day,
  address: text,
  view: z.catch(z.enum(['10', '50', 'all']), '50'),
  after: optionalParam(z.string().check(z.maxLength(200))),
})

/** The filter of the audit log. */
export type AuditFilter = {
  person: string
  kind: keyof typeof auditKinds | null
  dates: DateRange | null
  address: string
}

export const noFilter: AuditFilter = { person: '', kind: null, dates: null, address: '' }

/** Whether a filter beside the search of persons leaves events out. */
export const isOpenFilter = ({ kind, dates, address }: AuditFilter): boolean =>
  kind !== null || dates !== null || address !== ''

/** The filter, the number of rows and the page that the URL holds. */
export function auditViewOf({ person, kind, from, to, address, view, after }: z.infer<typeof auditSearch>): {
  filter: AuditFilter
  view: View
  after: string | undefined
} {
  const dates = from !== null && to !== null && from <= to ? { from, to } : null
  return { filter: { person, kind, dates, address }, view, after }
}

/** The filter and the number of rows as search parameters for `paths.auditLog`. */
export const toView = ({ person, kind, dates, address }: AuditFilter, view: View): AuditView => ({
  person,
  kind: kind ?? undefined,
  dates: dates ?? undefined,
  address: address.trim(),
  view: view === '50' ? undefined : view,
})

/** The filter as the query of `listAuditEvents`. */
export const toQuery = ({ person, kind, dates, address }: AuditFilter) => ({
  person,
  address,
  ...(kind === null ? {} : { kind }),
  ...(dates === null ? {} : { from: dates.from, to: dates.to }),
})
