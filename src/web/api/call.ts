import * as z from 'zod/mini'
import type { Endpoint, Reply, Sent } from '../../contract/endpoint.ts'
import { problemDocument } from '../../contract/problem-document.ts'
import { Problem, problemOfDocument, problems } from '../../contract/problems.ts'
import { RefusedBody, requestOf } from '../../contract/request-of.ts'
import { obtainToken } from '../../contract/session.contract.ts'
import type { Currency } from '../../domain/money.ts'
import { connectionProblem } from '../errors/connection.ts'
import { takeEarlyResponse } from '../session/early-request.ts'
import { noteResponseTime, sessionClock } from '../session/session-clock.ts'
import {
  authToken,
  chosenCurrency,
  clearSession,
  currentFundId,
  readToken,
} from '../session/session-store.ts'
import { requestStepUp } from '../session/step-up.ts'
import { tabs } from '../session/tabs.ts'
import { forgetCommand, keyOfCommand } from './idempotency-keys.ts'

type CallOptions = {
  signal?: AbortSignal
  /**
   * A UUID that stays the same when the command is sent again, so that it runs only once. By default an idempotent command keeps
   * its key until it is answered.
   */
  idempotencyKey?: string
  /** Whether the browser sends it although the page is closing; the body has at most 64 KB then. */
  keepalive?: boolean
  /** Reports the progress of an upload, which is then sent by XMLHttpRequest. */
  onSent?: (sentBytes: number, ofBytes: number) => void
  /** The account of the call, if it is not the current one. */
  fundId?: number
  /** The book of the call, if it is not the current one; null: the one that the session chose, which the reply names. */
  currency?: Currency | null
}

/**
 * Calls an endpoint by the rules of §7 and returns the reply in the program's types (money as bigint). Throws a Problem for
 * every refusal, with the server's trace ID, and for a lost connection. A 401 logs out (§8), unless only this tab's token was
 * outdated. A command that succeeded makes the browser's other tabs fetch again; this one calls `refreshAll` (query.ts) where a
 * screen shows the change. A call that is refused for lack of step-up is sent again, unchanged, once the person has verified their identity.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const response = await fetchReply(endpoint, sent, options)
  // The schema decodes to Reply<E>; the compiler cannot see that for a generic E.
  return z.decode(endpoint.reply, await response.json()) as Reply<E>
}

/** The same, with the response whose body has not been read, such as a file. */
export async function fetchReply<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<Response> {
  const response = await fetchOnceOnly(endpoint, sent, options)
  const { method, access, silent } = endpoint
  // A visitor has no other tabs that show the change.
  if (method !== 'GET' && access !== 'public' && !silent) tabs.send({ kind: 'data-changed' })
  return response
}

/** An idempotent command keeps its key until it is answered, so that sending it again does not run it twice. */
async function fetchOnceOnly<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  callOptions: CallOptions,
): Promise<Response> {
  // A call that is sent again stays in its book and account, whatever the person views by then.
  const options = { fundId: currentFundId(), ...callOptions, sentIn: chosenCurrency.read() }
  if (!endpoint.idempotent || options.idempotencyKey !== undefined)
    return await fetchVerified(endpoint, sent, options)
  const request = requestFor(endpoint, sent)
  if (request instanceof RefusedBody) throw await problemOfRefused(request)
  const { address, body } = request
  const command = [options.fundId, options.sentIn, address, body].join(' ')
  try {
    const response = await fetchVerified(endpoint, sent, {
      ...options,
      idempotencyKey: keyOfCommand(command),
    })
    forgetCommand(command)
    return response
  } catch (failure) {
    // Without an answer of the program nobody knows whether the command ran.
    if (failure instanceof Problem && problems[failure.code].status < 500) forgetCommand(command)
    throw failure
  }
}

async function fetchVerified<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: FixedOptions,
): Promise<Response> {
  try {
    return await fetchOnce(endpoint, sent, options)
  } catch (failure) {
    const needsStepUp = failure instanceof Problem && failure.code === 'step-up-needed'
    if (!needsStepUp || !(await requestStepUp())) throw failure
    return await fetchOnce(endpoint, sent, options)
  }
}

/** `sentIn`: the current book when the call was made. */
type FixedOptions = CallOptions & { fundId: number; sentIn: Currency | null }

