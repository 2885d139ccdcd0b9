import pg from 'pg'
import { isDatabaseAway } from './database-away.ts'

/** What OpenSSL and Node say of a certificate (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const certificateCodes =
  /^(ERR_TLS_|CERT_|SELF_SIGNED_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$)/

/** SQLSTATE codes of a server that refuses a login, or has no such database (PostgreSQL, appendix A). */
const refusedStates = new Set(['28000', '28P01', '3D000'])

/** Whether `pg_hba.conf` has no line for the user, the address or an unencrypted connection. */
export const isHostRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '28000' && error.message.includes('pg_hba.conf')

/** pgbouncer gives every refusal the code of a protocol violation. */
const isRefusedByPooler = (error: pg.DatabaseError) =>
  error.code === '08P01' &&
  /authentication failed|server login has been failing|no such (user|database)/.test(error.message)

/** What node-postgres says, which has no code, if the server asks for a password. */
const passwordMissing = /client password must be a (non-empty )?string/

/**
 * What an operator has to do about a connection that was not made, in one or two sentences; null for any other error, whose stack trace
 * says more.
 *
 * @param database the subject of the sentence, such as `The database almoner at db.internal, port 5432,`.
 */
export function connectionProblem(error: unknown, database = 'The database'): string | null {
  if (!(error instanceof Error)) return null
  // Errors of the system and of the database have a code; others leave it undefined.
  const { code = '' } = error as NodeJS.ErrnoException
  if (certificateCodes.test(code))
    return `${database} has a certificate that was not accepted (${error.message}). Name the host in DATABASE_URL as the certificate does, and the file of its authority: ?sslmode=verify-full&sslrootcert=FILE.`
  if (error.message === 'The server does not support SSL connections')
    return `${database} does not offer TLS, which sslmode in DATABASE_URL requires. Turn it on there (ssl = on).`
  if (passwordMissing.test(error.message))
    return `${database} asks for a password, which DATABASE_URL does not contain.`
  if (isHostRefused(error))
    return `${database} refuses the connection (${error.message}). Add a line to its pg_hba.conf, or TLS to DATABASE_URL.`
  if (error instanceof pg.DatabaseError && refusedStates.has(code))
    return `${database} refuses the connection (${error.message}). Correct DATABASE_URL or APP_SECRET, or run npm run migrate.`
  if (error instanceof pg.DatabaseError && isRefusedByPooler(error))
    return `${database} refuses the connection (${error.message}). Write the pooler’s file of users again after each npm run migrate, and reload the pooler.`
  if (isDatabaseAway(error))
    return `${database} does not answer (${reasonOf(error)}). Start it, or correct DATABASE_URL.`
  return null
}

/** Node's error for several addresses of one host has no message of its own. */
const reasonOf = (error: Error) =>
  error instanceof AggregateError
    ? error.errors.map(({ message }: Error) => message).join(', ')
    : error.message
