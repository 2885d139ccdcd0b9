import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../../contract/problems.ts'
import { type EndedSession, endSessions } from '../../../../server/auth/end-sessions.ts'
import { countAttempt, requireNoWait } from '../../../../server/auth/rate-limit.ts'
import { consumeNonce } from '../../../../server/auth/replay-guard.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { Pipeline } from '../../../../server/http/route.ts'
import { acceptForms, fieldOf } from './form-body.ts'
import { issuerOfToken, type LogoutToken, readLogoutToken, requireLogoutClaims } from './logout-token.ts'

const longestToken = 16 * 1024

/** Where the client's OpenID providers say that somebody logged out there (OpenID Connect Back-Channel Logout 1.0). */
export async function registerLogoutByProvider(app: FastifyInstance, pipeline: Pipeline): Promise<void> {
  await app.register(async scope => {
    acceptForms(scope)
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

/**
 * The sessions that the token ended. Throws `access-denied`, a 400 as the specification asks for, and no word of why. What
 * costs nothing is looked at first: the provider is asked for its keys only about what may be a token of its own, and not at
 * all for an address that has brought too many that were none.
 */
async function endByToken(context: BaseContext, token: string | null): Promise<EndedSession[]> {
  const { client, origin, identity, realmDb, clock, log, request } = context
  const issuer = token === null || token.length > longestToken ? null : issuerOfToken(token)
  const provider = client.identityProviders.find(each => each.kind === 'openid' && each.issuer === issuer)
  if (token === null || provider?.kind !== 'openid') throw new Problem('access-denied')
  const now = clock.now()
  const subject = `logout token ${request.ip}`
  const refused = async (error: unknown): Promise<never> => {
    log.warn({ err: error, provider: provider.name }, 'a logout token was refused')
    await countAttempt(realmDb, identity.secret, { address: subject }, now)
    throw new Problem('access-denied')
  }
  await requireNoWait(realmDb, identity.secret, subject, now)
  try {
    requireLogoutClaims(provider, token, now.getTime())
  } catch (error) {
    await refused(error)
  }
  const providerClient = await identity.providerClient(client, origin, provider.name).catch(refused)
  if (providerClient.kind !== 'openid') throw new Problem('access-denied')
  const { allowsLoopback } = identity
  const about = await readLogoutToken(providerClient, token, { nowMs: now.getTime(), allowsLoopback }).catch(
    refused,
  )
  const id = JSON.stringify([provider.issuer, provider.clientId, about.jti])
  // In one transaction: a token whose sessions could not be ended is not used up, and the provider may send it again.
  const ended = await realmDb.transaction().execute(async trx =>
    (await consumeNonce(trx, 'logout', id, about.until))
      ? await endSessions(trx, sessions => named(sessions, client.name, provider.name, about), {
          reason: 'logged out at the provider',
          now,
          from: { address: request.ip },
        })
      : null,
  )
  return ended ?? (await refused(new Error('its jti was used before')))
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
