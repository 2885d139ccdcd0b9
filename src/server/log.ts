import { type DestinationStream, type Logger, pino } from 'pino'
import type { Environment } from './env.ts'

/** Names whose values could sign somebody in, wherever an object that is logged has them. */
const secretNames = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'cookies',
  'id_token',
  'access_token',
  'code_verifier',
]

/** One line of JSON each; nothing that could sign somebody in, and no address's query, which may hold a code or a name. */
export function createLog(level: Environment['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: [
      ...secretNames,
      ...secretNames.map(name => `*.${name}`),
      'req.headers',
      'res.headers',
      '*.headers.authorization',
      '*.headers.cookie',
      '*.headers["set-cookie"]',
    ],
    serializers: {
      req: (request: { method: string; url: string; host: string; ip: string }) => ({
        method: request.method,
        path: pathOf(request.url),
        host: request.host,
        ip: request.ip,
      }),
      err: withoutValues,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** A part as long as our random names are may be one: the provider's open sign-ins stand in its addresses. */
const pathOf = (url: string) => url.split('?', 1)[0]?.replaceAll(/[\w-]{40,}/g, '…')

type Failure = Error & { code?: unknown; constraint?: unknown; table?: unknown }

/**
 * What failed and where, by named fields alone: errors of the database carry rows in their `detail`, those of OpenID the
 * answer that was refused, with its code.
 */
function withoutValues(error: Failure, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, code, constraint, table, cause } = error
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    table,
    ...(cause instanceof Error && depth < mostCauses ? { cause: withoutValues(cause, depth + 1) } : {}),
  }
}

const mostCauses = 3
