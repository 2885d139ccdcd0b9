import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../signing.contract.ts'
import { consentAt } from './decide.ts'
import { findPlace, type SigningContext } from './find-place.ts'

/** Records that the caller consents to signing electronically. Repeating it changes nothing. */
export async function consentToSigning(
  { params, body }: HandlerInput<typeof contract.consentToSigning>,
  context: SigningContext,
): Promise<Reply<typeof contract.consentToSigning>> {
  return await consentAt(await findPlace(params.envelopeId, context), body.data.attributes, context)
}
