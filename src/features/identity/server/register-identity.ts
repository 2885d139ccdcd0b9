import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { addDays, dateOf } from '../../../domain/dates.ts'
import { sweepExpiredRateLimits } from '../../../server/auth/rate-limit.ts'
import { sweepUsedNonces } from '../../../server/auth/replay-guard.queries.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { sweepCausedMail } from '../../../server/mail/mail-limit.ts'
import { providerSessionCookies, signInScreen } from '../oidc/server/embedded-provider.ts'
import { mountProvider } from '../oidc/server/mount-provider.ts'
import { sweepExpired } from '../oidc/server/provider-adapter.ts'
import { nameOfProvider, providerNamed } from '../oidc/server/provider-settings.ts'
import { registerCallbacks } from '../oidc/server/register-callbacks.ts'
import { registerLogoutByProvider } from '../oidc/server/register-logout.ts'
import { safeReturnTo } from '../oidc/server/safe-return-to.ts'
import type { Identity } from './identity.ts'

/**
 * Registers the embedded provider below /oidc, the redirect to a provider, and the callbacks of external providers. The other
 * parts of a login are endpoints.
 */
export async function registerIdentity(
  app: FastifyInstance,
  { identity, pipeline }: { identity: Identity; pipeline: Pipeline },
): Promise<void> {
  await mountProvider(app, { identity, pipeline })
  await registerCallbacks(app, pipeline)
  await registerLogoutByProvider(app, pipeline)

  // The browser navigates here and is redirected, so this is no endpoint.
  app.get(
    '/api/sign-in/start',
    {
      schema: {
        summary:
          'Sends the browser to an identity provider of the client (`provider`, needed where it has several); it comes back to /sso',
        querystring: z.object({ returnTo: z.optional(z.string()), provider: z.optional(z.string()) }),
      },
    },
    async (request, reply) => {
      const { client, origin, realmDb, clock } = await pipeline.contextOf(request, reply)
      // The schema above has checked it.
      const query = request.query as { returnTo?: string; provider?: string }
      const returnTo = safeReturnTo(query.returnTo)
      const to = (address: string) => reply.header('cache-control', 'no-store').redirect(address, 302)
      const [only, ...more] = client.identityProviders
      if (query.provider === undefined && more.length > 0)
        return to(`${signInScreen}?${new URLSearchParams({ choose: '1', returnTo })}`)
      const provider = query.provider === undefined ? only : providerNamed(client, query.provider)
      if (!provider) throw new Problem('not-found')
      await Promise.all([
        sweepExpired(realmDb),
        sweepExpiredRateLimits(realmDb, clock.now()),
        sweepCausedMail(realmDb, addDays(dateOf(clock.now(), client.timeZone), -1)),
        sweepUsedNonces(realmDb),
      ])
      const name = nameOfProvider(provider)
      const authorizationStarted = await identity
        .providerClient(client, origin, name)
        .then(async providerClient => await providerClient.party.startAuthorization())
        .catch((error: unknown) => {
          request.log.error({ err: error, provider: name }, 'the identity provider cannot be reached')
          return null
        })
      // The screen at /sso shows the failure and offers to start again.
      if (!authorizationStarted) return to(screenAddress('/sso', { error: 'temporarily_unavailable' }))
      const { address, ...authRequest } = authorizationStarted
      identity.authRequests.set(
        request,
        reply,
        client,
        { ...authRequest, provider: name, returnTo },
        clock.now(),
      )
      const { names, path } = providerSessionCookies
      for (const each of names) reply.clearCookie(each, { path })
      return to(address)
    },
  )
}
