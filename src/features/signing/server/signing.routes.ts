import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../signing.contract.ts'
import { consentToSigning } from './consent-to-signing.ts'
import { declineToSign } from './decline-to-sign.ts'
import { getEnvelope } from './get-envelope.ts'
import { getEnvelopeDocument } from './get-envelope-document.ts'
import { signDocument } from './sign-document.ts'

export const signingRoutes: readonly Route[] = [
  route(contract.getEnvelope, getEnvelope),
  route(contract.getEnvelopeDocument, getEnvelopeDocument),
  route(contract.consentToSigning, consentToSigning),
  route(contract.signDocument, signDocument),
  route(contract.declineToSign, declineToSign),
]
