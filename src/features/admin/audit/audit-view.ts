import * as z from 'zod/mini'
import { auditKinds } from '../../../contract/audit-kinds.ts'
import { asIsoDate, type DateRange } from '../../../domain/dates.ts'
import type { AuditView } from '../../../web/routing/paths.ts'

// The router reads what looks like a number as one.
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

/** What the trail is filtered by. */
export type AuditFilter = {
  person: string
  kind: keyof typeof auditKinds | null
  dates: DateRange | null
  address: string
}

export const everything: AuditFilter = { person: '', kind: null, dates: null, address: '' }

/** The view lives in the address; what nobody offers is left out. */
export function auditViewOf(search: unknown): { filter: AuditFilter; after: string | undefined } {
  const { person, kind, from, to, address, after } = z.parse(searchSchema, search)
  const dates = from !== null && to !== null && from <= to ? { from, to } : null
  return { filter: { person, kind, dates, address }, after }
}

/** As `paths.auditTrail` takes it. */
export const asAddress = ({ person, kind, dates, address }: AuditFilter): AuditView => ({
  person: person.trim(),
  kind: kind ?? undefined,
  dates: dates ?? undefined,
  address: address.trim(),
})

/** As the endpoint takes it. */
export const asQuestion = ({ person, kind, dates, address }: AuditFilter, after: string | undefined) => ({
  person,
  address,
  ...(kind === null ? {} : { kind }),
  ...(dates === null ? {} : { from: dates.from, to: dates.to }),
  ...(after === undefined ? {} : { after }),
})
