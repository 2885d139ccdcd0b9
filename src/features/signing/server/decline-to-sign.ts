import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../signing.contract.ts'
import { declineAt } from './decide.ts'
import { findPlace, type SigningContext } from './find-place.ts'

/** Declines to sign, which ends the envelope. It needs no consent. */
export async function declineToSign(
  { params, body }: HandlerInput<typeof contract.declineToSign>,
  context: SigningContext,
): Promise<Reply<typeof contract.declineToSign>> {
  return await declineAt(() => findPlace(params.envelopeId, context), body.data.attributes, context)
}
