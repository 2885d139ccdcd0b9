import pg from 'pg'

/** SQLSTATE codes of a server that is stopping, starting or full (PostgreSQL, appendix A): connection_exception is the class 08. */
const awayStates = new Set(['57P01', '57P02', '57P03', '53300'])

/** What node-postgres says, which gives these errors no code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/** Whether node-postgres waited for an answer as long as it may (`query_timeout`). */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Whether a statement failed because the database could not be reached, or its connection was lost on the way: a restart, a failover, a
 * network failure. Whether a transaction was committed is then unknown; a command with an idempotency key can be repeated.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.code !== undefined && (awayStates.has(error.code) || error.code.startsWith('08'))
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway)
  // Errors of the system have these; others leave them undefined.
  const { code, syscall } = error as NodeJS.ErrnoException
  // The folder of a Unix socket exists only while its server runs.
  if (code === 'ENOENT') return syscall === 'connect'
  return (
    (code !== undefined && networkCodes.has(code)) || lostMessages.test(error.message) || isUnanswered(error)
  )
}
