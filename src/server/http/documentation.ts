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
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: contentPolicy })
}
