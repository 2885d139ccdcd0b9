import type { Kysely } from 'kysely'
import { nameOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { uuidOf } from '../../../server/uuid-of.ts'
import {
  type CorrectionToPropose,
  proposalBatchSize,
  proposeCorrections,
} from '../../charity-profiles/server/propose-corrections.ts'
import type { BankFilePlan } from '../bank-files.contract.ts'
import type { ChangeNotice } from './bank-files/change-notice.ts'
import { insertNotices, noticeKey, updateProblems } from './change-notices.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import type { Plan, PlannedLine } from './planned-line.ts'

export const nothingToPropose = 'Bank details have no such field, so a person has to follow this up.'
export const unknownPayment = 'It names none of our payments.'
export const otherAmount =
  'Its amount differs from the payment, so a person has to ask the bank what it is about.'
/** How the problem ends of a notice that may be about another payment. */
export const doubtful = 'A person has to ask the bank which payment it is about.'
export const unclearCorrection =
  'The bank does not say which details are new, so a person has to ask the charity.'
/** db/migrations/0048_bank_files_by_two_people.sql writes this sentence too. */
export const beforeStored =
  'It came before notices were stored, so the portal does not have the correction. Ask the bank for it, and enter the details by hand.'

type PlannedNotice = { noticeId: string; notice: ChangeNotice; planned: PlannedLine; problem: string | null }

/** The notices of a plan. Their ids follow from what they say, so that a file that is applied again after a crash has the same ones. */
const noticesOf = ({ lines }: Plan, book: string): PlannedNotice[] =>
  lines.flatMap(planned =>
    planned.notice === null
      ? []
      : [
          {
            noticeId: uuidOf(`change-notice ${book} ${noticeKey(planned.notice)}`),
            notice: planned.notice,
            planned,
            problem: problemOf(planned.notice, planned),
          },
        ],
  )

function problemOf(
  { corrected, isUnclear }: ChangeNotice,
  { payment, amountMinor, doubt }: PlannedLine,
): string | null {
  if (payment === null) return unknownPayment
  if (amountMinor !== null && amountMinor !== payment.amount_minor) return otherAmount
  if (doubt !== null) return `${doubt} ${doubtful}`.slice(0, 500)
  if (isUnclear) return unclearCorrection
  return corrected === null ? nothingToPropose : null
}

type FileWithPlan = { bankFileId: string; plan: Plan }

/** Stores the notices of change of a bank file. False if another file has stored one of them meanwhile. */
export async function storeNotices(
  trx: Kysely<DB>,
  { bankFileId, plan }: FileWithPlan,
  { book, clock }: Pick<PaymentContext, 'book' | 'clock'>,
): Promise<boolean> {
  const notices = noticesOf(plan, book.name)
  const added = await insertNotices(
    trx,
    { bankFileId, receivedAt: clock.now() },
    notices.map(({ noticeId, notice, planned, problem }) => ({
      notice_id: noticeId,
      line: planned.line,
      code: notice.code,
      reference: notice.reference,
      traces: notice.traces,
      correction: notice.text,
      payment_id: planned.payment?.payment_id ?? null,
      problem,
    })),
  )
  return added === notices.length
}

/**
 * Proposes the corrections of an applied file as new bank details, which two people decide after a call: the bank's word alone moves no
 * money. What cannot be proposed waits for a person and says why. The proposals are in the realm, which no transaction of the book spans:
 * after a crash in between, the same file finds them by the ids of its notices.
 */
export async function proposeNotices(
  trx: Kysely<DB>,
  { plan }: FileWithPlan,
  context: PaymentContext,
): Promise<NonNullable<BankFilePlan['notices']>> {
  const notices = noticesOf(plan, context.book.name)
  const corrections = notices.flatMap(({ noticeId, notice, planned, problem }): CorrectionToPropose[] =>
    problem !== null || planned.payment === null || notice.corrected === null
      ? []
      : [
          {
            noticeId,
            charityId: planned.payment.charity_id,
            corrected: notice.corrected,
            reason: reasonOf(notice.text),
          },
        ],
  )
  let proposed = 0
  for (let start = 0; start < corrections.length; start += proposalBatchSize) {
    const batch = corrections.slice(start, start + proposalBatchSize)
    const refused = await proposeCorrections(batch, proposerOf(context))
    // Also where none was refused: the database ends a transaction that is idle for long.
    await updateProblems(trx, refused)
    proposed += batch.length - refused.size
  }
  return { proposed, toReview: notices.length - proposed }
}

export const proposerOf = ({
  realmDb,
  client,
  documentFiles,
  clock,
  request,
  actor,
}: PaymentContext): Parameters<typeof proposeCorrections>[1] => ({
  realmDb,
  client,
  keys: documentFiles.keys,
  at: clock.now(),
  address: request.ip,
  by: { userId: actor.userId, name: nameOf(actor), sessionId: actor.sessionId },
})

export const reasonOf = (text: string): string => `Notice of change from the bank: ${text}`
