import { isIP } from 'node:net'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { NewEvent } from './envelopes.queries.ts'
import type { Place } from './find-place.ts'

/** Who did something, when and from where. */
export const eventBy = (
  { signer, by }: Pick<Place, 'signer' | 'by'>,
  { clock, request }: Pick<BaseContext, 'clock' | 'request'>,
): Omit<NewEvent, 'envelope_id' | 'kind'> => ({
  signer_id: signer.signer_id,
  ...(by.userId === null ? {} : { user_id: by.userId, session_id: by.sessionId }),
  address: isIP(request.ip) ? request.ip : null,
  at: clock.now(),
})
