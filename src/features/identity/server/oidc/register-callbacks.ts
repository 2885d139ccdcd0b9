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

const named = z.object({ provider: z.string().check(z.maxLength(40)) })
const longestCode = 4000

/** Where outside providers send browsers back to; each goes on to /sso with a code and a state, as from the embedded one. */
export async function registerReturns(app: FastifyInstance, pipeline: Pipeline): Promise<void> {
  app.get(
    '/api/sign-in/returned/:provider',
    {
      schema: {
        summary: 'Where an OpenID provider sends the browser back to; it goes on to /sso',
        params: named,
      },
    },
    async (request, reply) => {
      const context = pipeline.contextOf(request, reply)
      const { client, identity, clock } = context
      const name = nameIn(request)
      if (providerNamed(client, name)?.kind !== 'openid') throw new Problem('not-found')
      const query = new URLSearchParams(request.url.split('?')[1] ?? '')
      const [code, state] = [fieldOf(query, 'code'), fieldOf(query, 'state')]
      const iss = query.has('iss') ? fieldOf(query, 'iss') : undefined
      // A code that another provider gave must not be taken for this one's: they share nothing but the browser.
      const went =
        state === null ? null : identity.authRequests.providerOf(request, client, state, clock.now())
      if (code === null || code.length > longestCode || state === null || iss === null || went !== name)
        return await refuse(context, name, query.has('error') ? 'the provider refused' : 'no such journey')
      return on(reply, { code, state, ...(iss === undefined ? {} : { iss }) })
    },
  )

  app.get(
    '/api/sign-in/saml/:provider/metadata',
    {
      schema: { summary: 'The portal as SAML 2.0 service provider of one identity provider', params: named },
    },
    async (request, reply) => {
      const { client, origin, identity } = pipeline.contextOf(request, reply)
      const name = nameIn(request)
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
          summary: 'Where a SAML provider’s response comes to, by the browser’s POST; it goes on to /sso',
          params: named,
        },
      },
      async (request, reply) => takeSamlResponse(pipeline.contextOf(request, reply)),
    )
  })
}

/** Checks the response, keeps what it vouches for in the browser's own sealed cookie, and goes on as from any provider. */
async function takeSamlResponse(context: BaseContext): Promise<FastifyReply> {
  const { client, origin, identity, realmDb, clock, request, reply } = context
  const name = nameIn(request)
  if (providerNamed(client, name)?.kind !== 'saml') throw new Problem('not-found')
  const [response, relayState] = [fieldOf(request.body, 'SAMLResponse'), fieldOf(request.body, 'RelayState')]
  const now = clock.now()
  // Whoever was sent by the provider alone has begun nothing here (IdP-initiated): anybody could have sent them.
  const authRequest =
    relayState === null ? null : identity.authRequests.takeSaml(request, reply, client, relayState, now)
  if (!authRequest || authRequest.provider !== name || response === null)
    return await refuse(context, name, 'no journey of this browser')
  const providerClient = await identity.providerClient(client, origin, name)
  if (providerClient.kind !== 'saml') throw new Problem('not-found')
  const read = await providerClient.party
    .handleCallback(authRequest, response, now)
    .catch((error: unknown) => {
      request.log.warn({ err: error, provider: name }, 'a SAML response was refused')
      return null
    })
  if (!read) return await refuse(context, name, 'the answer of the provider is not good')
  const { verifiedIdentity, assertionId, until } = read
  const id = JSON.stringify([providerClient.provider.issuer, assertionId])
  if (!(await consumeNonce(realmDb, 'assertion', id, until)))
    return await refuse(context, name, 'an assertion was used again')
  const [code, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const { returnTo } = authRequest
  identity.authRequests.set(
    request,
    reply,
    client,
    { kind: 'vouched', provider: name, state, code, verifiedIdentity, returnTo },
    now,
  )
  return on(reply, { code, state })
}

function nameIn({ params }: FastifyRequest): string {
  // The schema of each route here asks for it.
  return (params as z.infer<typeof named>).provider
}

function on(reply: FastifyReply, parameters: Record<string, string>): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .redirect(`${ssoScreen}?${new URLSearchParams(parameters)}`, 303)
}

/** §4's validation failure: /sso says it, whatever it was. */
async function refuse(context: BaseContext, provider: string, reason: string): Promise<FastifyReply> {
  const { client, realmDb, identity, clock, request, reply } = context
  await recordRateLimited(realmDb, identity.secret, {
    kind: 'sign-in-refused',
    userId: null,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, provider, reason },
  })
  return on(reply, { error: 'access_denied' })
}
