import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { pdfOf } from '../factories/make-file.ts'

type Signer = {
  clientUserId: string
  name: string
  email: string
  routingOrder: string
  recipientId: string
  status: string
  signedDateTime?: string
  declinedDateTime?: string
  declinedReason?: string
}
type Envelope = {
  status: string
  signers: Signer[]
  requestKey: string
  document: string
  voidedReason?: string
}

/** The reply to the next request in place of the normal one. */
export type Fault =
  | { status: number; body?: string; type?: string }
  | 'no-answer'
  | 'cut-off'
  | 'too-long'
  | 'redirect'

export const integrationKey = '1f2e3d4c-5b6a-4978-8a9b-0c1d2e3f4a5b'
export const userId = '2f2e3d4c-5b6a-4978-8a9b-0c1d2e3f4a5b'
export const accountId = '3f2e3d4c-5b6a-4978-8a9b-0c1d2e3f4a5b'
export const hmacKey = 'the key of DocuSign Connect'

/**
 * A stand-in for DocuSign eSignature REST 2.1, written from its public description: the JWT grant, envelopes with embedded signers,
 * recipient views, documents and Connect. It checks each assertion with the public key of the integration.
 */
export async function startDocuSign() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const envelopes = new Map<string, Envelope>()
  const tokens = new Set<string>()
  const faults: Fault[] = []
  const requests: string[] = []
  let viewUrl: (envelopeId: string) => string = envelopeId => `https://127.0.0.1/Signing/${envelopeId}`

  const grant = async (body: string): Promise<object> => {
    const form = new URLSearchParams(body)
    const assertion = form.get('assertion') ?? ''
    const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, {
      issuer: integrationKey,
      subject: userId,
      audience: `127.0.0.1:${port()}`,
      requiredClaims: ['iat', 'exp'],
    })
    const isGrant =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      payload.scope === 'signature impersonation' &&
      protectedHeader.alg === 'RS256' &&
      (payload.exp ?? 0) - (payload.iat ?? 0) <= 3600
    if (!isGrant) throw new Error('not a grant')
    const token = randomUUID()
    tokens.add(token)
    return { access_token: token, token_type: 'Bearer', expires_in: 3600 }
  }

  const answerOf = async (
    request: IncomingMessage,
    body: string,
  ): Promise<[status: number, reply: unknown]> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://docusign')
    if (pathname === '/oauth/token')
      return await grant(body).then(
        reply => [200, reply] as [number, unknown],
        () => [400, { error: 'invalid_grant' }] as [number, unknown],
      )
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return [401, { errorCode: 'AUTHORIZATION_INVALID_TOKEN' }]
    const below = `/restapi/v2.1/accounts/${accountId}/envelopes`
    if (!pathname.startsWith(below)) return [404, { errorCode: 'RESOURCE_NOT_FOUND' }]
    const [envelopeId = '', ...rest] = pathname.slice(below.length + 1).split('/')
    const sent = body === '' ? null : JSON.parse(body)
    if (envelopeId === '') return request.method === 'POST' ? create(sent) : search(searchParams)
    const envelope = envelopes.get(envelopeId)
    if (!envelope) return [400, { errorCode: 'ENVELOPE_DOES_NOT_EXIST' }]
    if (request.method === 'PUT') return voidIt(envelope, sent)
    if (rest.join('/') === 'views/recipient') return recipientView(envelopeId, envelope, sent)
    if (rest.join('/') === 'documents/combined') return [200, Buffer.from(pdfOf())]
    return [200, { envelopeId, status: envelope.status, recipients: { signers: envelope.signers } }]
  }

  const create = (sent: {
    recipients: { signers: Signer[] }
    customFields: { textCustomFields: { name: string; value: string }[] }
    documents: { documentBase64: string }[]
  }): [number, unknown] => {
    const envelopeId = randomUUID()
    const { signers } = sent.recipients
    envelopes.set(envelopeId, {
      status: 'sent',
      signers: signers.map(each => ({ ...each, status: 'created' })),
      requestKey: sent.customFields.textCustomFields.map(({ name, value }) => `${name}=${value}`).join(),
      document: sent.documents[0]?.documentBase64 ?? '',
    })
    return [201, { envelopeId, status: 'sent' }]
  }
  const search = (query: URLSearchParams): [number, unknown] => {
    if (!query.has('from_date')) return [400, { errorCode: 'INVALID_REQUEST_PARAMETER' }]
    const same = [...envelopes].filter(([, { requestKey }]) => requestKey === query.get('custom_field'))
    return [200, same.length === 0 ? {} : { envelopes: same.map(([envelopeId]) => ({ envelopeId })) }]
  }
  const voidIt = (envelope: Envelope, sent: { status: string; voidedReason: string }): [number, unknown] => {
    if (envelope.status !== 'sent') return [400, { errorCode: 'ENVELOPE_CANNOT_VOID_INVALID_STATE' }]
    Object.assign(envelope, sent)
    return [200, {}]
  }
  const recipientView = (
    envelopeId: string,
    { signers }: Envelope,
    sent: { clientUserId: string; email: string; userName: string },
  ): [number, unknown] => {
    const own = signers.find(
      each =>
        each.clientUserId === sent.clientUserId && each.email === sent.email && each.name === sent.userName,
    )
    return own ? [201, { url: viewUrl(envelopeId) }] : [400, { errorCode: 'UNKNOWN_ENVELOPE_RECIPIENT' }]
  }

  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    let body = ''
    for await (const part of request) body += part
    const isGrant = request.url === '/oauth/token'
    const fault = isGrant ? undefined : faults.shift()
    if (fault !== undefined) return misbehave(response, fault)
    const [status, reply] = await answerOf(request, body)
    if (reply instanceof Buffer) response.writeHead(status, { 'content-type': 'application/pdf' }).end(reply)
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const port = () => (server.address() as AddressInfo).port

  return {
    url: `http://127.0.0.1:${port()}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    envelopes,
    requests,
    /** Sends these replies to the next requests, one each. Token grants are not affected. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** Sends normal replies again. */
    recover: () => void faults.splice(0),
    withdrawTokens: () => tokens.clear(),
    sendSignersTo: (url: string) => {
      viewUrl = () => url
    },
    sign: (envelopeId: string, signerId: string) => {
      const envelope = envelopes.get(envelopeId)
      const own = envelope?.signers.find(each => each.clientUserId === signerId)
      if (!envelope || !own) throw new Error('no such signer')
      Object.assign(own, { status: 'completed', signedDateTime: '2026-11-20T15:04:05.1234567Z' })
      if (envelope.signers.every(each => each.status === 'completed')) envelope.status = 'completed'
    },
    decline: (envelopeId: string, signerId: string, reason: string) => {
      const envelope = envelopes.get(envelopeId)
      const own = envelope?.signers.find(each => each.clientUserId === signerId)
      if (!envelope || !own) throw new Error('no such signer')
      Object.assign(own, {
        status: 'declined',
        declinedDateTime: '2026-11-20T15:04:05.0000000Z',
        declinedReason: reason,
      })
      envelope.status = 'declined'
    },
    /** A message of Connect about the envelope, signed with `key`. */
    webhook: (envelopeId: string, { key = hmacKey, account = accountId } = {}) => {
      const body = Buffer.from(
        JSON.stringify({ event: 'envelope-completed', data: { accountId: account, envelopeId } }),
      )
      const signature = createHmac('sha256', key).update(body).digest('base64')
      return { body, headers: { 'x-docusign-signature-1': signature } }
    },
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function misbehave(response: ServerResponse, fault: Fault): void {
  if (fault === 'no-answer') return
  if (fault === 'cut-off') return void response.destroy()
  if (fault === 'redirect')
    return void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
  if (fault === 'too-long')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(1_100_000))
  const { status, body = '', type = 'application/json' } = fault
  response.writeHead(status, { 'content-type': type }).end(body)
}
