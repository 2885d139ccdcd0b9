import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import { findOpenRequest } from '../../posting-requests/server/posting-requests.queries.ts'
import type * as contract from '../bank-files.contract.ts'
import { planFiled } from './apply-filed-file.ts'
import { bankFileTurns } from './bank-files/bank-file-turns.ts'
import type { PaymentContext } from './payment-context.ts'
import { planResponse } from './plan-response.ts'
import { findStoredName } from './stored-file.queries.ts'
import { readStoredFile } from './stored-file.ts'

/** A bank file that waits for a second person, line by line; without lines if it no longer waits. Throws `not-found`. */
export async function getWaitingBankFile(
  { params: { bankFileId } }: HandlerInput<typeof contract.getWaitingBankFile>,
  context: PaymentContext,
): Promise<Reply<typeof contract.getWaitingBankFile>> {
  const request = await findOpenRequest(context.db, bankFileId)
  if (request?.bank_file_id !== bankFileId) {
    const stored = await findStoredName(context.db, bankFileId)
    if (!stored) throw new Problem('not-found')
    return { fileName: stored.file_name, plan: null, isChanged: false }
  }
  return await bankFileTurns.run(requesterOf(context), async () => {
    const { fileName, fileHash, bankFile } = await readStoredFile(context.db, bankFileId, context)
    const { plan, isChanged } = await planFiled(context.db, request, bankFile, context)
    return {
      fileName,
      plan: await planResponse(bankFile, plan, { fileHash, notices: null }, context),
      isChanged,
    }
  })
}
