import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fileReply } from '../../contract/list.ts'
import { richText } from '../../contract/rich-text.ts'
import { command, currency, sha256 } from '../../contract/wire.ts'
import { declineReason, signatureFields } from './domain/signature.ts'

const params = z.object({ envelopeId: z.uuid() })
/** The name that a signer typed as their signature, and whether it is theirs here. */
export const signatureName = z.object({ typedName: z.string(), isTheirs: z.boolean() })
export type SignatureName = z.output<typeof signatureName>

const signerState = z.enum(['waiting', 'signed', 'declined'])

export const envelope = z.object({
  envelopeId: z.string(),
  /** The subject of the envelope. */
  subject: z.string(),
  documentName: z.string(),
  /** Of the book of its account, which need not be the one that the caller views. */
  currency,
  /** `signed`: everyone has signed, and the document is being sealed. */
  state: z.enum(['sent', 'signed', 'completed', 'declined', 'voided']),
  /** All signers in their order; the sponsor is named by its own name. */
  signers: z.array(
    z.object({
      name: z.string(),
      isYou: z.boolean(),
      state: signerState,
      at: z.nullable(z.iso.datetime()),
      signature: z.nullable(signatureName),
    }),
  ),
  /** The caller's place among the signers. */
  place: z.object({
    /** Whether they sign for the sponsor. */
    isSponsor: z.boolean(),
    state: signerState,
    isTheirTurn: z.boolean(),
    hasConsented: z.boolean(),
  }),
  /** Whether nobody can sign at present, because the portal could not seal the document. */
  isPaused: z.boolean(),
  /** The caller's name, to be typed as their signature. */
  yourName: z.string(),
  /** The text about electronic signing; `version` names what the caller read. */
  consent: z.object({ text: richText, version: z.string() }),
})
export type Envelope = z.infer<typeof envelope>

export const getEnvelope = endpoint({
  method: 'GET',
  path: '/api/envelopes/{envelopeId}',
  summary: 'Returns a document that the caller signs, with its signers',
  access: 'signed-in',
  params,
  reply: z.object({ data: envelope }),
})

export const getEnvelopeDocument = endpoint({
  method: 'GET',
  path: '/api/envelopes/{envelopeId}/document',
  summary: 'Returns the PDF that the caller is asked to sign; the first time is recorded',
  access: 'signed-in',
  params,
  file: true,
  reply: fileReply,
})

export const consentToSigning = endpoint({
  method: 'POST',
  path: '/api/envelopes/{envelopeId}/consent',
  summary: 'Consents to signing electronically',
  access: 'signed-in',
  records: ['signing-consented'],
  params,
  body: command(z.object({ version: sha256 })),
  reply: z.object({ data: envelope }),
})

export const signDocument = endpoint({
  method: 'POST',
  path: '/api/envelopes/{envelopeId}/sign',
  summary: 'Signs the document, if it is the caller’s turn',
  access: 'signed-in',
  records: ['document-signed'],
  params,
  body: command(z.object(signatureFields)),
  reply: z.object({ data: envelope }),
})

export const declineToSign = endpoint({
  method: 'POST',
  path: '/api/envelopes/{envelopeId}/decline',
  summary: 'Declines to sign the document, which ends signing for everyone',
  access: 'signed-in',
  records: ['signature-declined', 'envelope-voided'],
  params,
  body: command(z.object({ reason: declineReason })),
  reply: z.object({ data: envelope }),
})
