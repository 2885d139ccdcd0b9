import * as z from 'zod/mini'
import { type AuditKind, auditKinds } from '../../contract/audit-kinds.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { isoDate, wholeNumber } from '../../contract/wire.ts'

const person = z.object({ userId: z.string(), name: z.string() })

/** An event as the staff read it. Kinds of an earlier program stay in the trail, so they are text. */
const auditEvent = z.object({
  seq: z.string(),
  at: z.string(),
  recordedAt: z.string(),
  kind: z.string(),
  /** Whom it is about; null where nobody of the realm is known. */
  person: z.nullable(person),
  /** Who did it, where that is somebody else. */
  actor: z.nullable(person),
  sessionId: z.nullable(z.string()),
  address: z.nullable(z.string()),
  client: z.nullable(z.string()),
  detail: z.record(z.string(), z.string()),
  hash: z.string(),
})
export type AuditEvent = z.output<typeof auditEvent>

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]]

/** A page is marked by the event after which it begins; the trail is too long to be counted for each view. */
export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/api/audit-events',
  summary: 'The audit trail of the client’s people, newest first, filtered and paged',
  access: 'AUDIT_VIEW',
  query: z.object({
    first: z._default(wholeNumber(1, 200), 50),
    after: z.optional(z.string().check(z.maxLength(200))),
    /** Part of a name or user id. */
    person: z._default(z.string().check(z.maxLength(200)), ''),
    kind: z.optional(z.enum(kinds)),
    from: z.optional(isoDate),
    to: z.optional(isoDate),
    /** An address, or a network such as 192.0.2.0/24. */
    address: z._default(z.string().check(z.maxLength(50)), ''),
  }),
  reply: z.object({ data: z.array(auditEvent), meta: z.object({ next: z.nullable(z.string()) }) }),
})

/** When the whole trail was last looked through (npm run audit:verify), and how far it is anchored. */
export const getAuditState = endpoint({
  method: 'GET',
  path: '/api/audit-events/state',
  summary:
    'Whether the audit trail was last verified intact, and how far its head is anchored outside the database',
  access: 'AUDIT_VIEW',
  reply: z.object({
    events: z.string(),
    verified: z.nullable(z.object({ at: z.string(), events: z.string(), finding: z.nullable(z.string()) })),
    anchored: z.nullable(z.object({ at: z.string(), seq: z.string() })),
  }),
})
