import { Problem } from '../../contract/problems.ts'
import type { Actor } from '../auth/actor.ts'
import type { BaseContext } from '../http/request-context.ts'
import { whenClosed } from '../http/when-closed.ts'
import type { Requester } from './fair-queue.ts'

type Request = Pick<BaseContext, 'client' | 'request' | 'reply'>

/** The logged-in person of a request. */
export const requesterOf = ({
  actor,
  ...context
}: Request & { actor: Pick<Actor, 'userId'> }): Requester => ({
  client: context.client.name,
  person: actor.userId,
  signal: signalOf(context),
})

/** A visitor, known by their address. */
export const visitorOf = (context: Request): Requester => ({
  client: context.client.name,
  person: `visitor ${context.request.ip}`,
  signal: signalOf(context),
})

/** The portal itself, which works for a client: its jobs have their turn like a person. */
export const portalOf = (client: { name: string }): Requester => ({
  client: client.name,
  person: 'portal',
  signal: null,
})

/** Aborts when the connection closes before the reply was sent. */
function signalOf({ reply }: Pick<BaseContext, 'reply'>): AbortSignal {
  const closed = new AbortController()
  whenClosed(reply, () => {
    if (!reply.raw.writableFinished) closed.abort(givenUp())
  })
  return closed.signal
}

/** Nobody receives it; it is a problem so that it is not logged as a failure. */
const givenUp = () => new Problem('conflict', { detail: 'The request was given up.' })
