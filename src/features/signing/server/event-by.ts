import { isIP } from 'node:net'
import type { NewEvent, SignerRow } from './envelopes.queries.ts'
import type { SigningContext } from './find-place.ts'

/** Who did something, when and from where. */
export const eventBy = (
  signer: SignerRow,
  { actor, clock, request }: SigningContext,
): Omit<NewEvent, 'envelope_id' | 'kind'> => ({
  signer_id: signer.signer_id,
  user_id: actor.userId,
  session_id: actor.sessionId,
  address: isIP(request.ip) ? request.ip : null,
  at: clock.now(),
})
