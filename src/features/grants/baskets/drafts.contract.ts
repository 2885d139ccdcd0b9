import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../../contract/list.ts'
import {
  command,
  flag,
  fundId,
  isoDate,
  listQuery,
  money,
  revisionFrom,
  sentAmount,
  wholeNumber,
} from '../../../contract/wire.ts'
import { namingCodes } from '../../people/domain/naming.ts'
import { withAdvice } from '../domain/advice.ts'
import { draftChoices } from '../domain/grant-choices.ts'
import { frequencyCodes, maxOccurrences } from '../schedules/domain/schedule.ts'

const draftId = z.uuid()
const basketId = z.uuid()

/** The most grants that are gathered by hand, and that one file can have. */
export const maxBasketRows = 50
export const maxFileRows = 5000

const shortText = (most: number) => z.nullable(z.string().check(z.maxLength(most)))

const givenText = z.string().check(z.maxLength(40))

/** A partly filled-in recommendation. It is not validated until it is submitted. */
export const draftContent = z.object({
  charityId: shortText(40),
  /** As it was chosen, or as the file names it. */
  charityName: shortText(300),
  amountMinor: z.nullable(sentAmount),
  ...draftChoices,
  frequency: z._default(z.enum(frequencyCodes), 'once'),
  /** The first date; null: as soon as it is approved. */
  startsOn: z._default(z.nullable(isoDate), null),
  endsOn: z._default(z.nullable(isoDate), null),
  endsAfter: z._default(z.nullable(wholeNumber(1, maxOccurrences)), null),
  /** What the file says: the number of the charity, the amount, who is named where that could not be read, and a purpose that is too long. */
  given: z._default(
    z.nullable(
      z.object({
        taxId: givenText,
        amount: givenText,
        naming: givenText,
        purpose: z._default(z.string().check(z.maxLength(2000)), ''),
      }),
    ),
    null,
  ),
  /** The warnings that a person has answered, by their keys, which name the charity and the amount. */
  accepted: z._default(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(20)), []),
})
export type DraftContent = z.output<typeof draftContent>

const draft = z.object({
  draftId,
  revision: z.int(),
  startedByName: z.string(),
  changedByName: z.string(),
  changedAt: z.string(),
  content: draftContent,
})
export type Draft = z.output<typeof draft>

const listedDraft = z.object({
  ...draft.shape,
  /** Why its charity needs attention, as a sentence; null if it does not. */
  charityFlag: z.nullable(z.string()),
  /** Of the charity. */
  logoUrl: z.nullable(z.string()),
})
export type ListedDraft = z.output<typeof listedDraft>

const basketBrief = z.object({
  basketId,
  source: z.enum(['selection', 'file']),
  fileName: z.nullable(z.string()),
  startedByName: z.string(),
  createdAt: z.string(),
  rows: z.int(),
  totalMinor: money,
})
export type BasketBrief = z.output<typeof basketBrief>

const access = 'GRANT_RECOMMEND'

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grant-drafts',
  summary: 'Drafts of grant recommendations of a fund and its open baskets, latest first',
  access,
  params: z.object({ fundId }),
  reply: z.object({ data: z.array(listedDraft), baskets: z.array(basketBrief) }),
})

export const getDraft = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grant-drafts/{draftId}',
  summary: 'Returns one draft of a grant recommendation',
  access,
  params: z.object({ fundId, draftId }),
  reply: draft,
})

/** How many drafts outside of baskets an account can have and its page shows, and the refusal of one more. */
export const maxDrafts = 200
export const tooManyDrafts = `An account can have up to ${maxDrafts} drafts. Submit or remove one first.`

export const saveDraft = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-drafts/{draftId}',
  summary: 'Saves a draft. Revision 0 creates it; a conflict says who saved another revision in the meantime',
  access,
  params: z.object({ fundId, draftId }),
  body: command(z.object({ revision: revisionFrom(0), content: draftContent })),
  reply: draft,
  silent: true,
})

export const removeDraft = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-drafts/{draftId}/remove',
  summary: 'Removes a draft, also one that is in a basket; repeating it changes nothing',
  access,
  params: z.object({ fundId, draftId }),
  body: command(z.object({})),
  reply: z.object({}),
})

export const addToBasket = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-baskets',
  summary: 'Adds new or existing drafts to the fund’s basket, which can have up to 50',
  access,
  params: z.object({ fundId }),
  body: command(
    z.object({
      drafts: z
        .array(z.object({ draftId, content: draftContent }))
        .check(z.minLength(1, 'Choose a grant'), z.maxLength(maxBasketRows)),
    }),
  ),
  reply: basketBrief,
})

