import {
  consentToSigning,
  declineToSign,
  getEnvelope,
  getEnvelopeDocument,
  signDocument,
} from '../../../features/signing/signing.contract.ts'
import { command, type Example, example } from './example.ts'

// An envelope exists only for its signers, whose right depends on the row: src/features/signing/server/signing.test.ts.
const params = { envelopeId: '0197e0a0-0000-7000-8000-000000000000' }
const notVisible = { needs: 'signed-in', status: 404 } as const

export const signingExamples: readonly Example[] = [
  example(getEnvelope, { ...notVisible, sent: () => ({ params }) }),
  example(getEnvelopeDocument, { ...notVisible, sent: () => ({ params }) }),
  example(consentToSigning, {
    ...notVisible,
    sent: () => ({ params, body: command({ version: '0'.repeat(64) }) }),
  }),
  example(signDocument, {
    ...notVisible,
    sent: () => ({
      params,
      body: command({ name: 'Ann Taylor', confirmsName: true, drawing: null, intends: true as const }),
    }),
  }),
  example(declineToSign, {
    ...notVisible,
    sent: () => ({ params, body: command({ reason: 'It is wrong.' }) }),
  }),
]
