import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { proposeCorrected } from '../../charities/server/bank-details.ts'
import type { BankFilePlan } from '../bank-files.contract.ts'
import type { ChangeNotice } from './bank-files/change-notice.ts'
import { insertNotices, updateNotice } from './change-notices.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import type { PlannedLine } from './planned-line.ts'

export const nothingToPropose = 'Bank details have no such field, so a person has to follow this up.'
export const unknownPayment = 'It names none of our payments.'
export const otherAmount =
  'Its amount differs from the payment, so a person has to ask the bank what it is about.'
export const unclearCorrection =
  'The bank does not say which details are new, so a person has to ask the charity.'

type StoredNotice = {
  noticeId: string
  notice: ChangeNotice
  charityId: string | null
  problem: string | null
}

/**
 * Stores the notices of change of a bank file, and proposes each correction as new bank details, which two people decide after a call: the
 * bank's word alone moves no money. What cannot be proposed waits for a person. Returns null if another file has stored one of them meanwhile.
 */
export async function storeNotices(
  trx: Kysely<DB>,
  { bankFileId, lines }: { bankFileId: string; lines: readonly PlannedLine[] },
  context: PaymentContext,
): Promise<BankFilePlan['notices']> {
  const notices: (StoredNotice & { line: number; paymentId: string | null })[] = lines.flatMap(planned =>
    planned.notice === null
      ? []
      : [
          {
            noticeId: randomUUIDv7(),
            line: planned.line,
            notice: planned.notice,
            paymentId: planned.payment?.payment_id ?? null,
            charityId: planned.payment?.charity_id ?? null,
            problem: problemOf(planned.notice, planned),
          },
        ],
  )
  const added = await insertNotices(
    trx,
    { bankFileId, receivedAt: context.clock.now() },
    notices.map(({ noticeId, line, notice, paymentId, problem }) => ({
      notice_id: noticeId,
      line,
      code: notice.code,
      reference: notice.reference,
      traces: notice.traces,
      correction: notice.text,
      payment_id: paymentId,
      problem,
    })),
  )
  if (added !== notices.length) return null
  let proposed = 0
  for (const notice of notices) if (await propose(trx, notice, context)) proposed += 1
  return { proposed, toReview: notices.length - proposed }
}

function problemOf(
  { corrected, isUnclear }: ChangeNotice,
  { payment, amountMinor }: PlannedLine,
): string | null {
  if (payment === null) return unknownPayment
  if (amountMinor !== null && amountMinor !== payment.amount_minor) return otherAmount
  if (isUnclear) return unclearCorrection
  return corrected === null ? nothingToPropose : null
}

/** Whether the notice became a proposal. If not, it says why. */
async function propose(
  trx: Kysely<DB>,
  { noticeId, notice, charityId, problem }: StoredNotice,
  context: PaymentContext,
): Promise<boolean> {
  if (problem !== null || charityId === null || notice.corrected === null) return false
  try {
    await proposeCorrected({ charityId, corrected: notice.corrected, reason: reasonOf(notice.text) }, context)
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure
    await updateNotice(trx, noticeId, { problem: sentenceOf(failure) })
    return false
  }
  await updateNotice(trx, noticeId, { state: 'proposed', ...decidedBy(context) })
  return true
}

export const reasonOf = (text: string): string => `Notice of change from the bank: ${text}`

export const decidedBy = ({ actor, clock }: PaymentContext) => {
  const { userId, name } = personOf(actor)
  return { decided_by: userId, decided_by_name: name, decided_at: clock.now() }
}

const sentenceOf = ({ detail, message }: Problem): string => (detail ?? message).slice(0, 500)
