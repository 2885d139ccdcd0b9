import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { CarryOut, PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import type {
  PostingRequestRecord,
  WaitingRequest,
} from '../../posting-requests/server/posting-requests.queries.ts'
import { type bankFileFormats, filedBankFile, filedFileDetails } from '../bank-files.contract.ts'
import { bankFileTurns } from './bank-files/bank-file-turns.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { lockBankFiles } from './bank-files.queries.ts'
import { carryOut } from './carry-out-plan.ts'
import type { PaymentContext } from './payment-context.ts'
import { hashOfPlan, planBankFile, planSettings } from './plan-bank-file.ts'
import { proposeNotices } from './store-notices.ts'
import { findStoredName } from './stored-file.queries.ts'
import { readStoredFile } from './stored-file.ts'

const changedSinceEntered = (name: string) =>
  new Problem('conflict', {
    detail: `This file would now do something else than ${name} saw. Decline it, then check and apply the file again.`,
  })

/** What a filed bank file would do now, and whether the person saw something else who entered it. */
export async function planFiled(
  db: Kysely<DB>,
  { input }: PostingRequestRecord,
  bankFile: BankFile,
  context: PaymentContext,
) {
  // Decoding checks what was filed.
  const { planHash, confirmed } = z.decode(filedBankFile, input as never)
  const settings = planSettings(confirmed, context)
  const plan = await planBankFile(db, bankFile, settings)
  return { plan, settings, isChanged: (await hashOfPlan(plan)) !== planHash }
}

/**
 * Reads a bank file that a second person confirms, which may wait for a thread, and returns how to carry it out; they are who applies it.
 * Carrying it out throws `conflict` if the file would do something else than the first person saw, and `not-found`.
 */
async function prepareBankFile(
  { subject_id: bankFileId }: PostingRequestRecord,
  context: PaymentContext,
): Promise<CarryOut> {
  const { fileHash, bankFile } = await bankFileTurns.run(requesterOf(context), async () =>
    readStoredFile(context.db, bankFileId, context),
  )
  return async (trx, request, within) => {
    await lockBankFiles(trx)
    const stored = await findStoredName(trx, request.subject_id)
    if (!stored) throw new Problem('not-found')
    const isSameFile = request.subject_id === bankFileId && stored.file_hash === fileHash
    const { plan, isChanged } = await planFiled(trx, request, bankFile, within)
    if (!isSameFile || isChanged) throw changedSinceEntered(request.requested_by_name)
    await carryOut(trx, plan, { bankFileId, bankFile, name: stored.file_name }, within)
    await proposeNotices(trx, { bankFileId, plan }, within)
  }
}

/** What the person saw who entered the file. */
function detailsOf({ file_name: fileName, format, input }: WaitingRequest) {
  if (fileName === null) throw new Error('a request for a bank file has a file')
  return z.encode(filedFileDetails, {
    fileName,
    // The table's check constraint allows no other format.
    format: format as (typeof bankFileFormats)[number],
    // Decoding checks what was filed.
    summary: z.decode(filedBankFile, input as never).summary,
  })
}

export const bankFilePostings = {
  'bank-file': { prepare: prepareBankFile, detailsOf },
} as const satisfies Record<string, PostingHandler>
