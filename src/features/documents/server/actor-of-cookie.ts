import type { FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { uncachedAccess } from '../../../server/auth/access-cache.ts'
import { type Actor, actorOf } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'

/**
 * The person of the session's cookie with their roles on any account of the book, read from the database: a download carries no other
 * header. Throws `signed-out`, and `not-found` for a person without access.
 */
export async function actorOfCookie(
  request: FastifyRequest,
  { sessions, client, clock, db, book }: Pick<BaseContext, 'sessions' | 'client' | 'clock' | 'db' | 'book'>,
): Promise<Actor> {
  const now = clock.now()
  const session = await sessions.ofCookie(request, client, now)
  const principal =
    session &&
    (await uncachedAccess.loadPrincipal(db, {
      sessionId: session.sessionId,
      cookie: session.cookie,
      client: client.name,
      book: book.name,
      fundId: 0,
      now,
    }))
  if (!principal) throw new Problem('signed-out')
  const actor = actorOf(principal, session.sessionId)
  if (!actor.hasAccess) throw new Problem('not-found')
  return actor
}
