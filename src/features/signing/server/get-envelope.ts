import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../signing.contract.ts'
import { findPlace, type SigningContext } from './find-place.ts'
import { toResponse } from './show-envelope.ts'

export async function getEnvelope(
  { params }: HandlerInput<typeof contract.getEnvelope>,
  context: SigningContext,
): Promise<Reply<typeof contract.getEnvelope>> {
  return await toResponse(await findPlace(params.envelopeId, context), context)
}
