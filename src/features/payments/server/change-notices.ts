import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type * as contract from '../change-notices.contract.ts'
import type { ChangeNotice } from '../change-notices.contract.ts'
import type { Correction } from './bank-files/change-notice.ts'
import { findNotice, type ListedNotice, lockNotice } from './change-notices.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import {
  beforeStored,
  doubtful,
  nothingToPropose,
  otherAmount,
  unclearCorrection,
  unknownPayment,
} from './store-notices.ts'
import { readStoredFile } from './stored-file.ts'

export function response(row: ListedNotice): ChangeNotice {
  const state = stateOf(row)
  return {
    noticeId: row.notice_id,
    state,
    sentence: row.correction,
    reference: row.reference,
    grantId: row.grant_id,
    // The register’s ids have this form.
    charityId: row.charity_id as ChangeNotice['charityId'],
    charityName: row.charity_name,
    fileName: row.file_name,
    receivedAt: row.received_at.toISOString(),
    problem: declinedSentence(row) ?? row.problem,
    proposalRefusal: proposalRefusal(row),
    ...decisionOf(row, state),
  }
}

export const stateOf = ({ state, details_state }: ListedNotice): ChangeNotice['state'] => {
  if (state === 'closed') return 'closed'
  if (details_state === null || details_state === 'declined') return 'open'
  return details_state === 'proposed' ? 'proposed' : 'confirmed'
}

/** Who decided last about a notice, and why. */
function decisionOf(
  row: ListedNotice,
  state: ChangeNotice['state'],
): Pick<ChangeNotice, 'decidedByName' | 'decidedAt' | 'note'> {
  const decision = (name: string | null, at: Date | null, note: string | null) => ({
    decidedByName: name,
    decidedAt: at?.toISOString() ?? null,
    note,
  })
  switch (state) {
    case 'open':
      return decision(null, null, null)
    case 'proposed':
      return decision(row.details_proposed_by_name, row.details_proposed_at, null)
    case 'confirmed':
      return decision(row.details_decided_by_name, row.details_decided_at, row.details_note)
    case 'closed':
      return decision(row.decided_by_name, row.decided_at, row.note)
  }
}

/** A proposal that was declined does not end the notice: the bank still says that the account is wrong. */
const declinedSentence = (row: ListedNotice): string | null =>
  row.details_state === 'declined'
    ? `${row.details_decided_by_name} declined the proposed details: ${row.details_note}`
    : null

/** Problems that stay, whatever becomes of the charity's details. */
const lasting: readonly (string | null)[] = [
  unknownPayment,
  otherAmount,
  unclearCorrection,
  nothingToPropose,
  beforeStored,
]

const notOpen = 'This notice is no longer open.'
const readOtherwise =
  'Its file is read in another way now, so the portal does not have the correction. Ask the bank for it, and enter the details by hand.'

export function proposalRefusal(row: ListedNotice): string | null {
  if (stateOf(row) !== 'open') return notOpen
  const isLasting = lasting.includes(row.problem) || row.problem?.endsWith(doubtful) === true
  return isLasting ? row.problem : null
}

export function requireOpen(row: ListedNotice): void {
  if (stateOf(row) !== 'open') throw new Problem('conflict', { detail: notOpen })
}

/** The lock comes first: what became of the notice is read after it. */
export async function lockedNotice(trx: Kysely<DB>, noticeId: string): Promise<ListedNotice> {
  const row = (await lockNotice(trx, noticeId)) && (await findNotice(trx, noticeId))
  if (!row) throw new Problem('not-found')
  return row
}

export type StoredCorrection = { corrected: Correction | null; text: string }

/**
 * What a notice says, from its stored file. Throws `not-found`, and `conflict` if the file is not read as it was, as after a change of the program.
 */
export async function readCorrection(
  { params: { noticeId } }: HandlerInput<typeof contract.proposeFromNotice>,
  context: PaymentContext,
): Promise<StoredCorrection> {
  const row = await findNotice(context.db, noticeId)
  if (!row) throw new Problem('not-found')
  // What cannot be proposed is refused with its reason, without reading the file.
  if (proposalRefusal(row) !== null) return { corrected: null, text: row.correction }
  const { bankFile } = await readStoredFile(context.db, row.bank_file_id, context)
  const line = bankFile.lines.find(each => each.line === row.line && each.notice?.text === row.correction)
  if (!line?.notice) throw new Problem('conflict', { detail: readOtherwise })
  return line.notice
}
