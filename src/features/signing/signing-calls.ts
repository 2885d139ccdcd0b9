import { call, fetchReply } from '../../web/api/call.ts'
import type { SigningEvent } from './domain/return-to.ts'
import type { Drawing } from './domain/signature.ts'
import {
  consentToSigning,
  declineToSign,
  type Envelope,
  getEnvelopeDocument,
  signDocument,
} from './signing.contract.ts'

/** The calls of a signer: logged in, or by a mailed link (src/features/account-opening/link-calls.ts). */
export type SigningCalls = {
  document: (signal: AbortSignal) => Promise<Response>
  consent: (version: string) => Promise<Envelope>
  sign: (signature: { name: string; drawing: Drawing | null; confirmsName: boolean }) => Promise<Envelope>
  decline: (reason: string) => Promise<Envelope>
}

/** What the forms of a signer's decision get. */
export type DecisionProps = {
  envelope: Envelope
  calls: SigningCalls
  onFinished: (envelope: Envelope, event: SigningEvent) => void
  onStale: () => void
}

const command = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })

export function callsOfSession(envelopeId: string): SigningCalls {
  const params = { envelopeId }
  return {
    document: async signal => await fetchReply(getEnvelopeDocument, { params }, { signal }),
    consent: async version => (await call(consentToSigning, { params, body: command({ version }) })).data,
    sign: async signature =>
      (await call(signDocument, { params, body: command({ ...signature, intends: true as const }) })).data,
    decline: async reason => (await call(declineToSign, { params, body: command({ reason }) })).data,
  }
}
