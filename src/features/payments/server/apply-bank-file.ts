import * as z from 'zod/mini'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { waitsForSecondPerson } from '../../posting-requests/domain/posting-kinds.ts'
import { postOrFile } from '../../posting-requests/server/post-or-file.ts'
import { findOpenRequest, lockPoster } from '../../posting-requests/server/posting-requests.queries.ts'
import type * as contract from '../bank-files.contract.ts'
import { type BankFilePlan, filedBankFile } from '../bank-files.contract.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { findAppliedFile, findUnappliedFile, lockBankFiles } from './bank-files.queries.ts'
import { carryOut, changedSinceCheck, changesAnything, storeFile } from './carry-out-plan.ts'
import type { PaymentContext } from './payment-context.ts'
import { hashOfPlan, planBankFile, planSettings } from './plan-bank-file.ts'
import { movedMinor, planResponse, summaryOf } from './plan-response.ts'
import { proposeNotices } from './store-notices.ts'
import { hashOf } from './take-bank-file.ts'
/**
 * Applies a checked file: stores it with its lines, its notices of change and what a person answered about them, and lets a job
 * clear, return and put back the payments. Or files this for a second person, by what it returns or puts back (`postOrFile`). Applying
 * it again does what could not be done before, and nothing twice. Throws `conflict` if its effect differs from the preview or it waits
 * already, and `step-up-needed`.
 */
export async function applyBankFile(
  { upload, query: { name, planHash, confirmed } }: HandlerInput<typeof contract.applyBankFile>,
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
    const stored = { bankFileId, bankFile, name }
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
