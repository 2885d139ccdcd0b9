import { z } from 'zod'
import { task } from '../../../server/jobs/task.ts'
import { ProviderUnavailable } from '../../../server/signatures/provider.ts'
import { providerOf } from '../../contributions/server/advance-document.ts'

/** Withdraws the envelope of a document that is no longer to be signed. A provider that is down is asked again later. */
export const voidEnvelope = task(
  'void-application-envelope',
  z.object({ client: z.string(), provider: z.string(), envelopeId: z.string() }),
  async (
    { client, provider: name, envelopeId },
    { db, origin, documentFiles, signatures, originPattern, clock },
  ) => {
    if (!('book' in origin) || documentFiles === null)
      throw new Error('only a worker of books voids envelopes')
    const place = { book: origin.book, db, documentFiles, signatures, originPattern, clock }
    const { provider } = providerOf(place, { client, provider: name })
    try {
      await provider.voidEnvelope(envelopeId, 'The application was withdrawn to be changed.')
    } catch (error) {
      // An envelope that was completed in the meantime stays as it is, and has no further effect.
      if (error instanceof ProviderUnavailable) throw error
    }
  },
)
