import { hash, randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { encryptBytes } from '../../../server/files/encrypted-bytes.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { proposeCorrected } from '../../charities/server/bank-details.ts'
import type {
  AnswerPlan,
  applyBankAnswer,
  checkBankAnswer,
  listBankAnswers,
} from '../bank-answers.contract.ts'
import { answerOwner } from './answer-owner.ts'
import type { BankAnswer } from './answers/bank-line.ts'
import { readBankAnswer } from './answers/read-answer.ts'
import { findAnswer, insertAnswer, insertAnswerLines, listAnswers, lockAnswer } from './answers.queries.ts'
import { applyAnswer } from './apply-answer.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { hashOfPlan, type PlannedLine, planAnswer } from './plan-answer.ts'

const shownLines = 500

function read(bytes: Uint8Array, context: PaymentContext): BankAnswer {
  const { settings } = payerOf(context)
  return readBankAnswer(bytes, {
    accountNumber: settings.accountNumber,
    currency: context.book.currency,
  })
}

/** The changes that a bank file would make. Throws `validation` for one that cannot be read completely. */
export async function checkAnswer(
  { upload }: HandlerInput<typeof checkBankAnswer>,
  context: PaymentContext,
): Promise<AnswerPlan> {
  const answer = read(upload, context)
  return await planResponse(
    answer,
    await planAnswer(context.db, answer, context.client.locale),
    hash('sha256', upload),
    context,
  )
}

/**
 * Applies a checked file: stores the file and its lines, proposes changed bank details, and lets a job clear and return the
 * payments. Applying a file again has no effect. Throws `conflict` if its effect differs from the preview.
 */
export async function applyFile(
  { upload, query: { name, planHash } }: HandlerInput<typeof applyBankAnswer>,
  context: PaymentContext,
): Promise<AnswerPlan> {
  const { db, book, clock, documentFiles } = context
  const answer = read(upload, context)
  const fileHash = hash('sha256', upload)
  const answerId = randomUUIDv7()
  const planned = await db.transaction().execute(async trx => {
    if (await lockAnswer(trx, fileHash)) return null
    const lines = await planAnswer(trx, answer, context.client.locale)
    if (hashOfPlan(lines) !== planHash)
      throw new Problem('conflict', {
        detail: 'The result of this file has changed since you checked it. Please check it again.',
      })
    const { ciphertext, dataKey } = encryptBytes(documentFiles.keys, answerOwner(book.name, answerId), upload)
    const { userId, name: author } = personOf(context.actor)
    await insertAnswer(trx, {
      answer_id: answerId,
      file_hash: fileHash,
      file_name: name,
      format: answer.format,
      file_ciphertext: ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
      applied_by: userId,
      applied_by_name: author,
      applied_at: clock.now(),
    })
    await insertAnswerLines(trx, answerId, toDo(lines))
    await addJob(trx, applyAnswer, { client: payerOf(context).client.name, answerId }, { key: answerId })
    return lines
  })
  const lines = planned ?? (await planAnswer(db, answer, context.client.locale))
  // Also of a file that was applied before: the server may have stopped before its proposals.
  await proposeChanges(lines, context)
  if (planned !== null)
    await recordAuditEvent(context.realmDb, {
      kind: 'bank-answer-applied',
      userId: context.actor.userId,
      at: clock.now(),
      address: context.request.ip,
      detail: { client: context.client.name, file: name, hash: fileHash },
    })
  return await planResponse(answer, lines, fileHash, context)
}

/** The lines that do something; a line about a whole run is one for each payment, so they are numbered again. */
const toDo = (planned: readonly PlannedLine[]) =>
  planned
    .filter(({ effect }) => effect === 'cleared' || effect === 'returned' || effect === 'change')
    .map(({ payment, effect, amountMinor, sentence }, index) => ({
      line: index + 1,
      payment_id: payment?.payment_id ?? '',
      effect,
      amount_minor: amountMinor === null ? null : String(amountMinor),
      detail: sentence,
    }))

const orderOf = { refused: 0, returned: 1, change: 2, unknown: 3, cleared: 4, none: 5, done: 6 } as const

async function planResponse(
  answer: BankAnswer,
  planned: readonly PlannedLine[],
  fileHash: string,
  { db, book }: PaymentContext,
): Promise<AnswerPlan> {
  const applied = await findAnswer(db, fileHash)
  const sumOf = (effect: PlannedLine['effect']) => {
    const lines = planned.filter(each => each.effect === effect)
    return {
      payments: lines.length,
      amountMinor: lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n),
    }
  }
  const shown = planned.toSorted(
    (one, other) => orderOf[one.effect] - orderOf[other.effect] || one.line - other.line,
  )
  return {
    format: answer.format,
    currency: book.currency,
    planHash: hashOfPlan(planned),
    appliedAt: applied?.applied_at.toISOString() ?? null,
    appliedByName: applied?.applied_by_name ?? null,
    cleared: sumOf('cleared'),
    returned: sumOf('returned'),
    changes: planned.filter(({ effect }) => effect === 'change').length,
    lines: shown.slice(0, shownLines).map(({ line, effect, reference, payment, amountMinor, sentence }) => ({
      line,
      effect,
      reference,
      grantId: payment?.grant_id ?? null,
      charityName: payment?.charity_name ?? null,
      amountMinor,
      sentence,
    })),
    otherLines: Math.max(0, shown.length - shownLines),
  }
}

const shownFiles = 20

/** The latest applied files, with their lines that could not be applied. */
export async function appliedFiles(
  _input: unknown,
  { db }: PaymentContext,
): Promise<Reply<typeof listBankAnswers>> {
  const rows = await listAnswers(db, shownFiles)
  return {
    data: rows.map(row => ({
      answerId: row.answer_id,
      fileName: row.file_name,
      format: row.format as BankAnswer['format'],
      appliedAt: row.applied_at.toISOString(),
      appliedByName: row.applied_by_name,
      lines: row.lines,
      done: row.done,
      failures: row.failures,
    })),
  }
}

/**
 * Enters the details of notices of change as proposals, which two people decide after a call: the bank's word alone moves no money. Where
 * other details of the charity wait already, those come first.
 */
async function proposeChanges(planned: readonly PlannedLine[], context: PaymentContext): Promise<void> {
  for (const { effect, corrected, payment, sentence } of planned) {
    if (effect !== 'change' || corrected === null || payment === null) continue
    try {
      await proposeCorrected(
        { charityId: payment.charity_id, corrected, reason: `Notice of change from the bank: ${sentence}` },
        context,
      )
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
    }
  }
}
