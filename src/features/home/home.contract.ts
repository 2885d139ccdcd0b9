import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { currency, fundId, isoDate, money } from '../../contract/wire.ts'
import { reviewStates } from '../grants/domain/review-states.ts'

/** A grant of the fund that waits for funds or for an answer. */
const waitingGrant = z.object({
  grantId: z.string(),
  charityName: z.string(),
  amountMinor: money,
  reviewState: z.enum(reviewStates),
  /** The reviewer's question; null where the grant waits for funds. */
  question: z.nullable(z.string()),
  since: isoDate,
})
export type WaitingGrant = z.output<typeof waitingGrant>

/** What waits for the caller in another of their accounts. */
const waitingElsewhere = z.object({
  fundId: z.int(),
  currency,
  accountName: z.string(),
  documentsToSign: z.int(),
  /** Reviewers’ questions about grants. */
  questions: z.int(),
})
export type WaitingElsewhere = z.output<typeof waitingElsewhere>

const queue = z.object({ total: z.int(), oldestAgeDays: z.int() })

/** A posting that changed the balance, or a grant with its current state. */
const activity = z.object({
  date: isoDate,
  /** The section of Fund Activity that lists it (§2.6). */
  section: z.int(),
  /** The kind of posting, such as 'Cash contribution'; for a grant the charity's name as registered. */
  title: z.string(),
  grantId: z.nullable(z.string()),
  /** A grant's state as people read it; null for other postings. */
  state: z.nullable(z.string()),
  /** The change of the available balance, negative for a grant; null where a grant has no money reserved. */
  amountMinor: z.nullable(money),
})
export type Activity = z.output<typeof activity>

const listedCharity = z.object({
  charityId: z.string(),
  name: z.string(),
  canBeSelected: z.boolean(),
  /** What this fund has paid to it, less what was returned. */
  grantedMinor: money,
})
export type ListedCharity = z.output<typeof listedCharity>

/** The home page of a signed-in person, without the balance. A part that the person has no permission for is null. */
export const getHome = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/home',
  summary:
    'Returns what needs the caller’s attention, the latest activity of the fund, and its saved charities',
  access: 'ACCOUNT_DETAIL_VIEW',
  params: z.object({ fundId }),
  reply: z.object({
    /** The fund's waiting grants, longest wait first, at most five; null for people who may not act on them. */
    waiting: z.nullable(z.object({ total: z.int(), grants: z.array(waitingGrant) })),
    /** How many documents wait for the caller’s signature; null for people who sign nothing. */
    documentsToSign: z.nullable(z.int()),
    /** The caller’s other accounts, in all books of the client, where a document or a question waits for them; at most five are named. */
    elsewhere: z.object({ total: z.int(), accounts: z.array(waitingElsewhere) }),
    /** How many drafts, baskets and files of grants the fund has that were not submitted; null for people who may not continue them. */
    drafts: z.nullable(z.int()),
    /** How many of the caller’s relationships, in all books of the client, wait for their decision about their contact details. */
    contactsToDecide: z.int(),
    /** The staff queues of the whole book; null where the caller may not do their work. */
    queues: z.nullable(z.object({ toApprove: z.nullable(queue), toPay: z.nullable(queue) })),
    /** Newest first, at most eight. */
    activity: z.nullable(z.array(activity)),
    /** Most recently granted first, at most six. */
    charities: z.nullable(z.object({ total: z.int(), charities: z.array(listedCharity) })),
  }),
})
