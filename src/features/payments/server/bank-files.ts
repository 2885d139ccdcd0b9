import { hash, randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { encryptBytes } from '../../../server/files/encrypted-bytes.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { proposeCorrected } from '../../charities/server/bank-details.ts'
import type { applyBankFile, BankFilePlan, checkBankFile, listBankFiles } from '../bank-files.contract.ts'
import { applyBankFileLines } from './apply-bank-file.ts'
import { bankFileOwner } from './bank-file-owner.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { parseBankFile } from './bank-files/parse-bank-file.ts'
import {
  findBankFile,
  insertBankFile,
  insertBankFileLines,
  listAppliedFiles,
  lockBankFile,
} from './bank-files.queries.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { hashOfPlan, type PlannedLine, planBankFile } from './plan-bank-file.ts'

const shownLines = 500

function read(bytes: Uint8Array, context: PaymentContext): BankFile {
  const { settings } = payerOf(context)
  return parseBankFile(bytes, {
    accountNumber: settings.accountNumber,
    currency: context.book.currency,
  })
}

/** The changes that a bank file would make. Throws `validation` for one that cannot be read completely. */
export async function previewFile(
  { upload }: HandlerInput<typeof checkBankFile>,
  context: PaymentContext,
): Promise<BankFilePlan> {
  const bankFile = read(upload, context)
  return await planResponse(
    bankFile,
    await planBankFile(context.db, bankFile, context.client.locale),
    hash('sha256', upload),
    context,
  )
}

/**
 * Applies a checked file: stores the file and its lines, proposes changed bank details, and lets a job clear and return the
 * payments. Applying a file again has no effect. Throws `conflict` if its effect differs from the preview.
 */
export async function applyFile(
  { upload, query: { name, planHash } }: HandlerInput<typeof applyBankFile>,
  context: PaymentContext,
): Promise<BankFilePlan> {
  const { db, book, clock, documentFiles } = context
  const bankFile = read(upload, context)
  const fileHash = hash('sha256', upload)
  const bankFileId = randomUUIDv7()
  const planned = await inTransaction(db, async trx => {
    if (await lockBankFile(trx, fileHash)) return null
    const lines = await planBankFile(trx, bankFile, context.client.locale)
    if (hashOfPlan(lines) !== planHash)
      throw new Problem('conflict', {
        detail: 'The result of this file has changed since you checked it. Please check it again.',
      })
    const { ciphertext, dataKey } = encryptBytes(
      documentFiles.keys,
      bankFileOwner(book.name, bankFileId),
      upload,
    )
    const { userId, name: author } = personOf(context.actor)
    await insertBankFile(trx, {
      bank_file_id: bankFileId,
      file_hash: fileHash,
      file_name: name,
      format: bankFile.format,
      file_ciphertext: ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
      applied_by: userId,
      applied_by_name: author,
      applied_at: clock.now(),
    })
    await insertBankFileLines(trx, bankFileId, toDo(lines))
    await addJob(
      trx,
      applyBankFileLines,
      { client: payerOf(context).client.name, bankFileId },
      { key: bankFileId },
    )
    return lines
  })
  const lines = planned ?? (await planBankFile(db, bankFile, context.client.locale))
  // Also of a file that was applied before: the server may have stopped before its proposals.
  await proposeChanges(lines, context)
  if (planned !== null)
    await recordAuditEvent(context.realmDb, {
      kind: 'bank-file-applied',
      userId: context.actor.userId,
      at: clock.now(),
      address: context.request.ip,
      detail: { client: context.client.name, file: name, hash: fileHash },
    })
  return await planResponse(bankFile, lines, fileHash, context)
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
  bankFile: BankFile,
  planned: readonly PlannedLine[],
  fileHash: string,
  { db, book }: PaymentContext,
): Promise<BankFilePlan> {
  const applied = await findBankFile(db, fileHash)
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
    format: bankFile.format,
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
): Promise<Reply<typeof listBankFiles>> {
  const rows = await listAppliedFiles(db, shownFiles)
  return {
    data: rows.map(row => ({
      bankFileId: row.bank_file_id,
      fileName: row.file_name,
      format: row.format as BankFile['format'],
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
