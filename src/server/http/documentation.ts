import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { programVersion } from '../program-version.ts'

/**
 * Allows nothing inline and nothing from other sites, except one style that swagger-ui writes into the page, by its hash.
 * swagger-ui's scripts write markup from strings, so this page cannot require Trusted Types.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves OpenAPI 3.1 at /api/openapi.json, generated from the endpoints, and a page for people at /api/docs (§10). */
export async function registerDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Almoner',
        description:
          'The giving portal for donor-advised funds. Money is a string of digits in minor units; dates are YYYY-MM-DD. Errors are RFC 9457 problem documents.',
        version: programVersion.revision,
      },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'Valid only together with the session cookie.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({
      zodToJsonConfig: {
        // A codec (bigint ↔ digits) would be documented as {}, so document the string that is sent.
        override: ({ zodSchema, jsonSchema }) => {
          if (zodSchema._zod.def.type === 'bigint')
            Object.assign(jsonSchema, { type: 'string', pattern: '^-?\\d{1,18}$' })
        },
        unrepresentable: 'any',
      },
    }),
  })
  const document = documentOf(app)
  // Before the first request where there is a port; tests make it when they ask for it.
  app.addHook('onListen', async () => void document())
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    const { plain, packed, etag } = document()
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    reply.type('application/json; charset=utf-8')
    const takesPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    return takesPacked ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain)
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: contentPolicy })
}

/** The document, made once: it takes longer than a request may, and stays the same as long as the program runs. */
function documentOf(app: FastifyInstance) {
  let made: { plain: Buffer; packed: Buffer; etag: string } | null = null
  return () => {
    if (made === null) {
      const plain = Buffer.from(JSON.stringify(app.swagger()))
      made = { plain, packed: gzipSync(plain), etag: `"${hash('sha256', plain, 'base64url')}"` }
    }
    return made
  }
}
