import { createHmac, createPrivateKey, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Clock } from '../../domain/clock.ts'
import { dayMs } from '../../domain/durations.ts'
import type { DocuSignSettings } from '../env.ts'
import { EnvironmentError } from '../env.ts'
import { type DocuSignApi, DocuSignRefusal, docuSignApi, docuSignName } from './docusign-api.ts'
import {
  type EnvelopeRequest,
  type EnvelopeStatus,
  NotTheirTurn,
  ProviderUnavailable,
  type SignatureProvider,
  type SignerState,
} from './provider.ts'

const requestTimeoutMs = 10_000
/** The field of an envelope by which the portal finds it again. */
const requestKeyField = 'almoner-request'
/** How far back an envelope with the same key is looked for. */
const lookBackMs = 90 * dayMs

const created = z.object({ envelopeId: z.uuid() })
const found = z.object({ envelopes: z.array(z.object({ envelopeId: z.uuid() })).optional() })
const view = z.object({ url: z.url().max(4000) })
const time = z.iso.datetime({ offset: true }).optional()
const signer = z.object({
  /** The portal's signerId; absent for a recipient that someone added at DocuSign. */
  clientUserId: z.string().optional(),
  name: z.string(),
  email: z.string(),
  routingOrder: z.coerce.number().int(),
  status: z.string(),
  signedDateTime: time,
  declinedDateTime: time,
  declinedReason: z.string().optional(),
})
type DocuSignSigner = z.infer<typeof signer>
const envelope = z.object({ status: z.string(), recipients: z.object({ signers: z.array(signer) }) })
const webhook = z.object({ data: z.object({ accountId: z.string(), envelopeId: z.uuid() }) })

/**
 * Opens DocuSign with its private key.
 *
 * @throws EnvironmentError if the key cannot be read or is no RSA key.
 */
export async function openDocuSign(
  settings: DocuSignSettings,
  { clock, timeoutMs = requestTimeoutMs }: { clock: Clock; timeoutMs?: number },
): Promise<SignatureProvider> {
  const pem = await readFile(settings.keyFile, 'utf8').catch(() => '')
  const key = keyOf(pem)
  if (key?.asymmetricKeyType !== 'rsa')
    throw new EnvironmentError(`DOCUSIGN_KEY_FILE ${settings.keyFile} holds no RSA private key.`)
  return docuSignProvider(settings, docuSignApi({ ...settings, key, clock, timeoutMs }), clock)
}

