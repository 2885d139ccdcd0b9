import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { makeSealerPem } from '../signatures/seal/make-sealer.ts'
import { connectionProblem, isHostRefused } from './connection-problem.ts'

let database: TestDatabase
const servers: Server[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const server of servers) server.close()
  await database.drop()
})

/** A server that answers a request for TLS (PostgreSQL, frontend/backend protocol: SSLRequest). */
async function answerTlsRequest(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

async function problemOf(config: pg.ClientConfig): Promise<string | null> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  const error: unknown = await client.connect().then(
    () => null,
    reason => reason,
  )
  await client.end().catch(() => {})
  return connectionProblem(error)
}

test('a certificate that does not fit is named with the settings that trust it', async () => {
  const pem = await makeSealerPem('A database', new Date())
  const port = await answerTlsRequest(socket => {
    socket.write('S')
    new TLSSocket(socket, { isServer: true, key: pem, cert: pem }).on('error', () => {})
  })
  expect(await problemOf({ connectionString: `postgres://a@localhost:${port}/b?sslmode=verify-full` })).toBe(
    'The database has a certificate that was not accepted (unsuitable certificate purpose). Name the host in DATABASE_URL as the certificate does, and the file of its authority: ?sslmode=verify-full&sslrootcert=FILE.',
  )
})

test.each([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s is a certificate that was not accepted', code => {
  const error = Object.assign(new Error('said by OpenSSL'), { code })
  expect(connectionProblem(error)).toMatch(/^The database has a certificate that was not accepted \(said by/)
})

test('a server without TLS is named if the URL requires it', async () => {
  const port = await answerTlsRequest(socket => socket.end('N'))
  expect(await problemOf({ connectionString: `postgres://a@localhost:${port}/b?sslmode=verify-full` })).toBe(
    'The database does not offer TLS, which sslmode in DATABASE_URL requires. Turn it on there (ssl = on).',
  )
})

test('an unknown role and an unknown database are refused with what to correct', async () => {
  const correct = 'Correct DATABASE_URL or APP_SECRET, or run npm run migrate.'
  expect(await problemOf({ ...database.connection, user: 'nobody_known' })).toBe(
    `The database refuses the connection (role "nobody_known" does not exist). ${correct}`,
  )
  expect(await problemOf({ ...database.connection, database: 'no_such' })).toBe(
    `The database refuses the connection (database "no_such" does not exist). ${correct}`,
  )
})

const refusal = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })

test('a line that pg_hba.conf lacks is told from an unknown role', () => {
  const noLine = refusal('28000', 'no pg_hba.conf entry for host "10.1.2.3", user "worker", no encryption')
  expect(isHostRefused(noLine)).toBe(true)
  expect(isHostRefused(refusal('28000', 'role "worker" does not exist'))).toBe(false)
  expect(connectionProblem(noLine)).toMatch(/Add a line to its pg_hba\.conf, or TLS to DATABASE_URL\.$/)
})

test('a pooler that does not know a password is told from one that is away', () => {
  expect(connectionProblem(refusal('08P01', 'SASL authentication failed'))).toMatch(
    /refuses the connection .* Write the pooler’s file of users again/,
  )
  expect(connectionProblem(refusal('08P01', 'server login has been failing, try again later'))).toMatch(
    /refuses the connection/,
  )
  expect(connectionProblem(refusal('08P01', 'pgbouncer cannot connect to server'))).toMatch(/does not answer/)
})

test('a password that the URL lacks is asked for', () => {
  const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  expect(connectionProblem(error, 'The database almoner')).toBe(
    'The database almoner asks for a password, which DATABASE_URL does not contain.',
  )
})

test('an error of a statement is no problem of the connection', async () => {
  const error = await database.admin.query('select 1 / 0').catch((reason: unknown) => reason)
  expect(connectionProblem(error)).toBeNull()
})
