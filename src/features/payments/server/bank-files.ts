import * as z from 'zod/mini'
import type { HandlerInput, ReceivedUpload, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import { whenClosed } from '../../../server/http/when-closed.ts'
import { waitsForSecondPerson } from '../../posting-requests/domain/posting-kinds.ts'
import { postOrFile } from '../../posting-requests/server/post-or-file.ts'
import { findOpenRequest, lockPoster } from '../../posting-requests/server/posting-requests.queries.ts'
import {
  type applyBankFile,
  type BankFilePlan,
  type checkBankFile,
  filedBankFile,
  type listBankFiles,
} from '../bank-files.contract.ts'
import { bankFileTurns } from './bank-files/bank-file-turns.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { readBankFile } from './bank-files/read-bank-file.ts'
import { findAppliedFile, findUnappliedFile, listAppliedFiles, lockBankFiles } from './bank-files.queries.ts'
import { carryOut, changedSinceCheck, changesAnything, storeFile } from './carry-out-plan.ts'
import { ownAccount, type PaymentContext } from './payment-context.ts'
import { hashOfPlan, planBankFile, planSettings } from './plan-bank-file.ts'
import { movedMinor, planResponse, summaryOf } from './plan-response.ts'
import { proposeNotices } from './store-notices.ts'

/** A file whose turn it is, until `end`. */
type TakenFile = { bankFile: BankFile; isHandled: boolean; end: () => void }

/** Reads the uploaded file when its turn comes (bank-file-turns.ts). Throws `validation` for one that cannot be read completely. */
export async function takeFile(
  { upload }: { upload: ReceivedUpload },
  context: PaymentContext,
): Promise<TakenFile> {
  const requester = requesterOf(context)
  const end = await bankFileTurns.enter(requester)
  try {
    const bankFile = await readBankFile(() => upload.read(), ownAccount(context), requester)
    const taken: TakenFile = { bankFile, isHandled: false, end }
    // A command that is repeated is answered without its handler.
    whenClosed(context.reply, () => {
      if (!taken.isHandled) end()
    })
    return taken
  } catch (error) {
    end()
    throw error
  }
}

/** Handles a file that was taken, and ends its turn. */
export const withTakenFile =
  <Input, Result>(handle: (input: Input, context: PaymentContext, bankFile: BankFile) => Promise<Result>) =>
  async (input: Input, context: PaymentContext, taken: TakenFile): Promise<Result> => {
    taken.isHandled = true
    try {
      return await handle(input, context, taken.bankFile)
    } finally {
      taken.end()
    }
  }

const hashOf = ({ sha256 }: ReceivedUpload): string => Buffer.from(sha256).toString('hex')

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
 * clear, return and put back the payments. Or files this for a second person, by what it returns or puts back (`postOrFile`). Applying
 * it again does what could not be done before, and nothing twice. Throws `conflict` if its effect differs from the preview or it waits
 * already, and `step-up-needed`.
 */
export async function applyFile(
  { upload, query: { name, planHash, confirmed } }: HandlerInput<typeof applyBankFile>,
  context: PaymentContext,
  bankFile: BankFile,
): Promise<BankFilePlan> {
  const fileHash = hashOf(upload)
  const settings = planSettings(confirmed, context)
  return await inTransaction(context.db, async trx => {
    // The person comes first, as with every command that posts.
    await lockPoster(trx, context.actor.userId)
    await lockBankFiles(trx)
    await requireNotWaiting(trx, fileHash)
    const plan = await planBankFile(trx, bankFile, settings)
    const inThis = { ...context, db: trx }
    if (!changesAnything(plan) && (await findAppliedFile(trx, fileHash)))
      return await planResponse(bankFile, plan, { fileHash, notices: null }, inThis)
    if ((await hashOfPlan(plan)) !== planHash) throw changedSinceCheck()
    const bankFileId = await storeFile(trx, { bytes: await upload.read(), name, fileHash, bankFile }, context)
    const stored = { bankFileId, bankFile, name, settings }
    const outcome = await postOrFile(
      inThis,
      {
        kind: 'bank-file',
        subjectId: bankFileId,
        accountId: null,
        amountMinor: movedMinor(plan),
        input: z.encode(filedBankFile, { planHash, confirmed, summary: summaryOf(plan) }),
        reason: null,
      },
      async work => await carryOut(work, plan, stored, context),
    )
    const notices = outcome === 'posted' ? await proposeNotices(trx, { bankFileId, plan }, context) : null
    return await planResponse(bankFile, plan, { fileHash, notices }, inThis)
  })
}

/** Also if its effect has changed meanwhile, the request is to be decided first. */
async function requireNotWaiting(trx: PaymentContext['db'], fileHash: string): Promise<void> {
  const unapplied = await findUnappliedFile(trx, fileHash)
  if (unapplied && (await findOpenRequest(trx, unapplied.bank_file_id)))
    throw new Problem('conflict', { detail: waitsForSecondPerson })
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
      enteredByName: row.requested_by_name,
      lines: row.lines,
      done: row.done,
      failures: row.failures,
    })),
  }
}
