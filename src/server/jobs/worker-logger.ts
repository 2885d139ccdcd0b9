import type { FastifyBaseLogger } from 'fastify'
import { Logger } from 'graphile-worker'

export type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>

/** What whoever runs the program has to know; graphile-worker's notices on each job are left out. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    if (level === 'warning') log.warn(message)
  })
}
