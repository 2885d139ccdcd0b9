import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { nameInList } from '../../accounts/domain/account-name.ts'
import { findOpenRequest } from '../../posting-requests/server/posting-requests.queries.ts'
import { waitingResponse } from '../../posting-requests/server/waiting-response.ts'
import { caseEntryKinds, correctableKinds, reversalViolation } from '../domain/entry-owner.ts'
import type * as contract from '../journal-entries.contract.ts'
import type { JournalEntry, JournalEntryDetails } from '../journal-entries.contract.ts'
import type { EntryContext } from './entry-context.ts'
import { type EntryRow, findEntry, listPostings } from './journal-entries.queries.ts'

export const getJournalEntry = async (
  { params: { entryId } }: HandlerInput<typeof contract.getJournalEntry>,
  context: EntryContext,
): Promise<Reply<typeof contract.getJournalEntry>> => await entryDetails(entryId, context)

/** An entry with its postings and links, and what the caller may do. Throws `not-found`. */
export async function entryDetails(entryId: string, context: EntryContext): Promise<JournalEntryDetails> {
  const { db, book, client, actor } = context
  const row = await findEntry(db, entryId)
  if (!row) throw new Problem('not-found')
  const postings = await listPostings(db, entryId)
  const transferId = row.owner?.kind === 'transfer' && row.kind !== 'reversal' ? row.owner.id : null
  const request = await findOpenRequest(db, transferId ?? entryId)
  const violation = violationOf(row)
  const isFree = !request && actor.actions.has('POSTING_REVERSE')
  const mayReverse = isFree && violation === null
  return {
    ...entryResponse(row, context),
    currency: book.currency,
    postedByName: row.posted_by_name,
    postings: postings.map(posting => ({
      ledger: posting.ledger,
      fundId: posting.fund_id === null ? null : Number(posting.fund_id),
      accountName: nameOf(posting, context),
      section: posting.section,
      amountMinor: posting.amount_minor,
    })),
    corrects: row.corrects,
    correctedBy: row.corrected_by,
    postingRequest: request ? waitingResponse(request) : null,
    mayReverse,
    mayCorrect: mayReverse && correctableKinds.includes(row.kind),
    reversibleOfCase:
      isFree && row.owner?.kind === 'case' && row.reversed_by === null
        ? (caseEntryKinds.find(kind => kind === row.kind) ?? null)
        : null,
    mayReverseTransfer: isFree && transferId !== null && row.reversed_by === null,
    violation: violation === null ? null : localEnglish(violation, client.locale),
  }
}

/** Why an entry cannot be reversed by itself; null if it can. */
export const violationOf = ({ kind, owner, reversed_by }: EntryRow): string | null =>
  reversalViolation({ kind, owner: owner?.kind ?? null, isReversed: reversed_by !== null })

export const entryResponse = (row: EntryRow, context: Pick<BaseContext, 'client'>): JournalEntry => ({
  entryId: row.entry_id,
  transactionId: Number(row.transaction_id),
  transactionTypeName: localEnglish(row.transaction_type_name, context.client.locale),
  effectiveDate: row.effective_date,
  concernsDate: row.concerns_date,
  recordedAt: row.recorded_at.toISOString(),
  fundId: row.fund_id === null ? null : Number(row.fund_id),
  accountName: nameOf(row, context),
  amountMinor: row.amount_minor,
  comment: row.comment,
  charityName: row.charity_name,
  charityClass: row.charity_class,
  reference: row.reference,
  owner: row.owner,
  reverses: row.reverses,
  reversedBy: row.reversed_by,
})

const nameOf = (
  { account_name: name, account_status: status }: Pick<EntryRow, 'account_name' | 'account_status'>,
  { client }: Pick<BaseContext, 'client'>,
): string | null =>
  name === null || status === null ? null : nameInList(name, status, client.showsClosedStatus)
