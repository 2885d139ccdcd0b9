import * as z from 'zod/mini'
import { auditKinds } from '../../contract/audit-kinds.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { isoDate, searchKeywords, wholeNumber } from '../../contract/wire.ts'
import { keysOf } from '../../domain/keys-of.ts'

const person = z.object({ userId: z.string(), name: z.string() })

/** An audit event. `kind` is text, because the log may hold kinds of earlier versions. */
const auditEvent = z.object({
  seq: z.string(),
  at: z.string(),
  recordedAt: z.string(),
  kind: z.string(),
  /** The person that the event concerns; null if they are unknown. */
  person: z.nullable(person),
  /** The person who acted, if it is another person. */
  actor: z.nullable(person),
  sessionId: z.nullable(z.string()),
  address: z.nullable(z.string()),
  client: z.nullable(z.string()),
  detail: z.record(z.string(), z.string()),
  hash: z.string(),
})
export type AuditEvent = z.output<typeof auditEvent>

const kinds = keysOf(auditKinds)

const filter = {
  /** Part of a name or user id. */
  person: z._default(searchKeywords, ''),
  kind: z.optional(z.enum(kinds)),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  /** An address, or a network such as 192.0.2.0/24. */
  address: z._default(z.string().check(z.maxLength(50)), ''),
}

/** Paged by cursor: `after` names the last event of the previous page. */
export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/api/audit-events',
  summary: 'Lists the events of the audit log of the client’s realm, newest first, filtered and paged',
  access: 'AUDIT_VIEW',
  query: z.object({
    first: z._default(wholeNumber(1, 500), 50),
    after: z.optional(z.string().check(z.maxLength(200))),
    ...filter,
  }),
  reply: z.object({
    data: z.array(auditEvent),
    meta: z.object({
      /** Counted with the first page, as far as one screen shows; null if there are more, since counting all takes too long. */
      total: z.nullable(z.int()),
      next: z.nullable(z.string()),
    }),
  }),
})

/** The rows are not counted: there may be millions. */
export const exportAuditEvents = endpoint({
  method: 'GET',
  path: '/api/audit-events/export',
  summary: 'Exports the audit log of the client’s realm, newest first, filtered',
  access: 'AUDIT_VIEW',
  records: ['file-exported'],
  query: z.object({ format: exportQuery.format, ...filter }),
  reply: fileReply,
  file: true,
})

/** The last verification of the whole log (npm run audit:verify) and the last checkpoint. */
export const getAuditState = endpoint({
  method: 'GET',
  path: '/api/audit-events/state',
  summary: 'Returns the last verification of the audit log and its last checkpoint outside the database',
  access: 'AUDIT_VIEW',
  reply: z.object({
    events: z.string(),
    verified: z.nullable(z.object({ at: z.string(), events: z.string(), finding: z.nullable(z.string()) })),
    checkpointed: z.nullable(z.object({ at: z.string(), seq: z.string() })),
  }),
})
