import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { programVersion } from '../program-version.ts'

/**
 * Nothing inline and nothing from elsewhere here either, but for one style that swagger-ui writes into the page, which is
 * named by its hash. Its scripts write markup from strings, so Trusted Types cannot hold on this page.
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

/** OpenAPI 3.1 at /api/openapi.json, made from the endpoints themselves, and a page for people at /api/docs (§10). */
export async function registerDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Almoner',
        description:
          'The giving portal for donor-advised funds. Money is a string of digits in minor units; dates are YYYY-MM-DD. Failures are RFC 9457 problem documents.',
        version: programVersion.revision,
      },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'Worth nothing without the session cookie beside it.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({
      zodToJsonConfig: {
        // A codec (bigint ↔ digits) would be documented as {}: what travels is the string.
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
