import type { HandlerInput, ReceivedUpload, Reply } from '../../../contract/endpoint.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { applyBankFile, BankFilePlan, checkBankFile, listBankFiles } from '../bank-files.contract.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { readBankFile } from './bank-files/read-bank-file.ts'
import { findBankFile, listAppliedFiles, lockBankFiles } from './bank-files.queries.ts'
import { carryOut, changedSinceCheck, changesAnything, storeFile } from './carry-out-plan.ts'
import { ownAccount, type PaymentContext } from './payment-context.ts'
import { hashOfPlan, planBankFile } from './plan-bank-file.ts'
import type { Plan, PlannedLine, PlanSettings } from './planned-line.ts'

const shownLines = 500

/** Reads the uploaded file. Throws `validation` for one that cannot be read completely. */
export const readUpload = async (
  { upload }: { upload: ReceivedUpload },
  context: PaymentContext,
): Promise<BankFile> => await readBankFile(() => upload.read(), ownAccount(context), requesterOf(context))

const hashOf = ({ sha256 }: ReceivedUpload): string => Buffer.from(sha256).toString('hex')

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

/** The changes that a bank file would make. */
export async function previewFile(
  { upload, query: { confirmed } }: HandlerInput<typeof checkBankFile>,
  context: PaymentContext,
  bankFile: BankFile,
): Promise<BankFilePlan> {
  return await planResponse(
    bankFile,
    await planBankFile(context.db, bankFile, planSettings(confirmed, context)),
    { fileHash: hashOf(upload), notices: null },
    context,
  )
}

/**
 * Applies a checked file: stores it with its lines, its notices of change and what a person answered about them, and lets a job
 * clear, return and put back the payments. Applying it again does what could not be done before, and nothing twice. Throws `conflict` if
 * its effect differs from the preview.
 */
export async function applyFile(
  { upload, query: { name, planHash, confirmed } }: HandlerInput<typeof applyBankFile>,
  context: PaymentContext,
  bankFile: BankFile,
): Promise<BankFilePlan> {
  const { db, clock } = context
  const fileHash = hashOf(upload)
  const settings = planSettings(confirmed, context)
  const { plan, notices, isNew } = await inTransaction(db, async trx => {
    await lockBankFiles(trx)
    const planned = await planBankFile(trx, bankFile, settings)
    if (!changesAnything(planned) && (await findBankFile(trx, fileHash)))
      return { plan: planned, notices: null, isNew: false }
    if ((await hashOfPlan(planned)) !== planHash) throw changedSinceCheck()
    const bankFileId = await storeFile(trx, { bytes: await upload.read(), name, fileHash, bankFile }, context)
    const stored = await carryOut(trx, planned, { bankFileId, bankFile, name, settings }, context)
    return { plan: planned, notices: stored.notices, isNew: true }
  })
  if (isNew)
    await recordAuditEvent(context.realmDb, {
      kind: 'bank-file-applied',
      userId: context.actor.userId,
      at: clock.now(),
      address: context.request.ip,
      detail: { client: context.client.name, file: name, hash: fileHash },
    })
  return await planResponse(bankFile, plan, { fileHash, notices }, context)
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
  { fileHash, notices }: { fileHash: string; notices: BankFilePlan['notices'] },
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
  return {
    format: bankFile.format,
    currency: book.currency,
    planHash: await hashOfPlan(plan),
    appliedAt: applied?.applied_at.toISOString() ?? null,
    appliedByName: applied?.applied_by_name ?? null,
    cleared: sumOf('cleared'),
    returned: sumOf('returned'),
    rejected: sumOf('rejected'),
    rejectedRuns: plan.rejectedRuns.map(({ runId, runNumber }) => ({ runId, runNumber })),
    changes: plan.lines.filter(({ effect }) => effect === 'change').length,
    notices,
    toDecide: plan.lines.filter(({ effect }) => effect === 'ask').length,
    newLines: plan.newLines.length,
    lines: firstLines(plan.lines).map(lineResponse),
    otherLines: Math.max(0, plan.lines.length - shownLines),
  }
}

/** The lines that are shown, by what they ask of people. Each group has the order of the file, in which lines were planned. */
function firstLines(lines: readonly PlannedLine[]): PlannedLine[] {
  // A line that was asked about stays where it was when it is confirmed.
  const placeOf = ({ question, effect }: PlannedLine) => orderOf[question === null ? effect : 'ask']
  const groups = Map.groupBy(lines, placeOf)
  return [...groups.keys()]
    .sort((one, other) => one - other)
    .flatMap(place => (groups.get(place) ?? []).slice(0, shownLines))
    .slice(0, shownLines)
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
