import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fundId, isoDate, money } from '../../contract/wire.ts'
import { reviewStates } from '../grants/domain/grant-status.ts'

/** A grant of the fund that goes no further until somebody does something about it. */
const waitingGrant = z.object({
  grantId: z.string(),
  charityName: z.string(),
  amountMinor: money,
  reviewState: z.enum(reviewStates),
  /** What was asked, in the words of whoever asked; null where nothing was said. */
  question: z.nullable(z.string()),
  since: isoDate,
})
export type WaitingGrant = z.output<typeof waitingGrant>

const queue = z.object({ total: z.int(), oldestAgeDays: z.int() })

/** Something that moved the balance, or a grant where it stands now. */
const activity = z.object({
  date: isoDate,
  /** §2.6's section under which Fund Activity has it. */
  section: z.int(),
  /** 'Cash contribution'; of a grant its charity, as the register has the name. */
  title: z.string(),
  grantId: z.nullable(z.string()),
  /** Of a grant: where it stands, in words. */
  state: z.nullable(z.string()),
  /** What it adds to what may be granted, negative for what it takes; null where nothing is set aside. */
  amountMinor: z.nullable(money),
})
export type Activity = z.output<typeof activity>

const listedCharity = z.object({
  charityId: z.string(),
  name: z.string(),
  canBeSelected: z.boolean(),
  /** Paid to it by this fund, net of what came back. */
  grantedMinor: money,
})
export type ListedCharity = z.output<typeof listedCharity>

/** Home, signed in, beside the balance and its picture. What a person has no action for is null, and not shown. */
export const getHome = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/home',
  summary: 'What waits for the caller, what happened last in the fund, and the charities it keeps at hand',
  access: 'ACCOUNT_DETAIL_VIEW',
  params: z.object({ fundId }),
  reply: z.object({
    /** The fund's grants that wait, longest first, up to five. */
    waiting: z.nullable(z.object({ total: z.int(), grants: z.array(waitingGrant) })),
    /** The staff's queues of the whole book. */
    queues: z.nullable(z.object({ toApprove: queue, toPay: queue })),
    /** Newest first, up to eight. */
    activity: z.nullable(z.array(activity)),
    /** Those granted to last come first, up to six. */
    charities: z.nullable(z.object({ total: z.int(), charities: z.array(listedCharity) })),
  }),
})
