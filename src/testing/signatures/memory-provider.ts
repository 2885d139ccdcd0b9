import { createHmac, randomUUID } from 'node:crypto'
import { envelopeOwners } from '../../app/server/envelope-owners.ts'
import {
  type EnvelopeRequest,
  type EnvelopeStatus,
  NotTheirTurn,
  ProviderUnavailable,
  type SignatureProvider,
} from '../../server/signatures/provider.ts'
import type { SignatureProviders } from '../../server/signatures/providers.ts'
import { pdfOf } from '../factories/make-file.ts'

type Envelope = {
  request: EnvelopeRequest
  state: EnvelopeStatus['state']
  signers: Map<string, { state: 'waiting' | 'signed' | 'declined'; at: Date | null; reason: string | null }>
}

/** A provider of signatures in memory. A test signs for its signers, and can make it unavailable or return wrong replies. */
export type MemoryProvider = SignatureProviders & {
  provider: SignatureProvider
  /** Where it sends signers; a test can let it lead elsewhere. */
  address: (envelopeId: string, returnTo: URL) => string
  isDown: boolean
  /** Called before each call of the portal; throwing lets the call fail. */
  before: (call: keyof SignatureProvider) => void
  /** Called after the envelope was created and before the portal learns of it. */
  afterCreate: () => void
  envelopes: ReadonlyMap<string, Envelope>
  envelopeOf(documentId: string): { envelopeId: string; envelope: Envelope }
  sign(envelopeId: string, signerId: string): void
  decline(envelopeId: string, signerId: string, reason: string): void
  /** A webhook with its signature. */
  webhook(envelopeId: string): { body: string; headers: Record<string, string> }
}

const webhookKey = 'the key of the webhooks'
const signatureOf = (body: Uint8Array | string) => createHmac('sha256', webhookKey).update(body).digest('hex')

export function memoryProvider(): MemoryProvider {
  const envelopes = new Map<string, Envelope>()
  const get = (envelopeId: string) => {
    const envelope = envelopes.get(envelopeId)
    if (!envelope) throw new Error(`there is no envelope ${envelopeId}`)
    return envelope
  }
  const isTurn = ({ request, signers }: Envelope, signerId: string) => {
    const own = request.signers.find(each => each.signerId === signerId)
    return request.signers.every(
      each => each.routingOrder >= (own?.routingOrder ?? 0) || signers.get(each.signerId)?.state === 'signed',
    )
  }
  const decide = (
    envelopeId: string,
    signerId: string,
    state: 'signed' | 'declined',
    reason: string | null,
  ) => {
    const envelope = get(envelopeId)
    if (envelope.state !== 'sent' || !isTurn(envelope, signerId)) throw new NotTheirTurn()
    envelope.signers.set(signerId, { state, at: new Date(), reason })
    if (state === 'declined') envelope.state = 'declined'
    else if ([...envelope.signers.values()].every(each => each.state === 'signed'))
      envelope.state = 'completed'
  }
  const asked = (call: keyof SignatureProvider) => {
    if (memory.isDown) throw new ProviderUnavailable(provider.name)
    memory.before(call)
  }
  const provider: SignatureProvider = {
    name: 'Quill',
    hosts: ['sign.quill.example'],
    createEnvelope: async request => {
      asked('createEnvelope')
      const known = [...envelopes].find(([, each]) => each.request.requestKey === request.requestKey)
      const envelopeId = known?.[0] ?? randomUUID()
      if (!known)
        envelopes.set(envelopeId, {
          request,
          state: 'sent',
          signers: new Map(
            request.signers.map(({ signerId }) => [signerId, { state: 'waiting', at: null, reason: null }]),
          ),
        })
      memory.afterCreate()
      return { envelopeId }
    },
    signingAddress: async ({ envelopeId, signerId, returnTo }) => {
      asked('signingAddress')
      const envelope = get(envelopeId)
      const isWaiting = envelope.signers.get(signerId)?.state === 'waiting'
      if (envelope.state !== 'sent' || !isWaiting || !isTurn(envelope, signerId)) throw new NotTheirTurn()
      return new URL(memory.address(envelopeId, returnTo))
    },
    status: async envelopeId => {
      asked('status')
      const { state, signers } = get(envelopeId)
      return { state, signers: [...signers].map(([signerId, each]) => ({ signerId, ...each })) }
    },
    signedDocument: async envelopeId => {
      asked('signedDocument')
      if (get(envelopeId).state !== 'completed') throw new Error('the envelope is not completed')
      return pdfOf()
    },
    voidEnvelope: async envelopeId => {
      asked('voidEnvelope')
      const envelope = get(envelopeId)
      if (envelope.state === 'completed') throw new Error('the envelope is completed')
      if (envelope.state === 'sent') envelope.state = 'voided'
    },
    readWebhook: (headers, body) => {
      if (headers['x-quill-signature'] !== signatureOf(body)) return null
      const { envelopeId } = JSON.parse(Buffer.from(body).toString()) as { envelopeId: string }
      return { envelopeId }
    },
  }
  const memory: MemoryProvider = {
    provider,
    owners: envelopeOwners,
    nameFor: () => 'quill',
    open: name => (name === 'quill' ? provider : null),
    address: (envelopeId, returnTo) =>
      `https://sign.quill.example/${envelopeId}?${new URLSearchParams({ returnTo: returnTo.href })}`,
    isDown: false,
    before: () => {},
    afterCreate: () => {},
    envelopes,
    envelopeOf: documentId => {
      const found = [...envelopes].find(([, { request }]) => request.requestKey.endsWith(documentId))
      if (!found) throw new Error(`the document ${documentId} has no envelope`)
      return { envelopeId: found[0], envelope: found[1] }
    },
    sign: (envelopeId, signerId) => decide(envelopeId, signerId, 'signed', null),
    decline: (envelopeId, signerId, reason) => decide(envelopeId, signerId, 'declined', reason),
    webhook: envelopeId => {
      const body = JSON.stringify({ envelopeId })
      return { body, headers: { 'content-type': 'application/json', 'x-quill-signature': signatureOf(body) } }
    },
  }
  return memory
}
