import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import {
  amountAboveZero,
  command,
  flag,
  fundId,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
} from '../../contract/wire.ts'
import { waitingPosting } from '../posting-requests/waiting-posting.contract.ts'
import { waysToGive } from './domain/announcement.ts'
import {
  cancelReason,
  contributionContent,
  contributionDocumentKinds,
  contributionFilters,
  contributionKinds,
  contributionStates,
  documentStates,
} from './domain/contribution.ts'
import { contributionMethods, payer } from './domain/payer.ts'
import { receiptStates } from './domain/receipt.ts'

const asset = z.object({
  ticker: z.nullable(z.string()),
  description: z.string(),
  quantity: z.string(),
})

const announced = z.object({
  way: z.enum(waysToGive),
  sendsOn: z.nullable(isoDate),
  sentFrom: z.nullable(z.string()),
  note: z.nullable(z.string()),
})

const movedContribution = z.object({ transactionId: z.int(), fundId: z.int() })

const contribution = z.object({
  contributionId: z.string(),
  transactionId: z.int(),
  enteredDate: isoDate,
  enteredBy: z.string(),
  fundId: z.int(),
  accountName: z.string(),
  kind: z.enum(contributionKinds),
  /** What is expected; null for securities. */
  amountMinor: z.nullable(money),
  /** What the account was credited with; null until it is received. */
  receivedMinor: z.nullable(money),
  assets: z.array(asset),
  state: z.enum(contributionStates),
  cancelReason: z.nullable(z.string()),
  /** What the people of the account announced; null for what staff entered. */
  announced: z.nullable(announced),
  /** The day on which the donor gave; null until it is received. */
  giftDate: z.nullable(isoDate),
  /** Who gave it; null until it is received, and for what was received before payers were asked for. */
  payer: z.nullable(payer),
  method: z.nullable(z.enum(contributionMethods)),
  /** The ways in which one of its kind comes to the book. */
  methods: z.array(z.enum(contributionMethods)),
  /** Whether the sponsor takes money from individual retirement accounts. */
  takesIra: z.boolean(),
  /** The latest receipt; null: none was issued. */
  receipt: z.nullable(z.object({ number: z.string(), state: z.enum(receiptStates), isFiled: z.boolean() })),
  /** Days since it was entered, while it is expected; null once it was received or cancelled. */
  ageDays: z.nullable(z.int()),
  needsCountersignature: z.boolean(),
  /** The same contribution in the right account, once it moved there; null if it did not. */
  movedTo: z.nullable(movedContribution),
  /** The contribution in the wrong account that it was before; null if it was not. */
  movedFrom: z.nullable(movedContribution),
  /** The latest document; null: none was prepared. */
  document: z.nullable(
    z.object({
      kind: z.enum(contributionDocumentKinds),
      state: z.enum(documentStates),
      preparedDate: isoDate,
      /** Whether it is being withdrawn: the provider has not confirmed it yet. */
      isBeingWithdrawn: z.boolean(),
      /** The envelope that the reader can countersign now at /sign; null if it is not the sponsor's turn, or not the reader's to sign. */
      envelopeToCountersign: z.nullable(z.string()),
      /** In their order. */
      signers: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['waiting', 'signed', 'declined']),
          date: z.nullable(isoDate),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  mayPrepare: z.boolean(),
  mayReceive: z.boolean(),
  mayCancel: z.boolean(),
  /** Whether it can be reversed, or moved to another account. */
  mayReverse: z.boolean(),
  mayBounce: z.boolean(),
  /** Whether the payer or the date of gift can be corrected. */
  mayCorrect: z.boolean(),
  /** Why staff cannot ask for its reversal, and what they do instead; null if they can, or if there is nothing to reverse. */
  reverseViolation: z.nullable(z.string()),
  /** A command that waits for a second person; null if there is none. */
  postingRequest: z.nullable(waitingPosting),
})
export type Contribution = z.output<typeof contribution>

const filter = {
  /** A part of the account's name, its number, or the number of the contribution. */
  keywords: z._default(searchKeywords, ''),
  state: z.optional(z.enum(contributionFilters)),
}

/** The contributions of all accounts of the book, for the sponsor's staff, newest first. */
export const listContributions = endpoint({
  method: 'GET',
  path: '/api/contributions',
  summary: 'Lists the contributions that staff entered, with their documents, newest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...filter }),
  reply: listOf(contribution),
})

export const exportContributions = endpoint({
  method: 'GET',
  path: '/api/contributions/export',
  summary: 'Exports the contributions as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})

/** The service team of an account, and auditors. */
const readersOfAccount = ['DOCUMENT_MANAGE', 'AUDIT_VIEW'] as const

/** Those of one account. */
export const listAccountContributions = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/entered-contributions',
  summary: 'Lists the contributions to a fund account that staff entered, with their documents, newest first',
  access: readersOfAccount,
  params: z.object({ fundId }),
  query: z.object({ ...listQuery, ...filter }),
  reply: listOf(contribution),
})

export const exportAccountContributions = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/entered-contributions/export',
  summary: 'Exports the contributions to a fund account as a workbook or as comma-separated values',
  access: readersOfAccount,
  params: z.object({ fundId }),
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})

