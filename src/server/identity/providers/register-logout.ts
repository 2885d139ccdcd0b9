import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import type { BaseContext } from '../../http/request-context.ts'
import type { Pipeline } from '../../http/route.ts'
import { type EndedSession, endSessions } from '../../session/end-sessions.ts'
import { fieldOf, takeForms } from './form-body.ts'
import { issuerOfToken, type LogoutToken, readLogoutToken } from './logout-token.ts'
import { spendOnce } from './used-answers.ts'

const longestToken = 16 * 1024

/** Where the client's OpenID providers say that somebody logged out there (OpenID Connect Back-Channel Logout 1.0). */
export async function registerLogoutByProvider(app: FastifyInstance, pipeline: Pipeline): Promise<void> {
  await app.register(async scope => {
    takeForms(scope)
    scope.post(
      '/api/sign-in/backchannel-logout',
      {
        schema: {
          summary: 'Takes the logout token of an OpenID provider and ends the sessions that it names',
        },
      },
      async (request, reply) => {
        const context = pipeline.contextOf(request, reply)
        const ended = await endByToken(context, fieldOf(request.body, 'logout_token'))
        for (const { userId } of ended) context.sessions.wereEnded(userId)
        return reply.header('cache-control', 'no-store').send({})
      },
    )
  })
}

/** The sessions that the token ended. Throws `access-denied`, a 400 as the specification asks for, and no word of why. */
async function endByToken(context: BaseContext, token: string | null): Promise<EndedSession[]> {
  const { client, origin, identity, databases, clock, log, request } = context
  const issuer = token === null || token.length > longestToken ? null : issuerOfToken(token)
  const provider = client.identityProviders.find(each => each.kind === 'openid' && each.issuer === issuer)
  if (token === null || provider?.kind !== 'openid') throw new Problem('access-denied')
  const now = clock.now()
  const refused = (error: unknown): never => {
    log.warn({ err: error, provider: provider.name }, 'a logout token was refused')
    throw new Problem('access-denied')
  }
  const door = await identity.door(client, origin, provider.name).catch(refused)
  if (door.kind !== 'openid') throw new Problem('access-denied')
  const { allowsLoopback } = identity
  const about = await readLogoutToken(door, token, { nowMs: now.getTime(), allowsLoopback }).catch(refused)
  const realmDb = databases.realm(client.realm)
  const id = JSON.stringify([provider.issuer, provider.clientId, about.jti])
  if (!(await spendOnce(realmDb, 'logout', id, about.until))) refused(new Error('its jti was used before'))
  return await endSessions(realmDb, sessions => named(sessions, client.name, provider.name, about), {
    reason: 'logged out at the provider',
    now,
    from: { address: request.ip },
  })
}

type LiveSessions = Parameters<Parameters<typeof endSessions>[1]>[0]

function named(
  sessions: LiveSessions,
  client: string,
  provider: string,
  { subject, sid }: LogoutToken,
): LiveSessions {
  const here = sessions.where('client', '=', client).where('provider', '=', provider)
  const ofSubject = subject === null ? here : here.where('provider_subject', '=', subject)
  return sid === null ? ofSubject : ofSubject.where('provider_sid', '=', sid)
}
