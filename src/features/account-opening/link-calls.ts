import { call, fetchReply } from '../../web/api/call.ts'
import type { SigningCalls } from '../signing/signing-calls.ts'
import { consentByLink, declineByLink, getLinkDocument, signByLink } from './signing-link.contract.ts'

/** The calls of a signer who came by a mailed link. */
export function callsOfLink(token: string): SigningCalls {
  return {
    document: async signal => await fetchReply(getLinkDocument, { body: { token } }, { signal }),
    consent: async version => (await call(consentByLink, { body: { token, version } })).data,
    sign: async signature => (await call(signByLink, { body: { token, ...signature, intends: true } })).data,
    decline: async reason => (await call(declineByLink, { body: { token, reason } })).data,
  }
}