export const uploadGrants = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-files',
  summary: 'Reads a spreadsheet of up to 5,000 recommendations into a basket, where its rows are checked',
  access,
  params: z.object({ fundId }),
  query: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    /** The naming for rows that do not specify it. */
    naming: z._default(z.enum(namingCodes), 'fund_and_donor'),
    /** Whether rows that the file hides, such as by a filter, become grants; absent until the person has chosen. */
    hiddenRows: z.optional(z.enum(['include', 'leave-out'])),
    /** Whether the person confirmed a file that was uploaded before. */
    again: z._default(flag, false),
  }),
  upload: { maxBytes: 5_000_000 },
  reply: basketBrief,
})

const rowError = z.object({ field: z.string(), message: z.string() })
const rowWarning = z.object({ key: z.string(), message: z.string(), isAccepted: z.boolean() })

const basketRow = z.object({
  ...draft.shape,
  /** Its row in the file, or its place in the basket, from 1. */
  position: z.int(),
  /** The charity as the register has it; null where none is known. */
  charity: z.nullable(
    z.object({
      name: z.string(),
      taxId: z.string(),
      place: z.nullable(z.string()),
      logoUrl: z.nullable(z.string()),
    }),
  ),
  errors: z.array(rowError),
  warnings: z.array(rowWarning),
})
export type BasketRow = z.output<typeof basketRow>

const basketState = z.enum(['open', 'submitted', 'discarded'])

const basket = z.object({
  ...basketBrief.shape,
  state: basketState,
  availableMinor: money,
  /** Why the basket as a whole cannot be submitted: the balance. */
  problem: z.nullable(z.string()),
  rowsWithErrors: z.int(),
  /** Unanswered warnings. */
  openWarnings: z.int(),
  /** Identifies exactly these rows; the submission names it. */
  version: z.string(),
})
export type Basket = z.output<typeof basket>

export const downloadTemplate = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grant-files/template',
  summary: 'Returns an empty spreadsheet with the columns of a file of grants',
  access,
  params: z.object({ fundId }),
  query: z.object({ format: exportQuery.format }),
  reply: fileReply,
  file: true,
})

export const getBasket = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grant-baskets/{basketId}',
  summary: 'Returns a basket with a page of its rows, each with its errors and warnings',
  access,
  params: z.object({ fundId, basketId }),
  query: z.object({
    first: listQuery.first,
    /** The position after which the page begins. */
    after: z._default(wholeNumber(0, maxFileRows + 1), 0),
    only: z.optional(z.enum(['problems'])),
  }),
  /** `total`: the rows of all pages. */
  reply: z.object({ basket, rows: z.array(basketRow), total: z.int(), next: z.nullable(z.int()) }),
})

export const exportBasket = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grant-baskets/{basketId}/export',
  summary: 'Exports the rows of a basket with what is to be corrected or confirmed in each',
  access,
  params: z.object({ fundId, basketId }),
  query: z.object({ format: exportQuery.format }),
  reply: fileReply,
  file: true,
})

export const acceptWarnings = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-drafts/{draftId}/accept',
  summary: 'Answers warnings about a row of a basket, or withdraws the answer',
  access,
  params: z.object({ fundId, draftId }),
  body: command(
    z.object({
      keys: z.array(z.string().check(z.maxLength(120))).check(z.maxLength(20)),
      accepted: z.boolean(),
    }),
  ),
  reply: draft,
})

export const submitBasket = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-baskets/{basketId}/submit',
  summary: 'Recommends all grants of a basket or none; step-up by their sum',
  access,
  records: ['grants-recommended'],
  idempotent: 'own-row',
  params: z.object({ fundId, basketId }),
  body: command(
    z.object({ version: z.string().check(z.maxLength(100)), ...withAdvice, certified: z.boolean() }),
  ),
  reply: z.object({ basketId, grants: z.int(), totalMinor: money }),
})

export const getProgress = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grant-baskets/{basketId}/progress',
  summary: 'Returns how many grants of a basket have been recommended so far, while it is submitted',
  access,
  params: z.object({ fundId, basketId }),
  reply: z.object({ state: basketState, progress: z.int(), rows: z.int(), grants: z.nullable(z.int()) }),
})

export const discardBasket = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-baskets/{basketId}/discard',
  summary: 'Discards a basket with all of its drafts; repeating it changes nothing',
  access,
  params: z.object({ fundId, basketId }),
  body: command(z.object({})),
  reply: z.object({}),
})
