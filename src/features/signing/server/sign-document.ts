import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../signing.contract.ts'
import { signAt } from './decide.ts'
import { findPlace, type SigningContext } from './find-place.ts'

/** Signs the document. The last signature starts the job that seals it. */
export async function signDocument(
  { params, body }: HandlerInput<typeof contract.signDocument>,
  context: SigningContext,
): Promise<Reply<typeof contract.signDocument>> {
  return await signAt(() => findPlace(params.envelopeId, context), body.data.attributes, context)
}
