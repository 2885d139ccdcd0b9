import type { Access, Endpoint } from '../../contract/endpoint.ts'
import { type Actor, type AuthorizedAccount, actorOf, authorizedAccount } from '../auth/actor.ts'
import { selectPrincipalOfSession } from '../auth/principal.queries.ts'
import type { Incoming } from './incoming-upload.ts'
import type { BaseContext } from './request-context.ts'

/** The result of the checks before a handler: the context, the actor and the account. */
export type Admission = {
  context: BaseContext
  actor?: Actor
  account?: AuthorizedAccount
  fundId?: number
  /** Of an upload. */
  incoming?: Incoming
}

/** The same for an endpoint that is not public. `fundId`: 0 if the request is about no account. */
export type Admitted = Admission & { actor: Actor; fundId: number }

export const isAdmitted = (admission: Admission): admission is Admitted =>
  admission.actor !== undefined && admission.fundId !== undefined

/** Whether a request that was admitted would be so now: its session lives, and its person still has the right to it. */
export async function isStillAdmitted(
  endpoint: Endpoint,
  { context: { client, db, clock }, actor: { sessionId }, fundId }: Admitted,
): Promise<boolean> {
  const [principal] = await selectPrincipalOfSession(db, fundId, sessionId, client.name, clock.now())
  if (!principal) return false
  const actor = actorOf(principal, sessionId)
  const account = fundId === 0 ? null : authorizedAccount(principal, actor, fundId)
  return actor.hasAccess && (fundId === 0 || account !== null) && permits(endpoint.access, actor)
}

/** Whether somebody has one of the permissions that an endpoint takes. */
export function permits(access: Access, { actions }: Actor): boolean {
  if (access === 'public' || access === 'session' || access === 'signed-in') return true
  return typeof access === 'string' ? actions.has(access) : access.some(each => actions.has(each))
}
