import { hash, randomUUIDv7 } from 'node:crypto'
import type { Client } from '../../../clients/client.ts'
import { screenAddressWith } from '../../../contract/screen-address.ts'
import type { Clock } from '../../../domain/clock.ts'
import {
  type EnvelopeRequest,
  type EnvelopeStatus,
  NotTheirTurn,
  type SignatureProvider,
} from '../../../server/signatures/provider.ts'
import { maxDocumentBytes } from '../../files/domain/document-files.ts'
import { abandonFilesOf } from './envelope-files.queries.ts'
import { type EnvelopeStore, readFile, storeFile } from './envelope-store.ts'
import {
  addEnvelope,
  addEvent,
  findEnvelope,
  lockByRequest,
  lockEnvelope,
  setEnvelopeState,
  signersOf,
} from './envelopes.queries.ts'
import { isSponsor, isTurnOf } from './turns.ts'

/** The provider's name in rows; it never changes. */
export const embeddedProviderName = 'embedded'

const maxSigners = 20

type Settings = EnvelopeStore & {
  client: Pick<Client, 'name' | 'displayName'>
  clock: Clock
  /** The portal's own address for the client, such as `https://npt.example.org`. */
  origin: string
}

/** The portal as its own provider of signatures, for one book of one client (docs/decisions/0036-signatures.md). */
export function embeddedProvider(settings: Settings): SignatureProvider {
  const { client, origin, db } = settings
  return {
    name: client.displayName,
    hosts: [new URL(origin).hostname],
    createEnvelope: request => createEnvelope(settings, request),
    signingAddress: async ({ envelopeId, signerId, returnTo }) => {
      const envelope = await findEnvelope(db, envelopeId)
      const signers = await signersOf(db, envelopeId)
      if (envelope?.state !== 'sent' || !isTurnOf(signers, signerId))
        throw new NotTheirTurn(`it is not the turn of ${signerId} in the envelope ${envelopeId}`)
      // The screen goes back within the portal only.
      const isWithin = returnTo.origin === new URL(origin).origin
      const back = isWithin ? `${returnTo.pathname}${returnTo.search}` : undefined
      return new URL(screenAddressWith('/sign/$envelopeId', { envelopeId }, { returnTo: back }), origin)
    },
    status: envelopeId => statusOf(settings, envelopeId),
    signedDocument: async envelopeId => {
      const sealed = await readFile(settings, envelopeId, 'sealed')
      if (!sealed) throw new Error(`the envelope ${envelopeId} is not completed`)
      return sealed
    },
    voidEnvelope: (envelopeId, reason) => voidEnvelope(settings, envelopeId, reason),
    // The portal sends itself no webhooks; callers poll the status.
    readWebhook: () => null,
  }
}

async function createEnvelope(store: Settings, request: EnvelopeRequest): Promise<{ envelopeId: string }> {
  const { requestKey, about, subject, document, signers } = request
  await checkRequest(request)
  const at = store.clock.now()
  const envelope = {
    envelope_id: randomUUIDv7(),
    account_id: about.kind === 'account' ? about.accountId : null,
    application_id: about.kind === 'application' ? about.applicationId : null,
    client: store.client.name,
    request_key: requestKey,
    subject,
    document_name: document.name,
    created_at: at,
  }
  await storeFile(
    store,
    { kind: 'original', bytes: document.bytes, at },
    async trx => {
      if (await addEnvelope(trx, envelope, signers)) return { envelopeId: envelope.envelope_id }
      const { envelope_id: envelopeId, state } = await lockByRequest(trx, requestKey)
      if (state !== 'preparing') return null
      // An attempt that never finished. If it is still running, it will notice this and fail.
      await abandonFilesOf(trx, envelopeId, at)
      return { envelopeId }
    },
    async (trx, envelopeId) => {
      await setEnvelopeState(trx, envelopeId, 'sent')
      const digest = hash('sha256', document.bytes, 'buffer')
      await addEvent(trx, { envelope_id: envelopeId, kind: 'created', at, digest })
    },
  )
  const { envelope_id: envelopeId } = await store.db
    .transaction()
    .execute(async trx => await lockByRequest(trx, requestKey))
  return { envelopeId }
}

/** Refuses what could not be signed or sealed later. These are faults of the portal itself, so the messages are for its log. */
async function checkRequest({ document, signers }: EnvelopeRequest): Promise<void> {
  const { bytes } = document
  if (bytes.length < 1 || bytes.length > maxDocumentBytes)
    throw new Error(`the document has ${bytes.length} bytes`)
  if (signers.length < 1 || signers.length > maxSigners)
    throw new Error(`there are ${signers.length} signers`)
  const sponsor = signers.find(isSponsor)
  if (sponsor && signers.some(each => each !== sponsor && each.routingOrder >= sponsor.routingOrder))
    throw new Error('the sponsor does not sign last')
  // Dynamic imports, because only this and the seal need these modules.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  if (Buffer.from(bytes).includes('/ByteRange')) throw new Error('the document has a signature already')
  await PDFDocument.load(bytes, { updateMetadata: false })
}

async function statusOf({ db }: EnvelopeStore, envelopeId: string): Promise<EnvelopeStatus> {
  const envelope = await findEnvelope(db, envelopeId)
  if (!envelope || envelope.state === 'preparing') throw new Error(`there is no envelope ${envelopeId}`)
  const signers = await signersOf(db, envelopeId)
  return {
    // While it is being sealed, nobody can have the document yet.
    state: envelope.state === 'signed' ? 'sent' : envelope.state,
    signers: signers.map(({ signer_id: signerId, state, decided_at: at, reason }) => ({
      signerId,
      state,
      at,
      reason,
    })),
  }
}

async function voidEnvelope({ db, clock }: Settings, envelopeId: string, reason: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const envelope = await lockEnvelope(trx, envelopeId)
    if (!envelope) throw new Error(`there is no envelope ${envelopeId}`)
    if (envelope.state === 'voided' || envelope.state === 'declined') return
    if (envelope.state === 'signed' || envelope.state === 'completed')
      throw new Error(`everyone has signed the envelope ${envelopeId}`)
    await setEnvelopeState(trx, envelopeId, 'voided', reason)
    await addEvent(trx, { envelope_id: envelopeId, kind: 'voided', at: clock.now() })
  })
}
