import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { decryptBytes } from '../../../server/files/encrypted-bytes.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import { proposeCorrected } from '../../charities/server/bank-details.ts'
import type {
  ChangeNotice,
  closeNotice as closeEndpoint,
  listChangeNotices,
  proposeFromNotice,
} from '../change-notices.contract.ts'
import { bankFileOwner } from './bank-file-owner.ts'
import type { Correction } from './bank-files/change-notice.ts'
import { readBankFile } from './bank-files/read-bank-file.ts'
import {
  countOpenNotices,
  findFileBytes,
  findNotice,
  type ListedNotice,
  listDecidedNotices,
  listOpenNotices,
  lockNotice,
  updateNotice,
} from './change-notices.queries.ts'
import { ownAccount, type PaymentContext } from './payment-context.ts'
import { decidedBy, nothingToPropose, reasonOf, unknownPayment } from './store-notices.ts'

const shownOpen = 200
const shownDecided = 20

/** The notices that wait for a person, oldest first, then the latest that were decided. */
export async function noticeList(
  _input: unknown,
  { db }: PaymentContext,
): Promise<Reply<typeof listChangeNotices>> {
  const [open, decided, total] = await Promise.all([
    listOpenNotices(db, shownOpen),
    listDecidedNotices(db, shownDecided),
    countOpenNotices(db),
  ])
  return { data: [...open, ...decided].map(response), meta: { open: total } }
}

const response = (row: ListedNotice): ChangeNotice => ({
  noticeId: row.notice_id,
  state: row.state as ChangeNotice['state'],
  sentence: row.correction,
  reference: row.reference,
  grantId: row.grant_id,
  charityId: row.charity_id as ChangeNotice['charityId'],
  charityName: row.charity_name,
  fileName: row.file_name,
  receivedAt: row.received_at.toISOString(),
  problem: row.problem,
  mayPropose: proposalRefusal(row),
  decidedByName: row.decided_by_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
  note: row.note,
})

/** Problems that stay, whatever becomes of the charity's details. */
const lasting: readonly (string | null)[] = [unknownPayment, nothingToPropose]

function proposalRefusal({ state, problem }: Pick<ListedNotice, 'state' | 'problem'>): string | null {
  if (state !== 'open') return 'This notice is no longer open.'
  return lasting.includes(problem) ? problem : null
}

/**
 * Proposes the correction of an open notice, whose numbers were read from the stored file. Throws `conflict` and `validation` as
 * `proposeCorrected` does, `conflict` if the notice is not open or corrects no bank details, `not-found`.
 */
export async function proposeNotice(
  { params: { noticeId } }: HandlerInput<typeof proposeFromNotice>,
  context: PaymentContext,
  { corrected, text }: StoredCorrection,
): Promise<ChangeNotice> {
  return await inTransaction(context.db, async trx => {
    const { charityId } = await requireOpen(trx, noticeId)
    if (charityId === null) throw new Problem('conflict', { detail: unknownPayment })
    if (corrected === null) throw new Problem('conflict', { detail: nothingToPropose })
    await proposeCorrected({ charityId, corrected, reason: reasonOf(text) }, context)
    await updateNotice(trx, noticeId, { state: 'proposed', ...decidedBy(context) })
    return await reread(trx, noticeId)
  })
}

/** Closes an open notice without a proposal. Throws `conflict` if it is not open, `not-found`. */
export async function closeNotice(
  { params: { noticeId }, body }: HandlerInput<typeof closeEndpoint>,
  context: PaymentContext,
): Promise<ChangeNotice> {
  return await inTransaction(context.db, async trx => {
    await requireOpen(trx, noticeId)
    await updateNotice(trx, noticeId, {
      state: 'closed',
      note: body.data.attributes.note,
      ...decidedBy(context),
    })
    return await reread(trx, noticeId)
  })
}

async function requireOpen(trx: Kysely<DB>, noticeId: string): Promise<{ charityId: string | null }> {
  const locked = await lockNotice(trx, noticeId)
  if (!locked) throw new Problem('not-found')
  if (locked.state !== 'open') throw new Problem('conflict', { detail: 'This notice is no longer open.' })
  return { charityId: (await findNotice(trx, noticeId))?.charity_id ?? null }
}

async function reread(trx: Kysely<DB>, noticeId: string): Promise<ChangeNotice> {
  const row = await findNotice(trx, noticeId)
  if (!row) throw new Problem('not-found')
  return response(row)
}

type StoredCorrection = { corrected: Correction | null; text: string }

/** What a notice says, from its stored file. Throws `not-found`, and Error if the file lacks the line, which it never does. */
export async function readCorrection(
  { params: { noticeId } }: HandlerInput<typeof proposeFromNotice>,
  context: PaymentContext,
): Promise<StoredCorrection> {
  const { db } = context
  const row = await findNotice(db, noticeId)
  const file = row && (await findFileBytes(db, row.bank_file_id))
  if (!file) throw new Problem('not-found')
  const owner = bankFileOwner(context.book.name, row.bank_file_id)
  const bytes = decryptBytes(context.documentFiles.keys, owner, {
    ciphertext: file.file_ciphertext,
    dataKey: { keyId: file.key_id, wrapped: file.data_key },
  })
  const { lines } = await readBankFile(
    async () => new Uint8Array(bytes),
    ownAccount(context),
    requesterOf(context),
  )
  const line = lines.find(each => each.line === row.line && each.notice?.text === row.correction)
  if (!line?.notice) throw new Error(`the stored file lacks the notice ${noticeId}`)
  return line.notice
}
