import type { FastifyBaseLogger } from 'fastify'
import { Logger } from 'graphile-worker'

export type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>

/** Logs errors and warnings, but not graphile-worker's messages about each job. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    if (level === 'warning') log.warn(message)
  })
}
