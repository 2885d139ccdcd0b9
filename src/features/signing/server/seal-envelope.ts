import { hash } from 'node:crypto'
import { z } from 'zod'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { type TaskContext, task } from '../../../server/jobs/task.ts'
import { areValidAt } from '../../../server/signatures/seal/sealer.ts'
import { embeddedProviderName } from './embedded-provider.ts'
import { type EnvelopeStore, readFile, storeFile } from './envelope-store.ts'
import {
  addEvent,
  eventsOf,
  findEnvelope,
  lockEnvelope,
  setEnvelopeState,
  signersOf,
} from './envelopes.queries.ts'
import { followEnvelope } from './follow-envelope.ts'

/**
 * Seals a document that all signers have signed. A repeated job does it once: the envelope is completed together with the sealed file,
 * and what an interrupted attempt stored is removed by clean-envelopes.ts.
 */
export const sealEnvelope = task(
  'seal-envelope',
  z.object({ envelopeId: z.string() }),
  async ({ envelopeId }, context) => await seal(envelopeId, context, storeOf(context)),
)

function storeOf({ db, origin, documentFiles }: TaskContext): EnvelopeStore {
  if (documentFiles === null || !('book' in origin)) throw new Error('the worker has no store of documents')
  return { book: origin.book, db, documentFiles }
}

async function seal(
  envelopeId: string,
  { sealer, signatures, originPattern, client: clientOf, clock }: TaskContext,
  store: EnvelopeStore,
): Promise<void> {
  const envelope = await findEnvelope(store.db, envelopeId)
  if (envelope?.state !== 'signed') return
  const client = clientOf(envelope.client)
  const document = await readFile(store, envelopeId, 'original')
  if (!document || sealer === null) throw new Error(`the envelope ${envelopeId} cannot be sealed`)
  // clean-envelopes.ts adds the job again until the certificate has been replaced.
  if (!areValidAt(sealer.certificates, clock.now()))
    throw new Error(`the envelope ${envelopeId} waits for a valid certificate of the seal`)
  // Loaded with the first seal, because they are large and nothing else needs them.
  const { sealPdf } = await import('../../../server/signatures/seal/seal-pdf.ts')
  const { writeRecord } = await import('./write-record.ts')
  // Times in a PDF have a precision of seconds.
  const at = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
  const signers = await signersOf(store.db, envelopeId)
  const record = await writeRecord({
    envelope,
    signers,
    events: await eventsOf(store.db, envelopeId),
    document,
    client,
    origin: originOfClient(originPattern, client),
    at,
  })
  const names = signers.map(({ decided_by_name: name }) => name).join(', ')
  const sealed = await sealPdf(
    { document, record },
    { sealedBy: client.displayName, reason: `Signed by ${names}`, at },
    sealer,
    portalOf(client),
  )
  await storeFile(
    store,
    { kind: 'sealed', bytes: sealed, at },
    async trx => ((await lockEnvelope(trx, envelopeId))?.state === 'signed' ? { envelopeId } : null),
    async trx => {
      // Another attempt may have been faster; the database then refuses this one.
      await setEnvelopeState(trx, envelopeId, 'completed')
      await addEvent(trx, {
        envelope_id: envelopeId,
        kind: 'completed',
        at,
        digest: hash('sha256', sealed, 'buffer'),
      })
      await followEnvelope(signatures, trx, { provider: embeddedProviderName, envelopeId })
    },
  )
}