function keyOf(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

function docuSignProvider(settings: DocuSignSettings, api: DocuSignApi, clock: Clock): SignatureProvider {
  const read = (envelopeId: string) =>
    api.json({ method: 'GET', path: `/envelopes/${envelopeId}?include=recipients` }, envelope)

  return {
    name: docuSignName,
    hosts: settings.signingHosts,

    createEnvelope: async request => {
      const from = new Date(clock.now().getTime() - lookBackMs).toISOString()
      const query = new URLSearchParams({
        custom_field: `${requestKeyField}=${request.requestKey}`,
        from_date: from,
      })
      const { envelopes = [] } = await api.json({ method: 'GET', path: `/envelopes?${query}` }, found)
      const [earlier] = envelopes
      if (earlier) return { envelopeId: earlier.envelopeId }
      const body = definitionOf(request)
      const { envelopeId } = await api.json({ method: 'POST', path: '/envelopes', body }, created)
      return { envelopeId }
    },

    signingAddress: async ({ envelopeId, signerId, returnTo }) => {
      const { status, recipients } = await read(envelopeId)
      const own = recipients.signers.find(each => each.clientUserId === signerId)
      if (!own) throw new Error(`envelope ${envelopeId} has no signer ${signerId}`)
      if (stateOf(status) !== 'sent' || !isTurn(own, recipients.signers)) throw new NotTheirTurn()
      const body = {
        returnUrl: returnTo.href,
        // The portal has verified them: a login, and a second factor where the client asks for one.
        authenticationMethod: 'None',
        userName: own.name,
        email: own.email,
        clientUserId: signerId,
      }
      const path = `/envelopes/${envelopeId}/views/recipient`
      const { url } = await api.json({ method: 'POST', path, body }, view)
      return new URL(url)
    },

    status: async envelopeId => {
      const { status, recipients } = await read(envelopeId)
      return { state: stateOf(status), signers: recipients.signers.flatMap(signerOf) }
    },

    signedDocument: async envelopeId => {
      const { status } = await read(envelopeId)
      if (stateOf(status) !== 'completed') throw new Error(`envelope ${envelopeId} is not completed`)
      return await api.pdf(`/envelopes/${envelopeId}/documents/combined?certificate=true`)
    },

    voidEnvelope: async (envelopeId, reason) => {
      const { status } = await read(envelopeId)
      if (stateOf(status) !== 'sent') return
      const body = { status: 'voided', voidedReason: reason.slice(0, 200) }
      try {
        await api.json({ method: 'PUT', path: `/envelopes/${envelopeId}`, body }, z.unknown())
      } catch (error) {
        // It was completed, declined or voided in the meantime, which `status` tells.
        if (!(error instanceof DocuSignRefusal && error.code === 'ENVELOPE_CANNOT_VOID_INVALID_STATE'))
          throw error
      }
    },

    readWebhook: (headers, body) => {
      if (!isSigned(headers, body, settings.hmacKeys)) return null
      const parsed = webhook.safeParse(jsonOf(body))
      if (!parsed.success || parsed.data.data.accountId !== settings.accountId) return null
      return { envelopeId: parsed.data.data.envelopeId }
    },
  }
}

function definitionOf({ requestKey, subject, document, signers }: EnvelopeRequest) {
  return {
    status: 'sent',
    emailSubject: subject.slice(0, 100),
    documents: [
      {
        documentId: '1',
        name: document.name,
        fileExtension: 'pdf',
        documentBase64: Buffer.from(document.bytes).toString('base64'),
      },
    ],
    recipients: {
      signers: signers.map(({ signerId, name, email, routingOrder }, index) => ({
        recipientId: String(index + 1),
        // Makes the signer an embedded one: DocuSign sends them no mail.
        clientUserId: signerId,
        name,
        email,
        routingOrder: String(routingOrder),
      })),
    },
    customFields: { textCustomFields: [{ name: requestKeyField, value: requestKey, show: 'false' }] },
  }
}

/** DocuSign's `created`, `sent` and `delivered` (a signer has opened it) are all in progress. */
function stateOf(status: string): EnvelopeStatus['state'] {
  switch (status) {
    case 'completed':
    case 'declined':
    case 'voided':
      return status
    case 'created':
    case 'sent':
    case 'delivered':
    case 'signed':
      return 'sent'
    default:
      throw new ProviderUnavailable(docuSignName, { message: `DocuSign: unknown status ${status}` })
  }
}

const signerStateOf = (status: string): SignerState =>
  status === 'completed' || status === 'signed' ? 'signed' : status === 'declined' ? 'declined' : 'waiting'

function signerOf(each: DocuSignSigner): EnvelopeStatus['signers'] {
  if (each.clientUserId === undefined) return []
  const state = signerStateOf(each.status)
  const at = state === 'signed' ? each.signedDateTime : each.declinedDateTime
  return [
    {
      signerId: each.clientUserId,
      state,
      at: state === 'waiting' || at === undefined ? null : new Date(at),
      reason: state === 'declined' ? (each.declinedReason ?? null) : null,
    },
  ]
}

const isTurn = (own: DocuSignSigner, all: readonly DocuSignSigner[]): boolean =>
  signerStateOf(own.status) === 'waiting' &&
  all.every(each => each.routingOrder >= own.routingOrder || signerStateOf(each.status) === 'signed')

/** Whether one of the keys signed the body: Connect sends a signature for each of its keys, numbered from 1. */
function isSigned(
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  keys: readonly string[],
): boolean {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    /^x-docusign-signature-\d{1,2}$/i.test(name) && value !== undefined ? [Buffer.from(value, 'base64')] : [],
  )
  const own = keys.map(key => createHmac('sha256', key).update(body).digest())
  return given.some(one => own.some(mac => mac.length === one.length && timingSafeEqual(mac, one)))
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
