import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../domain/clock.ts'
import { minuteMs } from '../../domain/durations.ts'
import { ProviderUnavailable } from './provider.ts'

export const docuSignName = 'DocuSign'

type DocuSignAccount = {
  /** The address of the account, such as `https://eu.docusign.net`. */
  url: string
  authUrl: string
  accountId: string
  integrationKey: string
  userId: string
  /** The RSA private key of the integration. */
  key: KeyObject
  clock: Clock
  /** How long one request may take, in ms. */
  timeoutMs: number
}

/** DocuSign refused a request with a reason: 400, 403, 404. `code` is its errorCode, or empty. */
export class DocuSignRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`DocuSign answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

export type DocuSignApi = {
  /** Sends a request below the account and reads its JSON. @throws ProviderUnavailable, or DocuSignRefusal. */
  json<T>(request: ApiRequest, reply: z.ZodType<T>): Promise<T>
  /** The same for a PDF. */
  pdf(path: string): Promise<Uint8Array>
}

type ApiRequest = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown }

const maxJsonBytes = 1_000_000
/** An envelope's document may have 25 MB; DocuSign adds its certificate. */
const maxPdfBytes = 40_000_000
/** A token is replaced this long before it expires, in ms. */
const tokenMarginMs = minuteMs

const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const refusalReply = z.object({ errorCode: z.string().max(200).default('') })

const unavailable = (message: string, cause?: unknown) =>
  new ProviderUnavailable(docuSignName, { message: `DocuSign: ${message}`, cause })

/**
 * The REST API of DocuSign eSignature, version 2.1, with the JWT grant of OAuth (RFC 7523). Reads are sent a second time if the
 * first failed for the moment. Redirects are not followed, and answers have a limited size.
 */
export function docuSignApi(account: DocuSignAccount): DocuSignApi {
  let token: { value: string; untilMs: number } | null = null

  const send = async (url: string, init: RequestInit, maxBytes: number): Promise<Answer> => {
    try {
      const signal = AbortSignal.timeout(account.timeoutMs)
      const response = await fetch(url, { ...init, redirect: 'error', signal })
      const bytes = await limited(response, maxBytes)
      return { status: response.status, type: response.headers.get('content-type') ?? '', bytes }
    } catch (error) {
      // The message of fetch names no header, so no secret reaches the log.
      throw error instanceof ProviderUnavailable ? error : unavailable('it could not be reached', error)
    }
  }

  const newToken = async (): Promise<string> => {
    const nowMs = account.clock.now().getTime()
    const assertion = await new SignJWT({ scope: 'signature impersonation' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.integrationKey)
      .setSubject(account.userId)
      .setAudience(new URL(account.authUrl).host)
      .setIssuedAt(Math.floor(nowMs / 1000))
      .setExpirationTime(Math.floor(nowMs / 1000) + 3600)
      .sign(account.key)
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    })
    const answer = await send(`${account.authUrl}/oauth/token`, { method: 'POST', body }, maxJsonBytes)
    if (answer.status !== 200) throw unavailable(`the grant answered ${answer.status}`)
    const reply = parse(answer, tokenReply)
    token = { value: reply.access_token, untilMs: nowMs + reply.expires_in * 1000 - tokenMarginMs }
    return token.value
  }

  const authorized = async (request: ApiRequest, accept: string, maxBytes: number): Promise<Answer> => {
    const url = `${account.url}/restapi/v2.1/accounts/${account.accountId}${request.path}`
    const attempt = async (value: string) =>
      await send(
        url,
        {
          method: request.method,
          headers: {
            accept,
            authorization: `Bearer ${value}`,
            ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        },
        maxBytes,
      )
    const isValid = token !== null && token.untilMs > account.clock.now().getTime()
    const answer = await attempt(isValid && token ? token.value : await newToken())
    // The token was withdrawn before its time.
    const last = answer.status === 401 ? await attempt(await newToken()) : answer
    if (last.status >= 200 && last.status < 300) return last
    if (last.status === 401 || last.status === 429 || last.status >= 500)
      throw unavailable(`it answered ${last.status}`)
    const refusal = refusalReply.safeParse(jsonOf(last))
    throw new DocuSignRefusal(last.status, refusal.success ? refusal.data.errorCode : '')
  }

  const repeated = async (request: ApiRequest, accept: string, maxBytes: number): Promise<Answer> => {
    try {
      return await authorized(request, accept, maxBytes)
    } catch (error) {
      if (request.method !== 'GET' || !(error instanceof ProviderUnavailable)) throw error
      return await authorized(request, accept, maxBytes)
    }
  }

  return {
    json: async (request, reply) => parse(await repeated(request, 'application/json', maxJsonBytes), reply),
    pdf: async path => {
      const { bytes } = await repeated({ method: 'GET', path }, 'application/pdf', maxPdfBytes)
      if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
        throw unavailable('it sent no PDF where one was expected')
      return bytes
    },
  }
}

type Answer = { status: number; type: string; bytes: Uint8Array }

/** The bytes of a response. @throws ProviderUnavailable if there are more than `maxBytes`. */
async function limited(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw unavailable(`an answer has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function parse<T>(answer: Answer, reply: z.ZodType<T>): T {
  const parsed = reply.safeParse(jsonOf(answer))
  // Without zod’s reasons: they may repeat a token.
  if (!parsed.success) throw unavailable('its answer could not be read')
  return parsed.data
}

function jsonOf({ type, bytes }: Answer): unknown {
  if (!type.toLowerCase().startsWith('application/json')) return null
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
