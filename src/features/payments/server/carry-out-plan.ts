import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { encryptManyBytes } from '../../../server/files/encrypted-bytes.ts'
import { releaseBytes } from '../../../server/files/release-bytes.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { releaseExplained } from '../../suspense/server/book-suspense.ts'
import { applyBankFileLines } from './apply-bank-file-lines.ts'
import { bankFileOwner } from './bank-file-owner.ts'
import { type BankFile, isStatementFormat } from './bank-files/bank-line.ts'
import { insertAnswers, insertBankFile, insertBankFileLines, markApplied } from './bank-files.queries.ts'
import { insertBankLines, markStated, matchBankLines } from './bank-lines.queries.ts'
import { insertStatements } from './bank-statements.queries.ts'
import { bookFileSuspense } from './book-file-suspense.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import type { Plan, PlannedLine } from './planned-line.ts'
import { recordRunEvent } from './record-run-event.ts'
import { lockRun, updateRun } from './runs.queries.ts'
import { storeNotices } from './store-notices.ts'

export const changedSinceCheck = () =>
  new Problem('conflict', {
    detail: 'The result of this file has changed since you checked it. Please check it again.',
  })

/** Whether a plan has an effect, or lines that are not stored yet. */
export const changesAnything = ({ lines, newLines, matchedLines, newStatements }: Plan): boolean =>
  newLines.length > 0 ||
  newStatements > 0 ||
  matchedLines.length > 0 ||
  toDo(lines).length > 0 ||
  lines.some(({ notice }) => notice !== null)

type FileToStore = { bytes: Uint8Array; name: string; fileHash: string; bankFile: BankFile }

/** Stores a bank file, encrypted, that is not applied yet. Returns its id. It frees the bytes, which the caller read for it alone. */
export async function storeFile(
  trx: Kysely<DB>,
  { bytes, name, fileHash, bankFile }: FileToStore,
  { book, documentFiles }: Pick<PaymentContext, 'book' | 'documentFiles'>,
): Promise<string> {
  const bankFileId = randomUUIDv7()
  const { ciphertext, dataKey } = await encryptManyBytes(
    documentFiles.keys,
    bankFileOwner(book.name, bankFileId),
    bytes,
  )
  releaseBytes(bytes)
  const stored = await insertBankFile(trx, {
    bank_file_id: bankFileId,
    file_hash: fileHash,
    file_name: name,
    format: bankFile.format,
    file_ciphertext: ciphertext,
    key_id: dataKey.keyId,
    data_key: dataKey.wrapped,
  })
  releaseBytes(ciphertext)
  return stored
}

type StoredFile = { bankFileId: string; bankFile: BankFile; name: string }

/**
 * Carries out the plan of a stored file in the caller's transaction, under the name of the caller: its movements, the answers, the notices
 * of change, the runs that the bank refused, and what jobs do: apply its lines to the payments, and book what nothing explains into
 * suspense. Throws `conflict` if another file has
 * stored one of its movements or notices meanwhile, which the database decides.
 */
export async function carryOut(
  trx: Kysely<DB>,
  plan: Plan,
  { bankFileId, bankFile, name }: StoredFile,
  context: PaymentContext,
): Promise<void> {
  const { userId, name: author } = personOf(context.actor)
  await markApplied(trx, bankFileId, {
    applied_by: userId,
    applied_by_name: author,
    applied_at: context.clock.now(),
  })
  const isStatement = isStatementFormat(bankFile.format)
  const added = await insertBankLines(trx, { bankFileId, isStatement }, plan.newLines)
  if (added !== plan.newLines.length) throw changedSinceCheck()
  const matched = await matchBankLines(trx, plan.matchedLines)
  if (matched !== plan.matchedLines.length) throw changedSinceCheck()
  if (isStatement) await markStated(trx, bankFileId, plan.seenLines)
  await insertStatements(trx, bankFileId, plan.statements)
  await releaseExplained(trx, explainedBy(plan), name, context)
  await insertAnswers(trx, bankFileId, answersOf(plan.lines))
  await insertBankFileLines(trx, bankFileId, toDo(plan.lines))
  for (const { runId, reason } of plan.rejectedRuns) {
    const run = await lockRun(trx, runId)
    if (run?.state !== 'sent' && run?.state !== 'approved') throw changedSinceCheck()
    await updateRun(trx, runId, { state: 'rejected' })
    await recordRunEvent(trx, context, runId, 'rejected', `${name}: ${reason}`)
  }
  const file = { client: payerOf(context).client.name, bankFileId }
  await addJob(trx, applyBankFileLines, file, { key: bankFileId })
  if (isStatement) await addJob(trx, bookFileSuspense, file, { key: `suspense ${bankFileId}` })
  if (!(await storeNotices(trx, { bankFileId, plan }, context))) throw changedSinceCheck()
}

/** The stored lines that the file matches, or of which it names parts. */
const explainedBy = ({ matchedLines, newLines }: Plan): string[] => [
  ...matchedLines.map(({ bank_line_id }) => bank_line_id),
  ...new Set(newLines.flatMap(({ part_of }) => (part_of === null ? [] : [part_of]))),
]

const acting: readonly PlannedLine['effect'][] = ['cleared', 'returned', 'rejected']

/** The lines that do something; a line about a whole run is one for each payment, so they are numbered again. */
const toDo = (lines: readonly PlannedLine[]) =>
  lines
    .filter(({ effect }) => acting.includes(effect))
    .map((planned, index) => ({
      line: index + 1,
      payment_id: planned.payment?.payment_id ?? '',
      effect: planned.effect,
      amount_minor: planned.amountMinor === null ? null : String(planned.amountMinor),
      detail: planned.sentence,
      message: planned.message,
      bank_reference: planned.bankReturn?.reference?.slice(0, 140) ?? null,
      booked_on: planned.bankReturn?.on ?? null,
      is_another: planned.bankReturn?.isAnother ?? false,
      bank_line_id: planned.bankLineId,
    }))

/** One answer for each line that a person was asked about. */
const answersOf = (lines: readonly PlannedLine[]) => {
  const asked = new Map<number, { line: number; question: string; is_confirmed: boolean }>()
  for (const { line, question, sentence, isConfirmed } of lines)
    if (question !== null)
      asked.set(line, { line, question: `${question}? ${sentence}`, is_confirmed: isConfirmed })
  return [...asked.values()]
}
