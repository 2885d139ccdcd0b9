import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { charityId, command, wholeNumber } from '../../contract/wire.ts'

const noticeId = z.uuid()

const changeNotice = z.object({
  noticeId,
  /**
   * `open`: it waits for a person, also if its proposal was declined; `proposed`: it became a proposal of bank details, which two people
   * decide; `confirmed`: they did.
   */
  state: z.enum(['open', 'proposed', 'confirmed', 'closed']),
  /** The bank's code, what it means, and the correction with the last four characters of an account number. */
  sentence: z.string(),
  /** What the entry named; null if nothing. */
  reference: z.nullable(z.string()),
  /** Null where it names none of our payments. */
  grantId: z.nullable(z.uuid()),
  charityId: z.nullable(charityId),
  charityName: z.nullable(z.string()),
  fileName: z.string(),
  receivedAt: z.string(),
  /** Why it waits for a person, as a sentence; who declined its proposal, and why. */
  problem: z.nullable(z.string()),
  /** Why it cannot become a proposal as it stands; null if it can. */
  proposalRefusal: z.nullable(z.string()),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type ChangeNotice = z.output<typeof changeNotice>

export const listChangeNotices = endpoint({
  method: 'GET',
  path: '/api/change-notices',
  summary:
    'Lists the bank’s notices of change: those that wait for a person, oldest first, then the latest that were decided',
  access: 'SUPER_DASHBOARD_VIEW',
  /** `first`: how many open ones, at most. */
  query: z.object({ first: z._default(wholeNumber(1, 200), 200) }),
  reply: z.object({ data: z.array(changeNotice), meta: z.object({ open: z.int() }) }),
})

// A proposal of bank details needs the same permission and step-up wherever it comes from.
export const proposeFromNotice = endpoint({
  method: 'POST',
  path: '/api/change-notices/{noticeId}/propose',
  summary: 'Proposes the bank’s correction as new bank details, which someone else has to confirm',
  access: 'BANK_DETAILS_EDIT',
  stepUp: true,
  idempotent: true,
  audit: 'change-notice-proposed',
  params: z.object({ noticeId }),
  body: command(z.object({})),
  reply: changeNotice,
})

// The person who applies bank files also ends what came of them. Closing changes no bank details.
export const closeNotice = endpoint({
  method: 'POST',
  path: '/api/change-notices/{noticeId}/close',
  summary: 'Closes a notice of change without a proposal, with a reason',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'change-notice-closed',
  params: z.object({ noticeId }),
  body: command(z.object({ note: requiredReason })),
  reply: changeNotice,
})
