import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { command, money } from '../../contract/wire.ts'
import { decidingPermissions, postingKindNames } from './domain/posting-kinds.ts'

const requestId = z.uuid()

const postingRequest = z.object({
  requestId,
  kind: z.enum(postingKindNames),
  /** The grant, the contribution or the bank file. */
  subjectId: z.uuid(),
  /** Null for a bank file, which is about many accounts. */
  fundId: z.nullable(z.int()),
  accountName: z.nullable(z.string()),
  /** Null for a contribution and a bank file. */
  charityName: z.nullable(z.string()),
  amountMinor: money,
  reason: z.nullable(z.string()),
  /** What the bank calls a return; null if the command has none. */
  bankReference: z.nullable(z.string()),
  /** What the command's feature says about requests of its kind; its own contract decodes it. Null for kinds without any. */
  details: z.nullable(z.record(z.string(), z.unknown())),
  requestedByName: z.string(),
  requestedAt: z.string(),
  isOwn: z.boolean(),
  /** Why the caller may not decide, as a sentence; null if they may. */
  decisionRefusal: z.nullable(z.string()),
})
export type PostingRequest = z.output<typeof postingRequest>

export const listPostingRequests = endpoint({
  method: 'GET',
  path: '/api/posting-requests',
  summary: 'Lists commands that post money and wait for a second person, oldest first',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({ data: z.array(postingRequest), meta: z.object({ total: z.int() }) }),
})

const decided = z.object({ requestId, state: z.enum(['confirmed', 'declined', 'withdrawn']) })

// Each takes the permission of the command that waits (domain/posting-kinds.ts), and nothing besides it.
export const confirmPostingRequest = endpoint({
  method: 'POST',
  path: '/api/posting-requests/{requestId}/confirm',
  summary:
    'Confirms a command that waits for a second person and carries it out; refused to the person who entered it',
  access: decidingPermissions,
  stepUp: true,
  idempotent: true,
  audit: 'posting-confirmed',
  params: z.object({ requestId }),
  body: command(z.object({})),
  reply: decided,
})

export const declinePostingRequest = endpoint({
  method: 'POST',
  path: '/api/posting-requests/{requestId}/decline',
  summary: 'Declines a command that waits for a second person; nothing is posted',
  access: decidingPermissions,
  idempotent: true,
  audit: 'posting-declined',
  params: z.object({ requestId }),
  body: command(z.object({ note: requiredReason })),
  reply: decided,
})

export const withdrawPostingRequest = endpoint({
  method: 'POST',
  path: '/api/posting-requests/{requestId}/withdraw',
  summary: 'Withdraws the caller’s own command that waits for a second person',
  access: decidingPermissions,
  idempotent: true,
  audit: 'posting-withdrawn',
  params: z.object({ requestId }),
  body: command(z.object({})),
  reply: decided,
})
