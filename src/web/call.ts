import * as z from 'zod/mini'
import type { Endpoint, Reply, Sent } from '../contract/endpoint.ts'
import { Problem, problemDocument, problemOfDocument } from '../contract/problems.ts'
import { requestOf } from '../contract/request-of.ts'
import { authToken, currentFundId, sessionStore } from './session/session-store.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** A UUID that stays the same when the same command is sent again, so that it is carried out once. */
  idempotencyKey?: string
  /** The account that the call is about, where it is not (yet) the current one. */
  fundId?: number
}

/**
 * Calls an endpoint by §7's rules, for queries and commands alike, and gives the reply in the program's own types
 * (money as bigint). Every refusal is thrown as a Problem with the server's trace id; a lost connection is a Problem
 * too. After a 401 nobody is signed in any more (§8).
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { signal, idempotencyKey, fundId = currentFundId() }: CallOptions = {},
): Promise<Reply<E>> {
  const { method, address, body } = requestOf(endpoint, sent)
  const token = authToken.read()
  // After a log-out a screen may ask once more before it is gone; the answer is known.
  if (token === null && endpoint.access !== 'public') throw new Problem('signed-out')
  const askedIn = authToken.generation()
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'X-AccountId': String(fundId),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    // The caller took it back itself: nothing failed.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Problem('unavailable', {
      detail: 'The portal could not be reached. Please check your connection and try again.',
    })
  })
  authToken.replace(response.headers.get('authorization'), askedIn)
  if (!response.ok) throw await problemOf(response, askedIn)
  // What the schema decodes is what Reply<E> says; the compiler cannot look into an open E.
  return z.decode(endpoint.reply, await response.json()) as Reply<E>
}

async function problemOf(response: Response, askedIn: number): Promise<Problem> {
  if (response.status === 401 && askedIn === authToken.generation()) {
    authToken.clear()
    sessionStore.set({ state: 'signed-out' })
  }
  const parsed = problemDocument.safeParse(await response.json().catch(() => null))
  // Not our program's answer: a proxy's, perhaps.
  return parsed.success ? problemOfDocument(parsed.data) : new Problem('unexpected')
}
