import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Problem } from '../../../../contract/problems.ts'
import { recordRateLimited } from '../../../../server/auth/record-rate-limited.ts'
import { consumeNonce } from '../../../../server/auth/replay-guard.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { Pipeline } from '../../../../server/http/route.ts'
import { ssoScreen } from './embedded-provider.ts'
import { acceptForms, fieldOf } from './form-body.ts'
import { providerNamed } from './provider-settings.ts'

const providerParams = z.object({ provider: z.string().check(z.maxLength(40)) })
const maxCodeLength = 4000

/** The callbacks of external providers. Each redirects to /sso with a code and a state, as the embedded provider does. */
export async function registerCallbacks(app: FastifyInstance, pipeline: Pipeline): Promise<void> {
  app.get(
    '/api/sign-in/returned/:provider',
    {
      schema: {
        summary: 'Receives the callback of an OpenID provider and redirects to /sso',
        params: providerParams,
      },
    },
    async (request, reply) => {
      const context = await pipeline.contextOf(request, reply)
      const { client, identity, clock } = context
      const name = providerNameOf(request)
      if (providerNamed(client, name)?.kind !== 'openid') throw new Problem('not-found')
      const query = new URLSearchParams(request.url.split('?')[1] ?? '')
      const [code, state] = [fieldOf(query, 'code'), fieldOf(query, 'state')]
      const iss = query.has('iss') ? fieldOf(query, 'iss') : undefined
      // The request must have gone to this provider, so that codes of two providers are not mixed up.
      const sentTo =
        state === null ? null : identity.authRequests.providerOf(request, client, state, clock.now())
      if (code === null || code.length > maxCodeLength || state === null || iss === null || sentTo !== name)
        return await refuse(
          context,
          name,
          query.has('error') ? 'the provider returned an error' : 'no matching login request',
        )
      return redirectToSso(reply, { code, state, ...(iss === undefined ? {} : { iss }) })
    },
  )

  app.get(
    '/api/sign-in/saml/:provider/metadata',
    {
      schema: {
        summary: 'Returns the SAML 2.0 metadata of the portal for one identity provider',
        params: providerParams,
      },
    },
    async (request, reply) => {
      const { client, origin, identity } = await pipeline.contextOf(request, reply)
      const name = providerNameOf(request)
      if (providerNamed(client, name)?.kind !== 'saml') throw new Problem('not-found')
      const providerClient = await identity.providerClient(client, origin, name)
      if (providerClient.kind !== 'saml') throw new Problem('not-found')
      return reply.type('application/samlmetadata+xml; charset=utf-8').send(providerClient.party.metadata())
    },
  )

  await app.register(async scope => {
    acceptForms(scope)
    scope.post(
      '/api/sign-in/saml/:provider/acs',
      {
        schema: {
          summary: 'Receives the response of a SAML provider and redirects to /sso',
          params: providerParams,
        },
      },
      async (request, reply) => acceptSamlResponse(await pipeline.contextOf(request, reply)),
    )
  })
}

/** Verifies the response, stores the identity in the browser's encrypted cookie and redirects to /sso. */
async function acceptSamlResponse(context: BaseContext): Promise<FastifyReply> {
  const { client, origin, identity, realmDb, clock, request, reply } = context
  const name = providerNameOf(request)
  if (providerNamed(client, name)?.kind !== 'saml') throw new Problem('not-found')
  const [response, relayState] = [fieldOf(request.body, 'SAMLResponse'), fieldOf(request.body, 'RelayState')]
  const now = clock.now()
  // A response without a request (IdP-initiated) is rejected, because any site could have sent the browser with it.
  const authRequest =
    relayState === null ? null : identity.authRequests.consumeSaml(request, reply, client, relayState, now)
  if (!authRequest || authRequest.provider !== name || response === null)
    return await refuse(context, name, 'no matching login request')
  const providerClient = await identity.providerClient(client, origin, name)
  if (providerClient.kind !== 'saml') throw new Problem('not-found')
  const verified = await providerClient.party
    .handleCallback(authRequest, response, now)
    .catch((error: unknown) => {
      request.log.warn({ err: error, provider: name }, 'rejected a SAML response')
      return null
    })
  if (!verified) return await refuse(context, name, 'the provider’s response is invalid')
  const { verifiedIdentity, assertionId, until } = verified
  const id = JSON.stringify([providerClient.provider.issuer, assertionId])
  if (!(await consumeNonce(realmDb, 'assertion', id, until)))
    return await refuse(context, name, 'the assertion was used before')
  const [code, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const { returnTo } = authRequest
  identity.authRequests.set(
    request,
    reply,
    client,
    { kind: 'verified', provider: name, state, code, verifiedIdentity, returnTo },
    now,
  )
  return redirectToSso(reply, { code, state })
}

function providerNameOf({ params }: FastifyRequest): string {
  // The schema of each route requires this parameter.
  return (params as z.infer<typeof providerParams>).provider
}

function redirectToSso(reply: FastifyReply, parameters: Record<string, string>): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .redirect(`${ssoScreen}?${new URLSearchParams(parameters)}`, 303)
}

/** Shows the validation failure of §4 at /sso, whatever the reason. */
async function refuse(context: BaseContext, provider: string, reason: string): Promise<FastifyReply> {
  const { client, realmDb, identity, clock, request, reply } = context
  await recordRateLimited(realmDb, identity.secret, {
    kind: 'sign-in-refused',
    userId: null,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, provider, reason },
  })
  return redirectToSso(reply, { error: 'access_denied' })
}
