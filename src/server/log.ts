import { type Logger, pino } from 'pino'
import type { Environment } from './env.ts'

/** One line of JSON each; nothing that could sign somebody in, and no address's query, which may hold a code or a name. */
export function createLog(level: Environment['logLevel']): Logger {
  return pino({
    level,
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      'res.headers.authorization',
      'res.headers["set-cookie"]',
      'password',
      'token',
      '*.password',
      '*.token',
    ],
    serializers: {
      req: (request: { method: string; url: string; host: string; ip: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
        host: request.host,
        ip: request.ip,
      }),
      err: pino.stdSerializers.err,
    },
  })
}
