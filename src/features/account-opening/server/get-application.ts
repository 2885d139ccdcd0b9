import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../account-opening.contract.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { toResponse } from './show-application.ts'

export async function getApplication(
  { params }: HandlerInput<typeof contract.getApplication>,
  context: OpeningContext,
): Promise<Reply<typeof contract.getApplication>> {
  return await toResponse(await findVisibleApplication(params.applicationId, context), context)
}
