import { type Route, route } from '../../../server/http/route.ts'
import {
  consentToSigning,
  declineToSign,
  getEnvelope,
  getEnvelopeDocument,
  signDocument,
} from '../signing.contract.ts'
import { consent, decline, sign } from './decide.ts'
import { sendDocument, showEnvelope } from './show-envelope.ts'

export const signingRoutes: readonly Route[] = [
  route(getEnvelope, showEnvelope),
  route(getEnvelopeDocument, sendDocument),
  route(consentToSigning, consent),
  route(signDocument, sign),
  route(declineToSign, decline),
]
