import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { linkToken } from '../../contract/link-token.ts'
import { fileReply } from '../../contract/list.ts'
import { sha256, webAddress } from '../../contract/wire.ts'
import { declineReason, signatureFields } from '../signing/domain/signature.ts'
import { envelope } from '../signing/signing.contract.ts'

const withToken = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ token: linkToken, ...shape })

const view = z.object({
  /** The person who was asked to sign. */
  name: z.string(),
  reference: z.int(),
  accountName: z.string(),
  startedBy: z.string(),
  /** The document at the portal's own provider; null: it is signed elsewhere, see `address`. */
  envelope: z.nullable(envelope),
  /** The provider's name. */
  provider: z.string(),
  state: z.enum(['waiting', 'preparing', 'signed', 'ended']),
})
export type SigningLinkView = z.output<typeof view>

/** A wrong, used or ended link returns 404 as an unknown one. */
export const openSigningLink = endpoint({
  method: 'POST',
  path: '/api/signing-link',
  summary: 'Returns what a mailed link asks its reader to sign',
  access: 'public',
  body: withToken({}),
  reply: view,
})

export const getLinkDocument = endpoint({
  method: 'POST',
  path: '/api/signing-link/document',
  summary: 'Returns the PDF that the reader of a mailed link is asked to sign; the first time is recorded',
  access: 'public',
  body: withToken({}),
  file: true,
  reply: fileReply,
})

export const consentByLink = endpoint({
  method: 'POST',
  path: '/api/signing-link/consent',
  summary: 'Consents to signing electronically, by a mailed link',
  access: 'public',
  records: ['signing-consented'],
  body: withToken({ version: sha256 }),
  reply: z.object({ data: envelope }),
})

export const signByLink = endpoint({
  method: 'POST',
  path: '/api/signing-link/sign',
  summary: 'Signs the document, by a mailed link',
  access: 'public',
  records: ['application-signed', 'application-submitted'],
  body: withToken(signatureFields),
  reply: z.object({ data: envelope }),
})

export const declineByLink = endpoint({
  method: 'POST',
  path: '/api/signing-link/decline',
  summary: 'Declines to sign the document, by a mailed link',
  access: 'public',
  records: ['application-signature-declined'],
  body: withToken({ reason: declineReason }),
  reply: z.object({ data: envelope }),
})

/** Where the document is signed at a provider other than the portal. */
export const getLinkAddress = endpoint({
  method: 'POST',
  path: '/api/signing-link/address',
  summary: 'Returns the address at which the reader of a mailed link signs',
  access: 'public',
  body: withToken({}),
  reply: z.object({ meta: z.object({ url: webAddress }) }),
})
