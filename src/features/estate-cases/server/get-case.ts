import type { HandlerInput } from '../../../contract/endpoint.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import type { CaseContext } from './case-context.ts'
import { caseDetails } from './show-cases.ts'

export const getCase = (
  { params: { caseId } }: Pick<HandlerInput<typeof contract.getCase>, 'params'>,
  context: CaseContext,
): Promise<CaseDetails> => caseDetails(context.db, caseId, context)