async function fetchOnce<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: FixedOptions,
  retries = maxRenewals,
): Promise<Response> {
  const attempt = await sendRequest(endpoint, sent, options)
  let { response } = attempt
  if (isUnauthorized(attempt) && (await renewByCookie(attempt.token)))
    response = (await sendRequest(endpoint, sent, options)).response
  if (response.status === 401 && attempt.generation === authToken.generation()) clearSession('ended')
  if (response.ok) return response
  const problem = await problemOf(response)
  if (problem.code !== 'session-renewed' || retries === 0) throw problem
  // Another request was just answered with a new cookie. The command was not carried out, so it is sent again with its key.
  await new Promise(resolve => setTimeout(resolve, renewalDelayMs))
  await renewByCookie(attempt.token)
  return await fetchOnce(endpoint, sent, options, retries - 1)
}

/** How often a command is sent again while the new cookie is on its way. */
const maxRenewals = 3
const renewalDelayMs = 300

/** The request, or why it is not sent. Synchronous, because a call belongs to the session in which it was made. */
function requestFor<const E extends Endpoint>(endpoint: E, sent: Sent<E>) {
  try {
    return requestOf(endpoint, sent)
  } catch (error) {
    if (error instanceof RefusedBody) return error
    throw error
  }
}

/** Few calls are refused by their own schema, so its sentences are loaded then. */
async function problemOfRefused(refused: RefusedBody): Promise<Problem> {
  const { refusalOf } = await import('../../contract/refused-body.ts')
  return refusalOf(refused)
}

type Attempt = { response: Response; token: string | null; generation: number }

async function sendRequest<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { signal, idempotencyKey, keepalive = false, onSent, fundId, currency: named, sentIn }: FixedOptions,
): Promise<Attempt> {
  const built = requestFor(endpoint, sent)
  if (built instanceof RefusedBody) throw await problemOfRefused(built)
  const { method, address, body, upload, contentType } = built
  const token = authToken.read()
  // A screen may still call after logging out; the response would be a 401.
  if (token === null && endpoint.access !== 'public') throw new Problem('signed-out')
  const generation = authToken.generation()
  const currency = named === undefined ? sentIn : named
  const request: RequestInit & { headers: object } = {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'X-AccountId': String(fundId),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(currency === null ? {} : { 'X-Currency': currency }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    body: body ?? upload ?? null,
    keepalive,
    ...(signal === undefined ? {} : { signal }),
  }
  const early = takeEarlyResponse(address, request)
  const sentAtMs = sessionClock.nowMs() - (early?.sentMsAgo ?? 0)
  const response = await (early?.response ?? transmit(address, onSent, request)).catch((error: unknown) => {
    // The caller aborted the call, so nothing failed.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw connectionProblem()
  })
  noteResponseTime(response.headers.get('date'))
  authToken.replace(response.headers.get('authorization'), generation, sentAtMs)
  // The new token is stored here and used nowhere else (§7).
  const responseCurrency = response.headers.get('x-currency')
  // A late response must not undo a choice that was made after its request.
  const mayAdopt = !named && chosenCurrency.read() === sentIn
  if (mayAdopt && (responseCurrency === 'USD' || responseCurrency === 'GBP'))
    chosenCurrency.set(responseCurrency)
  return { response, token, generation }
}

/** Loaded with the first upload. */
async function transmit(
  address: string,
  onSent: CallOptions['onSent'],
  request: RequestInit,
): Promise<Response> {
  if (!onSent) return await fetch(address, request)
  const { sendWithProgress } = await import('./send-with-progress.ts')
  return await sendWithProgress(address, request, onSent)
}

function isUnauthorized({ response, token, generation }: Attempt): boolean {
  return response.status === 401 && token !== null && generation === authToken.generation()
}

let renewing: Promise<boolean> | undefined

/**
 * Other tabs may have renewed the session while this one slept: the cookie then gives this tab a token of the same session.
 * All rejected calls share one request. Never throws.
 */
function renewByCookie(expired: string | null): Promise<boolean> {
  if (authToken.read() !== expired) return Promise.resolve(authToken.read() !== null)
  renewing ??= sendRequest(obtainToken, {}, { fundId: 0, sentIn: chosenCurrency.read() })
    .then(
      () =>
        authToken.read() !== expired &&
        readToken(authToken.read())?.sessionId === readToken(expired)?.sessionId,
    )
    .catch(() => false)
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

async function problemOf(response: Response): Promise<Problem> {
  const parsed = problemDocument.safeParse(await response.json().catch(() => null))
  // Not our program's response; perhaps a proxy's.
  return parsed.success ? problemOfDocument(parsed.data) : new Problem('unexpected')
}
