import { hash } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { proposeCorrected } from '../../charities/server/bank-details.ts'
import type { applyBankFile, BankFilePlan, checkBankFile, listBankFiles } from '../bank-files.contract.ts'
import type { BankFile, OwnAccount } from './bank-files/bank-line.ts'
import { parseBankFile } from './bank-files/parse-bank-file.ts'
import { findBankFile, listAppliedFiles, lockBankFiles } from './bank-files.queries.ts'
import { carryOut, changedSinceCheck, changesAnything, storeFile } from './carry-out-plan.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { hashOfPlan, planBankFile } from './plan-bank-file.ts'
import type { Plan, PlannedLine, PlanSettings } from './planned-line.ts'

const shownLines = 500

function read(bytes: Uint8Array, context: PaymentContext): BankFile {
  return parseBankFile(bytes, ownAccount(context))
}

function ownAccount(context: PaymentContext): OwnAccount {
  const { settings } = payerOf(context)
  return {
    bankCode: settings.format === 'nacha' ? settings.routingNumber : settings.sortCode,
    ...(settings.format === 'nacha' ? { companyId: settings.companyId } : {}),
    accountNumber: settings.accountNumber,
    currency: context.book.currency,
  }
}

function planSettings(confirmed: string, context: PaymentContext): PlanSettings {
  const { bankCode, accountNumber, currency } = ownAccount(context)
  const { locale, timeZone } = context.client
  return {
    locale,
    timeZone,
    currency,
    bankAccount: `${bankCode}/${accountNumber}`,
    confirmed: new Set(confirmed === '' ? [] : confirmed.split(',').map(Number)),
  }
}

/** The changes that a bank file would make. Throws `validation` for one that cannot be read completely. */
export async function previewFile(
  { upload, query: { confirmed } }: HandlerInput<typeof checkBankFile>,
  context: PaymentContext,
): Promise<BankFilePlan> {
  const bankFile = read(upload, context)
  return await planResponse(
    bankFile,
    await planBankFile(context.db, bankFile, planSettings(confirmed, context)),
    hash('sha256', upload),
    context,
  )
}

/**
 * Applies a checked file: stores it with its lines and with what a person answered about them, proposes changed bank details, and lets a job
 * clear, return and put back the payments. Applying it again does what could not be done before, and nothing twice. Throws `conflict` if
 * its effect differs from the preview.
 */
export async function applyFile(
  { upload, query: { name, planHash, confirmed } }: HandlerInput<typeof applyBankFile>,
  context: PaymentContext,
): Promise<BankFilePlan> {
  const { db, clock } = context
  const bankFile = read(upload, context)
  const fileHash = hash('sha256', upload)
  const settings = planSettings(confirmed, context)
  const { plan, isNew } = await inTransaction(db, async trx => {
    await lockBankFiles(trx)
    const planned = await planBankFile(trx, bankFile, settings)
    if (!changesAnything(planned) && (await findBankFile(trx, fileHash)))
      return { plan: planned, isNew: false }
    if (hashOfPlan(planned) !== planHash) throw changedSinceCheck()
    const bankFileId = await storeFile(trx, { bytes: upload, name, fileHash, bankFile }, context)
    await carryOut(trx, planned, { bankFileId, bankFile, name, settings }, context)
    return { plan: planned, isNew: true }
  })
  // Also of a file that was applied before: the server may have stopped before its proposals.
  await proposeChanges(plan.lines, context)
  if (isNew)
    await recordAuditEvent(context.realmDb, {
      kind: 'bank-file-applied',
      userId: context.actor.userId,
      at: clock.now(),
      address: context.request.ip,
      detail: { client: context.client.name, file: name, hash: fileHash },
    })
  return await planResponse(bankFile, plan, fileHash, context)
}

const orderOf = {
  ask: 0,
  refused: 1,
  rejected: 2,
  returned: 3,
  change: 4,
  unknown: 5,
  cleared: 6,
  none: 7,
  booked: 8,
  done: 9,
} as const satisfies Record<PlannedLine['effect'], number>

async function planResponse(
  bankFile: BankFile,
  plan: Plan,
  fileHash: string,
  { db, book }: PaymentContext,
): Promise<BankFilePlan> {
  const applied = await findBankFile(db, fileHash)
  const sumOf = (effect: PlannedLine['effect']) => {
    const lines = plan.lines.filter(each => each.effect === effect)
    return {
      payments: lines.length,
      amountMinor: lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n),
    }
  }
  // A line that was asked about stays where it was when it is confirmed.
  const placeOf = ({ question, effect }: PlannedLine) => orderOf[question === null ? effect : 'ask']
  const shown = plan.lines.toSorted((one, other) => placeOf(one) - placeOf(other) || one.line - other.line)
  return {
    format: bankFile.format,
    currency: book.currency,
    planHash: hashOfPlan(plan),
    appliedAt: applied?.applied_at.toISOString() ?? null,
    appliedByName: applied?.applied_by_name ?? null,
    cleared: sumOf('cleared'),
    returned: sumOf('returned'),
    rejected: sumOf('rejected'),
    rejectedRuns: plan.rejectedRuns.map(({ runId, runNumber }) => ({ runId, runNumber })),
    changes: plan.lines.filter(({ effect }) => effect === 'change').length,
    toDecide: plan.lines.filter(({ effect }) => effect === 'ask').length,
    newLines: plan.newLines.length,
    lines: shown.slice(0, shownLines).map(lineResponse),
    otherLines: Math.max(0, shown.length - shownLines),
  }
}

const lineResponse = (planned: PlannedLine): BankFilePlan['lines'][number] => ({
  line: planned.line,
  effect: planned.effect,
  reference: planned.reference,
  grantId: planned.payment?.grant_id ?? null,
  charityName: planned.payment?.charity_name ?? null,
  amountMinor: planned.amountMinor,
  sentence: planned.sentence,
  question: planned.question,
  isConfirmed: planned.isConfirmed,
})

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
