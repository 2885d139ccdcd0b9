import type { HandlerInput } from '../../../contract/endpoint.ts'
import type * as contract from '../bank-files.contract.ts'
import type { BankFilePlan } from '../bank-files.contract.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import type { PaymentContext } from './payment-context.ts'
import { planBankFile, planSettings } from './plan-bank-file.ts'
import { planResponse } from './plan-response.ts'
import { hashOf } from './take-bank-file.ts'
/** The changes that a bank file would make. */
export async function checkBankFile(
  { upload, query: { confirmed } }: HandlerInput<typeof contract.checkBankFile>,
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
