import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { proposeCorrections } from '../../charity-profiles/server/propose-corrections.ts'
import type {
  ChangeNotice,
  closeNotice as closeEndpoint,
  listChangeNotices,
  proposeFromNotice,
} from '../change-notices.contract.ts'
import type { Correction } from './bank-files/change-notice.ts'
import {
  countOpenNotices,
  findNotice,
  type ListedNotice,
  listDecidedNotices,
  listOpenNotices,
  lockNotice,
  updateNotice,
} from './change-notices.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import {
  beforeStored,
  nothingToPropose,
  otherAmount,
  proposerOf,
  reasonOf,
  unclearCorrection,
  unknownPayment,
} from './store-notices.ts'
import { readStoredFile } from './stored-file.ts'

const shownDecided = 20

/** The notices that wait for a person, oldest first, then the latest that were decided. */
export async function noticeList(
  { query: { first } }: HandlerInput<typeof listChangeNotices>,
  { db }: PaymentContext,
): Promise<Reply<typeof listChangeNotices>> {
  const [open, decided, total] = await Promise.all([
    listOpenNotices(db, first),
    listDecidedNotices(db, Math.min(first, shownDecided)),
    countOpenNotices(db),
  ])
  return { data: [...open, ...decided].map(response), meta: { open: total } }
}

function response(row: ListedNotice): ChangeNotice {
  const state = stateOf(row)
  return {
    noticeId: row.notice_id,
    state,
    sentence: row.correction,
    reference: row.reference,
    grantId: row.grant_id,
    charityId: row.charity_id as ChangeNotice['charityId'],
    charityName: row.charity_name,
    fileName: row.file_name,
    receivedAt: row.received_at.toISOString(),
    problem: declinedSentence(row) ?? row.problem,
    mayPropose: proposalRefusal(row),
    ...decisionOf(row, state),
  }
}

const stateOf = ({ state, details_state }: ListedNotice): ChangeNotice['state'] => {
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

function proposalRefusal(row: ListedNotice): string | null {
  if (stateOf(row) !== 'open') return notOpen
  return lasting.includes(row.problem) ? row.problem : null
}

/**
 * Proposes the correction of an open notice. Its numbers were read from the stored file. A repeat by the same person, also after a crash
 * between the transactions of the realm and of the book, changes nothing. Throws `conflict` with the reason why it cannot be proposed,
 * `not-found`.
 */
export async function proposeNotice(
  { params: { noticeId } }: HandlerInput<typeof proposeFromNotice>,
  context: PaymentContext,
  { corrected, text }: StoredCorrection,
): Promise<ChangeNotice> {
  return await inTransaction(context.db, async trx => {
    const row = await lockedNotice(trx, noticeId)
    if (stateOf(row) === 'proposed' && row.details_proposed_by === context.actor.userId) return response(row)
    requireOpen(row)
    const refusal = proposalRefusal(row)
    if (refusal !== null || row.charity_id === null)
      throw new Problem('conflict', { detail: refusal ?? unknownPayment })
    if (corrected === null) throw new Problem('conflict', { detail: nothingToPropose })
    const refused = await proposeCorrections(
      [{ noticeId, charityId: row.charity_id, corrected, reason: reasonOf(text) }],
      proposerOf(context),
    )
    const problem = refused.get(noticeId)
    if (problem !== undefined) throw new Problem('conflict', { detail: problem })
    return response(await lockedNotice(trx, noticeId))
  })
}

/** Closes an open notice without a proposal. Throws `conflict` if it is not open, `not-found`. */
export async function closeNotice(
  { params: { noticeId }, body }: HandlerInput<typeof closeEndpoint>,
  context: PaymentContext,
): Promise<ChangeNotice> {
  return await inTransaction(context.db, async trx => {
    requireOpen(await lockedNotice(trx, noticeId))
    const { userId, name } = personOf(context.actor)
    await updateNotice(trx, noticeId, {
      state: 'closed',
      note: body.data.attributes.note,
      decided_by: userId,
      decided_by_name: name,
      decided_at: context.clock.now(),
    })
    return response(await lockedNotice(trx, noticeId))
  })
}

function requireOpen(row: ListedNotice): void {
  if (stateOf(row) !== 'open') throw new Problem('conflict', { detail: notOpen })
}

/** The lock comes first: what became of the notice is read after it. */
async function lockedNotice(trx: Kysely<DB>, noticeId: string): Promise<ListedNotice> {
  const row = (await lockNotice(trx, noticeId)) && (await findNotice(trx, noticeId))
  if (!row) throw new Problem('not-found')
  return row
}

type StoredCorrection = { corrected: Correction | null; text: string }

/** What a notice says, from its stored file. Throws `not-found`, and Error if the file lacks the line, which it never does. */
export async function readCorrection(
  { params: { noticeId } }: HandlerInput<typeof proposeFromNotice>,
  context: PaymentContext,
): Promise<StoredCorrection> {
  const row = await findNotice(context.db, noticeId)
  if (!row) throw new Problem('not-found')
  // What cannot be proposed is refused with its reason, without reading the file.
  if (proposalRefusal(row) !== null) return { corrected: null, text: row.correction }
  const { bankFile } = await readStoredFile(context.db, row.bank_file_id, context)
  const line = bankFile.lines.find(each => each.line === row.line && each.notice?.text === row.correction)
  if (!line?.notice) throw new Error(`the stored file lacks the notice ${noticeId}`)
  return line.notice
}
