import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { permissions } from '../../contract/permissions.ts'
import { requiredMessage, requiredReason } from '../../contract/required-text.ts'
import { command, isoDate } from '../../contract/wire.ts'
import { rightRoles } from '../../domain/realm-roles.ts'
import { setName } from './staff-sets.contract.ts'
import { personId, right } from './users.contract.ts'

const rightId = z.uuid()
const oneRight = z.object({ rightId, state: right.shape.state })
const waitingRight = z.extend(right, {
  ...{ personId, userId: z.string(), name: z.string() },
  /** Why no one may confirm it any more, because of its set, as a sentence; null if someone may. */
  setRefusal: z.nullable(z.string()),
})
export type WaitingRight = z.output<typeof waitingRight>

export const listWaitingRights = endpoint({
  method: 'GET',
  path: '/api/waiting-rights',
  summary: 'Lists rights that wait for a second person, oldest first',
  access: ['USER_MANAGE', 'AUDIT_VIEW'],
  reply: z.object({ data: z.array(waitingRight), meta: z.object({ total: z.int() }) }),
})

/** A named set of the client, or a role with all or some of its permissions. */
const given = z.union([
  z.object({
    set: setName,
    /**
     * The last change of the set that the person has seen; null before the first. The right is refused where another came since. Absent: it
     * gives what the set has then.
     */
    lastChangeId: z.optional(z.nullable(z.uuid())),
  }),
  z.object({
    role: z.enum(rightRoles),
    actions: z.union([
      z.literal('all'),
      z.array(z.enum(permissions)).check(z.minLength(1, 'Choose at least one permission'), z.maxLength(200)),
    ]),
    /** Of the service team. */
    book: z.nullable(z.string().check(z.maxLength(31))),
  }),
])
export type GivenRight = z.output<typeof given>

/** The first and the last day, by the client’s calendar; null: at once, and until it is ended. */
export const rightPeriod = { from: z.nullable(isoDate), until: z.nullable(isoDate) }
export const rightReason = requiredMessage('Say what the person needs it for')

export const giveRight = endpoint({
  method: 'POST',
  path: '/api/users/{personId}/rights',
  summary:
    'Gives a person a right, or asks a second person to confirm it where its permissions take two; refused to the person themselves',
  access: 'USER_MANAGE',
  changesAccess: true,
  idempotent: 'own-row',
  records: ['right-given', 'right-requested'],
  stepUp: true,
  params: z.object({ personId }),
  body: command(z.object({ given, ...rightPeriod, reason: rightReason })),
  reply: oneRight,
})

const decision = {
  method: 'POST',
  access: 'USER_MANAGE',
  changesAccess: true,
  params: z.object({ rightId }),
  reply: oneRight,
} as const

export const confirmRight = endpoint({
  ...decision,
  path: '/api/rights/{rightId}/confirm',
  summary: 'Confirms a right; refused to the person who asked for it and to the person whom it is for',
  records: ['right-confirmed'],
  stepUp: true,
  body: command(z.object({})),
})

export const declineRight = endpoint({
  ...decision,
  path: '/api/rights/{rightId}/decline',
  summary: 'Declines a right that waits for a second person',
  records: ['right-declined'],
  body: command(z.object({ reason: requiredReason })),
})

export const withdrawRight = endpoint({
  ...decision,
  path: '/api/rights/{rightId}/withdraw',
  summary: 'Withdraws the caller’s own request for a right',
  records: ['right-withdrawn'],
  body: command(z.object({})),
})

/** Whether the caller knows that fewer people will be able to do a step than the client asks for; otherwise that is refused. */
export const acceptsSmallerTeam = z.boolean()

export const endRight = endpoint({
  ...decision,
  path: '/api/rights/{rightId}/end',
  summary:
    'Ends a right at once, in every instance and for what runs already; refused for one’s own, and where the team gets too small unless that is accepted',
  records: ['right-ended'],
  body: command(z.object({ reason: requiredReason, acceptsSmallerTeam })),
})

export const reinstateRight = endpoint({
  ...decision,
  path: '/api/rights/{rightId}/reinstate',
  summary: 'Puts a right back in force that nobody signed off in time',
  records: ['right-reinstated'],
  stepUp: true,
  body: command(z.object({ reason: requiredReason })),
})

const reviewedRight = z.extend(waitingRight, {
  lastLogin: z.nullable(z.string()),
  isOwn: z.boolean(),
  /** What the team would lack without it, as sentences. */
  missing: z.array(z.string()),
})
export type ReviewedRight = z.output<typeof reviewedRight>

export const listRightReview = endpoint({
  method: 'GET',
  path: '/api/right-review',
  summary: 'Returns the quarter’s review of rights: what is not signed off yet',
  access: ['USER_MANAGE', 'AUDIT_VIEW'],
  reply: z.object({
    /** Null: there was no review yet. */
    review: z.nullable(
      z.object({
        quarter: z.string(),
        openedAt: z.string(),
        closesAt: z.string(),
        closedAt: z.nullable(z.string()),
        /** How many rights were suspended when it closed. */
        suspended: z.nullable(z.int()),
      }),
    ),
    data: z.array(reviewedRight),
    meta: z.object({ total: z.int() }),
  }),
})

export const signOffRight = endpoint({
  ...decision,
  path: '/api/rights/{rightId}/sign-off',
  summary: 'Confirms in the quarter’s review that a person still needs a right; refused for one’s own',
  records: ['right-signed-off'],
  body: command(z.object({})),
})
