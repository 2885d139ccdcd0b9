import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Pipeline } from '../http/route.ts'
import type { Identity } from './identity.ts'
import { safeReturnTo } from './journey/journey.ts'
import { providerSessionCookies } from './provider/embedded-provider.ts'
import { mountProvider } from './provider/mount-provider.ts'
import { sweepExpired } from './provider/provider-adapter.ts'
import { sweepForgotten } from './throttle.ts'

/** The embedded provider below /oidc, and the link that sends a browser to it. The rest of signing in are endpoints. */
export async function registerIdentity(
  app: FastifyInstance,
  { identity, pipeline }: { identity: Identity; pipeline: Pipeline },
): Promise<void> {
  await mountProvider(app, { identity, pipeline })

  // A page that the browser goes to, not a call: it answers with a redirection, so it is no endpoint.
  app.get(
    '/api/sign-in/start',
    {
      schema: {
        summary: 'Sends the browser to the identity provider of the client; it comes back to /sso',
        querystring: z.object({ returnTo: z.optional(z.string()) }),
      },
    },
    async (request, reply) => {
      const { client, origin, databases, clock } = pipeline.contextOf(request, reply)
      const { returnTo } = request.query as { returnTo?: string }
      const realmDb = databases.realm(client.realm)
      await Promise.all([sweepExpired(realmDb), sweepForgotten(realmDb, clock.now())])
      const party = await identity.relyingParty(client, origin)
      const { address, ...begun } = await party.depart()
      identity.journeys.set(
        request,
        reply,
        client,
        { ...begun, returnTo: safeReturnTo(returnTo) },
        clock.now(),
      )
      const { names, path } = providerSessionCookies
      for (const name of names) reply.clearCookie(name, { path })
      return reply.header('cache-control', 'no-store').redirect(address, 302)
    },
  )
}
