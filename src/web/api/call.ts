import * as z from 'zod/mini'
import type { Endpoint, Reply, Sent } from '../../contract/endpoint.ts'
import { Problem, problemDocument, problemOfDocument } from '../../contract/problems.ts'
import { requestOf } from '../../contract/request-of.ts'
import { obtainToken } from '../../contract/session.contract.ts'
import { noteAnswerTime, sessionClock } from '../session/session-clock.ts'
import {
  authToken,
  chosenCurrency,
  clearSession,
  currentFundId,
  readToken,
} from '../session/session-store.ts'
import { requestStepUp } from '../session/step-up.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** A UUID that stays the same when the same command is sent again, so that it is carried out once. */
  idempotencyKey?: string
  /** Told how much of an upload has gone; it is then sent by the means that can tell. */
  onSent?: (sentBytes: number, ofBytes: number) => void
  /** The account that the call is about, where it is not (yet) the current one. */
  fundId?: number
}

/**
 * Calls an endpoint by §7's rules, for queries and commands alike, and gives the reply in the program's own types
 * (money as bigint). Every refusal is thrown as a Problem with the server's trace id; a lost connection is a Problem
 * too. After a 401 nobody is signed in any more (§8), unless only this tab's token was behind those of the others. One that
 * is refused for want of proof is sent once more, the same in everything, when the person has given it.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  try {
    return await callOnce(endpoint, sent, options)
  } catch (failure) {
    const needsStepUp = failure instanceof Problem && failure.code === 'step-up-needed'
    if (!needsStepUp || !(await requestStepUp())) throw failure
    return await callOnce(endpoint, sent, options)
  }
}

async function callOnce<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions,
): Promise<Reply<E>> {
  const asked = await ask(endpoint, sent, options)
  let { response } = asked
  if (isTurnedAway(asked) && (await renewByCookie(asked.token)))
    response = (await ask(endpoint, sent, options)).response
  if (response.status === 401 && asked.askedIn === authToken.generation()) clearSession('ended')
  if (!response.ok) throw await problemOf(response)
  // What the schema decodes is what Reply<E> says; the compiler cannot look into an open E.
  return z.decode(endpoint.reply, await response.json()) as Reply<E>
}

type Asked = { response: Response; token: string | null; askedIn: number }

async function ask<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { signal, idempotencyKey, onSent, fundId = currentFundId() }: CallOptions,
): Promise<Asked> {
  const { method, address, body, upload, contentType } = requestOf(endpoint, sent)
  const token = authToken.read()
  // After a log-out a screen may ask once more before it is gone; the answer is known.
  if (token === null && endpoint.access !== 'public') throw new Problem('signed-out')
  const askedIn = authToken.generation()
  const askedAtMs = sessionClock.nowMs()
  const currency = chosenCurrency.read()
  const response = await send(address, onSent, {
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
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    // The caller took it back itself: nothing failed.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Problem('unavailable', {
      detail: 'The portal could not be reached. Please check your connection and try again.',
    })
  })
  noteAnswerTime(response.headers.get('date'))
  authToken.replace(response.headers.get('authorization'), askedIn, askedAtMs)
  // §7: it is applied here and goes no further.
  const answeredCurrency = response.headers.get('x-currency')
  if (answeredCurrency === 'USD' || answeredCurrency === 'GBP') chosenCurrency.set(answeredCurrency)
  return { response, token, askedIn }
}

/** What watches an upload comes with the first screen that has one. */
async function send(address: string, onSent: CallOptions['onSent'], request: RequestInit): Promise<Response> {
  if (!onSent) return await fetch(address, request)
  const { sendWithProgress } = await import('./send-with-progress.ts')
  return await sendWithProgress(address, request, onSent)
}

function isTurnedAway({ response, token, askedIn }: Asked): boolean {
  return response.status === 401 && token !== null && askedIn === authToken.generation()
}

let renewing: Promise<boolean> | undefined

/**
 * Other tabs may have kept the session alive while this one slept: then the cookie gives this tab a token of the same
 * session. However many calls were turned away, they ask once. Never throws.
 */
function renewByCookie(dead: string | null): Promise<boolean> {
  if (authToken.read() !== dead) return Promise.resolve(authToken.read() !== null)
  renewing ??= ask(obtainToken, {}, { fundId: 0 })
    .then(
      () =>
        authToken.read() !== dead && readToken(authToken.read())?.sessionId === readToken(dead)?.sessionId,
    )
    .catch(() => false)
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

async function problemOf(response: Response): Promise<Problem> {
  const parsed = problemDocument.safeParse(await response.json().catch(() => null))
  // Not our program's answer: a proxy's, perhaps.
  return parsed.success ? problemOfDocument(parsed.data) : new Problem('unexpected')
}