const signer = z.object({
  name: z.string(),
  /** Why they cannot sign online; null: they can. */
  violation: z.nullable(z.string()),
})

/** The account to which a contribution is to be entered, and who must sign its document, in their order. */
export const getContributionSigners = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/contribution-signers',
  summary: 'Lists who must sign the document of a contribution to an account',
  access: 'DOCUMENT_MANAGE',
  params: z.object({ fundId }),
  reply: z.object({
    fundId: z.int(),
    accountName: z.string(),
    signers: z.array(signer),
    /** Why no contribution can be entered to the account; null: one can. */
    violation: z.nullable(z.string()),
  }),
})

const newContribution = z.object({
  needsCountersignature: flag,
  content: contributionContent,
})

export const enterContribution = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions',
  summary: 'Enters a contribution that is expected; repeating it changes nothing',
  access: 'DOCUMENT_MANAGE',
  records: ['contribution-entered'],
  idempotent: true,
  changesEntered: true,
  params: z.object({ fundId }),
  body: command(newContribution),
  reply: z.object({ contributionId: z.string(), transactionId: z.int() }),
})

const params = z.object({ fundId, contributionId: z.uuid() })

/** What money arrived. Assets are received at their gift value (securities/holdings.contract.ts). */
export const receivedContribution = z.object({
  amountMinor: amountAboveZero,
  /** The day on which the donor gave (postmark, receipt, charge), which decides the tax year. */
  giftDate: isoDate,
  /** The day from which the account has it. */
  effectiveDate: isoDate,
  /** Absent: the donors of the account. */
  payer: z.optional(payer),
  /** How it came; absent: not known. */
  method: z.optional(z.enum(contributionMethods)),
})

/** Posts a contribution in the ledger. With its filed document the first one makes the account active (§16). */
export const receiveContribution = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/receive',
  summary: 'Marks a contribution as received and posts it, or files this for a second person',
  access: 'POSTING_CREATE',
  records: ['contribution-received'],
  stepUp: true,
  idempotent: true,
  // What was received leaves its event by a trigger (db/migrations/0025_contributions.sql).
  auditWhenFiled: 'contribution-receipt-filed',
  changesEntered: true,
  params,
  body: command(receivedContribution),
  reply: z.object({
    state: z.enum(contributionStates),
    accountStatus: z.string(),
    /** What waits for a second person; null if it was posted. */
    postingRequest: z.nullable(waitingPosting),
  }),
})

export const prepareContributionDocument = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/document',
  summary:
    'Prepares the document of a contribution and sends it to its signers; repeating it changes nothing',
  access: 'DOCUMENT_MANAGE',
  changesEntered: true,
  params,
  body: command(z.object({})),
  reply: z.object({ state: z.enum(documentStates) }),
})

export const cancelContribution = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/cancel',
  summary: 'Cancels a contribution and withdraws its document; repeating it changes nothing',
  access: 'DOCUMENT_MANAGE',
  records: ['contribution-cancelled', 'envelope-voided'],
  idempotent: true,
  changesEntered: true,
  params,
  body: command(z.object({ reason: cancelReason })),
  reply: z.object({ state: z.enum(contributionStates) }),
})
