import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { command, fundId, isoDate } from '../../contract/wire.ts'
import { maxFundId, minFundId } from '../../domain/fund-id.ts'
import { waitingPosting } from '../posting-requests/waiting-posting.contract.ts'
import { contributionStates } from './domain/contribution.ts'
import { contributionMethods, payer } from './domain/payer.ts'
import { missingCategory, reversalCategories } from './domain/reversal.ts'

// Corrections of a contribution that was received.

const params = z.object({ fundId, contributionId: z.uuid() })

export const missingRightFund = 'Enter the ID of the right account, six to eight digits'
const otherFundId = z
  .int(missingRightFund)
  .check(z.minimum(minFundId, missingRightFund), z.maximum(maxFundId, missingRightFund))

/** Who gave, when and how. */
export const correctedContribution = z.object({
  payer,
  giftDate: isoDate,
  /** Absent: as it is. */
  method: z.optional(z.enum(contributionMethods)),
})

/** What the list of commands that wait for a second person says about a correction. */
export const filedCorrection = z.extend(correctedContribution, {
  before: z.object({
    payer: z.nullable(payer),
    giftDate: isoDate,
    method: z.nullable(z.enum(contributionMethods)),
  }),
})

export const correctContribution = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/correct',
  summary:
    'Corrects the payer, the way or the date of gift of a contribution that was received, or files this for a second person where a receipt was issued or the money came from an IRA',
  access: 'POSTING_CREATE',
  records: ['contribution-corrected'],
  stepUp: true,
  idempotent: true,
  // What was corrected leaves its event by a trigger (db/migrations/0091_payers.sql).
  auditWhenFiled: 'contribution-correction-filed',
  changesEntered: true,
  params,
  body: command(z.extend(correctedContribution, { reason: requiredReason })),
  reply: z.object({
    /** What waits for a second person; null if it was corrected. */
    postingRequest: z.nullable(waitingPosting),
  }),
})

/** What the list of commands that wait for a second person says about a reversal. Older ones were asked for as mistakes. */
export const filedReversal = z.object({ category: z._default(z.enum(reversalCategories), 'mistake') })

export const reverseContribution = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/reverse',
  summary:
    'Asks a second person to take back a contribution that was entered by mistake, misdirected or never accepted, whatever its amount',
  access: 'POSTING_REVERSE',
  stepUp: true,
  idempotent: true,
  audit: 'posting-reversal-requested',
  changesEntered: true,
  params,
  body: command(z.object({ category: z.enum(reversalCategories, missingCategory), reason: requiredReason })),
  reply: z.object({ state: z.enum(contributionStates) }),
})

/** What the list of commands that wait for a second person says about a move. */
export const filedMove = z.object({
  toFundId: z.int(),
  toAccountName: z.string(),
  /** Null: nobody is known, and no receipt is issued. Moves that were asked for before receipts existed name nobody. */
  payer: z._default(z.nullable(payer), null),
})

export const moveContribution = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/move',
  summary:
    'Asks a second person to move a contribution that was received to the account that it was for, with its date of gift',
  access: 'POSTING_REVERSE',
  stepUp: true,
  idempotent: true,
  audit: 'contribution-move-requested',
  changesEntered: true,
  params,
  body: command(
    z.object({
      reason: requiredReason,
      toFundId: otherFundId,
      /** Who gave it, who may be others than the donors of the wrong account. Null: the donors of the right account. */
      payer: z.nullable(payer),
    }),
  ),
  reply: z.object({ state: z.enum(contributionStates) }),
})

export const bounceContribution = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/bounce',
  summary: 'Asks a second person to record that the bank did not pay the check of a contribution',
  access: 'POSTING_REVERSE',
  stepUp: true,
  idempotent: true,
  audit: 'contribution-bounce-requested',
  changesEntered: true,
  params,
  body: command(z.object({ reason: requiredReason })),
  reply: z.object({ state: z.enum(contributionStates) }),
})
