import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { command, currency, isoDate } from '../../contract/wire.ts'

/** One of the caller's own relationships with an account, about which they can decide something. */
const ownRelationship = z.object({
  relationshipId: z.string(),
  fundId: z.int(),
  currency,
  accountName: z.string(),
  accountRoleName: z.string(),
  since: isoDate,
  /** Who added them; null: unknown. The sponsor's staff appear as the sponsor. */
  addedBy: z.nullable(z.string()),
  /** Whether the other people of the account see the caller's contact; `waiting`: not yet, the caller has not decided. */
  contact: z.enum(['waiting', 'shared', 'not-shared']),
  mayLeave: z.boolean(),
})
export type OwnRelationship = z.output<typeof ownRelationship>

const reply = z.object({ data: z.array(ownRelationship) })

/** What the caller was added to, in all books of the client; what waits for them first. */
export const listOwnRelationships = endpoint({
  method: 'GET',
  path: '/api/my-relationships',
  summary:
    'Lists the caller’s own relationships with accounts in which they share their contact or may leave',
  access: 'signed-in',
  reply,
})

// The relationship is the caller's own: for everyone else it does not exist.
const params = z.object({ relationshipId: z.uuid() })

/** Who shared their contact cannot take it back, since the others have read it: they leave the account, or ask staff. */
export const decideContactSharing = endpoint({
  method: 'POST',
  path: '/api/my-relationships/{relationshipId}/contact',
  summary:
    'Shares the caller’s contact with the other people of an account, or not; repeating it changes nothing',
  records: ['account-changed'],
  access: 'signed-in',
  params,
  body: command(z.object({ shares: z.boolean() })),
  reply,
})

export const leaveAccount = endpoint({
  method: 'POST',
  path: '/api/my-relationships/{relationshipId}/leave',
  summary: 'Ends the caller’s own relationship with an account; repeating it changes nothing',
  records: ['account-changed'],
  access: 'signed-in',
  params,
  body: command(z.object({})),
  reply,
})
