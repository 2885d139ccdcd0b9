import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import type { BaseContext } from '../../http/request-context.ts'
import type { Pipeline } from '../../http/route.ts'
import { ssoScreen } from '../provider/embedded-provider.ts'
import { recordSeldom } from '../record-seldom.ts'
import { fieldOf, takeForms } from './form-body.ts'
import { providerNamed } from './settings/provider-settings.ts'
import { spendOnce } from './used-answers.ts'

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
      const went = state === null ? null : identity.journeys.providerOf(request, client, state, clock.now())
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
      const door = await identity.door(client, origin, name)
      if (door.kind !== 'saml') throw new Problem('not-found')
      return reply.type('application/samlmetadata+xml; charset=utf-8').send(door.party.metadata())
    },
  )

  await app.register(async scope => {
    takeForms(scope)
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
  const journey =
    relayState === null ? null : identity.journeys.takeSaml(request, reply, client, relayState, now)
  if (!journey || journey.provider !== name || response === null)
    return await refuse(context, name, 'no journey of this browser')
  const door = await identity.door(client, origin, name)
  if (door.kind !== 'saml') throw new Problem('not-found')
  const read = await door.party.arrive(journey, response, now).catch((error: unknown) => {
    request.log.warn({ err: error, provider: name }, 'a SAML response was refused')
    return null
  })
  if (!read) return await refuse(context, name, 'the answer of the provider is not good')
  const { vouched, assertionId, until } = read
  const id = JSON.stringify([door.provider.issuer, assertionId])
  if (!(await spendOnce(realmDb, 'assertion', id, until)))
    return await refuse(context, name, 'an assertion was used again')
  const [code, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const { returnTo } = journey
  identity.journeys.set(
    request,
    reply,
    client,
    { kind: 'vouched', provider: name, state, code, vouched, returnTo },
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
  await recordSeldom(realmDb, identity.secret, {
    kind: 'sign-in-refused',
    userId: null,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, provider, reason },
  })
  return on(reply, { error: 'access_denied' })
}
