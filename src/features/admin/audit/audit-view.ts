import * as z from 'zod/mini'
import { auditKinds } from '../../../contract/audit-kinds.ts'
import { asIsoDate, type DateRange } from '../../../domain/dates.ts'
import type { AuditView } from '../../../web/routing/paths.ts'

// The router parses values that look like numbers as numbers.
const text = z.catch(
  z.pipe(z.pipe(z.union([z.string(), z.number()]), z.transform(String)), z.string().check(z.maxLength(200))),
  '',
)
const day = z.catch(z.nullable(z.pipe(z.string(), z.transform(asIsoDate))), null)

const searchSchema = z.object({
  person: text,
  kind: z.catch(z.nullable(z.enum(Object.keys(auditKinds) as [keyof typeof auditKinds])), null),
  from: day,
  to: day,
  address: text,
  after: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
})

/** The filter of the audit log. */
export type AuditFilter = {
  person: string
  kind: keyof typeof auditKinds | null
  dates: DateRange | null
  address: string
}

export const noFilter: AuditFilter = { person: '', kind: null, dates: null, address: '' }

/** Reads filter and page from the URL. Invalid values are ignored. */
export function auditViewOf(search: unknown): { filter: AuditFilter; after: string | undefined } {
  const { person, kind, from, to, address, after } = z.parse(searchSchema, search)
  const dates = from !== null && to !== null && from <= to ? { from, to } : null
  return { filter: { person, kind, dates, address }, after }
}

/** The filter as search parameters for `paths.auditLog`. */
export const toView = ({ person, kind, dates, address }: AuditFilter): AuditView => ({
  person: person.trim(),
  kind: kind ?? undefined,
  dates: dates ?? undefined,
  address: address.trim(),
})

/** The filter as the query of `listAuditEvents`. */
export const toQuery = ({ person, kind, dates, address }: AuditFilter, after: string | undefined) => ({
  person,
  address,
  ...(kind === null ? {} : { kind }),
  ...(dates === null ? {} : { from: dates.from, to: dates.to }),
  ...(after === undefined ? {} : { after }),
})
