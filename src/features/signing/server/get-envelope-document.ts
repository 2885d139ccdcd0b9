import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../signing.contract.ts'
import { findPlace, type SigningContext } from './find-place.ts'
import { documentAt } from './show-envelope.ts'

/** The document as it was sent. The record says whether each signer opened it. */
export async function getEnvelopeDocument(
  { params }: HandlerInput<typeof contract.getEnvelopeDocument>,
  context: SigningContext,
): Promise<Reply<typeof contract.getEnvelopeDocument>> {
  return await documentAt(await findPlace(params.envelopeId, context), context)
}
