import { type DestinationStream, type Logger, pino } from 'pino'
import type { Environment } from './env.ts'

/** Names of properties with credentials, which are redacted in every logged object. */
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

/** Creates a logger that writes JSON Lines without credentials and without query strings, which may contain codes or names. */
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
      err: serializeError,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Masks long path segments, because the paths of the embedded OpenID provider contain interaction ids. */
const pathOf = (url: string) => url.split('?', 1)[0]?.replaceAll(/[\w-]{40,}/g, '…')

type LoggedError = Error & { code?: unknown; constraint?: unknown; table?: unknown }

/**
 * Logs selected fields of an error only: database errors contain row values in `detail`, and OpenID errors contain the rejected
 * response with its code.
 */
function serializeError(error: LoggedError, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, code, constraint, table, cause } = error
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    table,
    ...(cause instanceof Error && depth < maxCauses ? { cause: serializeError(cause, depth + 1) } : {}),
  }
}

const maxCauses = 3
