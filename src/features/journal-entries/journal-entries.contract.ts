import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { typedText } from '../../contract/typed-text.ts'
import {
  amountAboveZero,
  command,
  currency,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  wholeNumber,
} from '../../contract/wire.ts'
import { maxFundId, minFundId } from '../../domain/fund-id.ts'
import { classStart } from '../charities/domain/charity-class.ts'
import { charityRegisters } from '../charities/domain/charity-register.ts'
import { entryKinds } from '../ledger/domain/entry.ts'
import { maxCommentLength } from '../posting-batches/domain/posting-batch.ts'
import { waitingPosting } from '../posting-requests/waiting-posting.contract.ts'
import { caseEntryKinds, ownerKinds } from './domain/entry-owner.ts'

const entryId = z.uuid()

const owner = z.object({
  kind: z.enum(ownerKinds),
  /** The id of the grant, contribution, transfer, case, item in suspense or batch. */
  id: z.uuid(),
  /** The number that people read out; null for money in suspense. */
  number: z.nullable(z.int()),
  /** The line of a batch; null for any other. */
  line: z.nullable(z.int()),
})
export type EntryOwner = z.output<typeof owner>

/** An entry that this one is linked with. */
const linked = z.object({ entryId, transactionId: z.int(), effectiveDate: isoDate })

const journalEntry = z.object({
  entryId,
  transactionId: z.int(),
  /** The kind, as statements name it. */
  transactionTypeName: z.string(),
  effectiveDate: isoDate,
  /** The earlier day that a correction is about; null if it is about its own. */
  concernsDate: z.nullable(isoDate),
  recordedAt: z.string(),
  /** The fund of its first posting; null for an entry of no fund. */
  fundId: z.nullable(z.int()),
  accountName: z.nullable(z.string()),
  /** Of its first posting, with its sign. */
  amountMinor: money,
  comment: z.nullable(z.string()),
  /** Of a grant; with its classification (NTEE) by its register today, null where that has none. */
  charityName: z.nullable(z.string()),
  charityClass: z.nullable(z.string()),
  /** By which the bank knows its money: that of a payment, or of a line of the bank. */
  reference: z.nullable(z.string()),
  owner: z.nullable(owner),
  reverses: z.nullable(linked),
  reversedBy: z.nullable(linked),
})
export type JournalEntry = z.output<typeof journalEntry>

const entryDetails = z.object({
  ...journalEntry.shape,
  currency,
  /** Who posted it; null for a job or an import. */
  postedByName: z.nullable(z.string()),
  postings: z.array(
    z.object({
      ledger: z.string(),
      fundId: z.nullable(z.int()),
      accountName: z.nullable(z.string()),
      section: z.nullable(z.int()),
      amountMinor: money,
    }),
  ),
  /** The entry in whose place it stands, and the one that stands in its place. */
  corrects: z.nullable(linked),
  correctedBy: z.nullable(linked),
  /** A command about it, or about the transfer that it belongs to, that waits for a second person. */
  postingRequest: z.nullable(waitingPosting),
  mayReverse: z.boolean(),
  /** Whether another amount or fund can be posted in its place. */
  mayCorrect: z.boolean(),
  mayReverseTransfer: z.boolean(),
  reversibleOfCase: z.nullable(z.enum(caseEntryKinds)),
  /** Why it cannot be reversed by itself, and what staff do instead, as a sentence; null if it can. */
  violation: z.nullable(z.string()),
})
export type JournalEntryDetails = z.output<typeof entryDetails>

/** Who finds entries: those who post, those who reverse, and auditors. */
const readers = ['POSTING_CREATE', 'POSTING_REVERSE', 'AUDIT_VIEW'] as const

/** Which day a range is about: that of the books, or the one on which an entry was posted. */
export const entryDays = ['effective', 'posted'] as const

/** The largest number of a batch or of an entry that anyone reads out. */
const maxNumber = 999_999_999

const filter = {
  /** The number of an entry, grant, check, contribution or transfer, an account ID, a reference of the bank, or a part of an account's name. */
  keywords: z._default(searchKeywords, ''),
  kind: z.optional(z.enum(entryKinds)),
  charityClass: z.optional(classStart),
  register: z.optional(z.enum(charityRegisters)),
  /** Without its sign. */
  amountMinor: z.optional(amountAboveZero),
  day: z._default(z.enum(entryDays), 'effective'),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  batchNumber: z.optional(wholeNumber(1, maxNumber)),
}

const page = listOf(journalEntry)

export const listJournalEntries = endpoint({
  method: 'GET',
  path: '/api/journal-entries',
  summary:
    'Finds entries of the ledger by number, kind, account, class, amount, date, batch or reference, latest first',
  access: readers,
  query: z.object({ ...listQuery, ...filter }),
  reply: z.extend(page, {
    /** `isTotalExact`: false where there are more entries than are counted; there are then at least `total`. */
    meta: z.extend(page.shape.meta, { isTotalExact: z.boolean() }),
  }),
})

export const exportJournalEntries = endpoint({
  method: 'GET',
  path: '/api/journal-entries/export',
  summary: 'Exports the entries that a search finds as a workbook or as comma-separated values',
  access: readers,
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})

export const getJournalEntry = endpoint({
  method: 'GET',
  path: '/api/journal-entries/{entryId}',
  summary: 'Returns an entry with its postings, what it belongs to, and what reverses it',
  access: readers,
  params: z.object({ entryId }),
  reply: entryDetails,
})

export const missingReplacementFund = 'Enter the account ID, six to eight digits'

/** What is posted in the place of the reversed entry, of the same kind. */
export const replacement = z.object({
  fundId: z
    .int(missingReplacementFund)
    .check(z.minimum(minFundId, missingReplacementFund), z.maximum(maxFundId, missingReplacementFund)),
  amountMinor: amountAboveZero,
  /** Donors read it; empty for none. */
  comment: typedText(maxCommentLength),
})

export const entryCorrection = z.object({
  /** Donors read it beside the reversal. */
  reason: requiredReason,
  /** Null: nothing is posted in its place. */
  replacement: z.nullable(replacement),
})
export type EntryCorrection = z.output<typeof entryCorrection>

/** What the list of commands that wait for a second person says about an entry. */
export const entryOfRequest = z.object({
  transactionId: z.int(),
  transactionTypeName: z.string(),
  effectiveDate: isoDate,
  replacement: z.nullable(z.object({ fundId: z.int(), amountMinor: money, comment: z.string() })),
})

export const reverseJournalEntry = endpoint({
  method: 'POST',
  path: '/api/journal-entries/{entryId}/reverse',
  summary:
    'Reverses an entry today with a reason that donors read, and posts the right one in its place, or files this for a second person',
  access: 'POSTING_REVERSE',
  idempotent: true,
  audit: 'posting-entry-reversed',
  auditWhenFiled: 'posting-entry-reversal-filed',
  params: z.object({ entryId }),
  body: command(entryCorrection),
  reply: entryDetails,
})
