import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import {
  findOpenRequest,
  type PostingRequestRecord,
  type WaitingRequest,
} from '../../posting-requests/server/posting-requests.queries.ts'
import {
  type bankFileFormats,
  filedBankFile,
  filedFileDetails,
  type getWaitingBankFile,
} from '../bank-files.contract.ts'
import { bankFileTurns } from './bank-files/bank-file-turns.ts'
import { findStoredFile, lockBankFiles } from './bank-files.queries.ts'
import { carryOut } from './carry-out-plan.ts'
import type { PaymentContext } from './payment-context.ts'
import { hashOfPlan, planBankFile, planSettings } from './plan-bank-file.ts'
import { planResponse } from './plan-response.ts'
import { proposeNotices } from './store-notices.ts'
import { readStoredFile } from './stored-file.ts'

const changedSinceEntered = (name: string) =>
  new Problem('conflict', {
    detail: `This file would now do something else than ${name} saw. Decline it, then check and apply the file again.`,
  })

/** What a filed bank file would do now, and what the person saw who entered it. */
async function planFiled(trx: Kysely<DB>, request: PostingRequestRecord, context: PaymentContext) {
  const { planHash, confirmed } = z.decode(filedBankFile, request.input as never)
  const { fileName, fileHash, bankFile } = await readStoredFile(trx, request.subject_id, context)
  const settings = planSettings(confirmed, context)
  const plan = await planBankFile(trx, bankFile, settings)
  const isChanged = (await hashOfPlan(plan)) !== planHash
  return { plan, settings, bankFile, fileName, fileHash, isChanged }
}

/**
 * Carries out a bank file that a second person confirmed; they are who applied it. Throws `conflict` if it would do something else than
 * the first person saw.
 */
async function carryOutBankFile(
  trx: Kysely<DB>,
  request: PostingRequestRecord,
  context: PaymentContext,
): Promise<void> {
  await lockBankFiles(trx)
  const { plan, settings, bankFile, fileName, isChanged } = await planFiled(trx, request, context)
  if (isChanged) throw changedSinceEntered(request.requested_by_name)
  const bankFileId = request.subject_id
  await carryOut(trx, plan, { bankFileId, bankFile, name: fileName, settings }, context)
  await proposeNotices(trx, { bankFileId, plan }, context)
}

/** What the person saw who entered the file. */
function detailsOf({ file_name: fileName, format, input }: WaitingRequest) {
  if (fileName === null) throw new Error('a request for a bank file has a file')
  return z.encode(filedFileDetails, {
    fileName,
    // The table's check constraint allows no other format.
    format: format as (typeof bankFileFormats)[number],
    summary: z.decode(filedBankFile, input as never).summary,
  })
}

export const bankFilePostings = {
  'bank-file': { carryOut: carryOutBankFile, detailsOf },
} as const satisfies Record<string, PostingHandler>

/** A bank file that waits for a second person, line by line; without lines if it no longer waits. Throws `not-found`. */
export async function waitingFile(
  { params: { bankFileId } }: HandlerInput<typeof getWaitingBankFile>,
  context: PaymentContext,
): Promise<Reply<typeof getWaitingBankFile>> {
  const request = await findOpenRequest(context.db, bankFileId)
  if (request?.bank_file_id !== bankFileId) {
    const stored = await findStoredFile(context.db, bankFileId)
    if (!stored) throw new Problem('not-found')
    return { fileName: stored.file_name, plan: null, isChanged: false }
  }
  return await bankFileTurns.run(requesterOf(context), async () => {
    const { plan, bankFile, fileName, fileHash, isChanged } = await planFiled(context.db, request, context)
    return {
      fileName,
      plan: await planResponse(bankFile, plan, { fileHash, notices: null }, context),
      isChanged,
    }
  })
}
