import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { alreadyReversed, concernedDay } from '../domain/corrections.ts'
import type { Posting } from '../domain/postings.ts'
import { postEntry } from './post-entry.ts'
import { findPostedEntry } from './reversal.queries.ts'

type Reversal = {
  today: IsoDate
  /** Donors read it beside the reversal. */
  comment: string
  actorUserId: string | null
  /** The grant or the case whose entry it is. */
  grantId?: string
  caseId?: string
}

export type PostedReversal = {
  reversalEntryId: string
  /** What the reversed entry had posted, and on which day. */
  postings: readonly Posting[]
  effectiveDate: IsoDate
}

/**
 * Posts the exact reversal of an entry today; it bears the day of the entry if that is an earlier one. Throws `conflict` where it was
 * reversed already, and the violations of the ledger's constraints.
 */
export async function postReversal(
  trx: Kysely<DB>,
  entryId: string,
  { today, comment, actorUserId, grantId, caseId }: Reversal,
): Promise<PostedReversal> {
  const { currency, effectiveDate, postings } = await findPostedEntry(trx, entryId)
  try {
    const { entryId: reversalEntryId } = await postEntry(trx, {
      kind: 'reversal',
      currency,
      effectiveDate: today,
      ...concernedDay(effectiveDate, today),
      reversesEntryId: entryId,
      ...(grantId === undefined ? {} : { grantId }),
      ...(caseId === undefined ? {} : { caseId }),
      comment,
      actorUserId,
      onBehalfOfUserId: null,
      postings: postings.map(posting => ({ ...posting, amountMinor: -posting.amountMinor })),
    })
    return { reversalEntryId, postings, effectiveDate }
  } catch (error) {
    if (violates(error, 'journal_entry_reversed_once'))
      throw new Problem('conflict', { detail: alreadyReversed })
    throw error
  }
}

/** What an entry added to the balance of an account, its excluded assets and pending grants included. */
export const addedTo = (accountId: string, postings: readonly Posting[]): bigint =>
  postings.reduce(
    (sum, posting) =>
      'accountId' in posting && posting.accountId === accountId ? sum + posting.amountMinor : sum,
    0n,
  )
