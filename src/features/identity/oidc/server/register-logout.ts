import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../../contract/problems.ts'
import { type EndedSession, endSessions } from '../../../../server/auth/end-sessions.ts'
import { countAttempt, requireNotBlocked } from '../../../../server/auth/rate-limit.ts'
import { consumeNonce } from '../../../../server/auth/replay-guard.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { Pipeline } from '../../../../server/http/route.ts'
import { acceptForms, fieldOf } from './form-body.ts'
import { issuerOfToken, type LogoutToken, readLogoutToken, requireLogoutClaims } from './logout-token.ts'

const maxTokenLength = 16 * 1024

/** The endpoint to which the client's OpenID providers post logout tokens (OpenID Connect Back-Channel Logout 1.0). */
export async function registerLogoutByProvider(app: FastifyInstance, pipeline: Pipeline): Promise<void> {
  await app.register(async scope => {
    acceptForms(scope)
    scope.post(
      '/api/sign-in/backchannel-logout',
      {
        schema: {
          summary: 'Ends the sessions that an OpenID provider’s logout token names',
        },
      },
      async (request, reply) => {
        const context = await pipeline.contextOf(request, reply)
        const ended = await endByToken(context, fieldOf(request.body, 'logout_token'))
        for (const { userId } of ended) context.sessions.notifyEnded(userId)
        return reply.header('cache-control', 'no-store').send({})
      },
    )
  })
}

/**
 * Ends the sessions that the token names. Throws `access-denied` without a reason for an invalid token, a 400 as the standard
 * requires. The provider's keys are fetched only for a token with valid claims, and not for an address that has sent too many
 * invalid ones.
 */
async function endByToken(context: BaseContext, token: string | null): Promise<EndedSession[]> {
  const { client, origin, identity, realmDb, clock, log, request } = context
  const issuer = token === null || token.length > maxTokenLength ? null : issuerOfToken(token)
  const provider = client.identityProviders.find(each => each.kind === 'openid' && each.issuer === issuer)
  if (token === null || provider?.kind !== 'openid') throw new Problem('access-denied')
  const now = clock.now()
  const subject = `logout token ${request.ip}`
  const reject = async (error: unknown): Promise<never> => {
    log.warn({ err: error, provider: provider.name }, 'rejected a logout token')
    await countAttempt(realmDb, identity.secret, { address: subject }, now)
    throw new Problem('access-denied')
  }
  await requireNotBlocked(realmDb, identity.secret, subject, now)
  try {
    requireLogoutClaims(provider, token, now.getTime())
  } catch (error) {
    await reject(error)
  }
  const providerClient = await identity.providerClient(client, origin, provider.name).catch(reject)
  if (providerClient.kind !== 'openid') throw new Problem('access-denied')
  const { allowsLoopback } = identity
  const logoutToken = await readLogoutToken(providerClient, token, {
    nowMs: now.getTime(),
    allowsLoopback,
  }).catch(reject)
  const id = JSON.stringify([provider.issuer, provider.clientId, logoutToken.jti])
  // One transaction, so that the provider can send the token again if the sessions could not be ended.
  const ended = await realmDb.transaction().execute(async trx =>
    (await consumeNonce(trx, 'logout', id, logoutToken.until))
      ? await endSessions(
          trx,
          sessions => sessionsNamedBy(sessions, client.name, provider.name, logoutToken),
          {
            reason: 'logged out at the provider',
            now,
            from: { address: request.ip },
          },
        )
      : null,
  )
  return ended ?? (await reject(new Error('its jti was used before')))
}

type LiveSessions = Parameters<Parameters<typeof endSessions>[1]>[0]

function sessionsNamedBy(
  sessions: LiveSessions,
  client: string,
  provider: string,
  { subject, sid }: LogoutToken,
): LiveSessions {
  const here = sessions.where('client', '=', client).where('provider', '=', provider)
  const ofSubject = subject === null ? here : here.where('provider_subject', '=', subject)
  return sid === null ? ofSubject : ofSubject.where('provider_sid', '=', sid)
}
