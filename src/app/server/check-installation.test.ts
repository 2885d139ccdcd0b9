import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signingKeyCipher, signingKeys } from '../../features/identity/oidc/server/signing-keys.ts'
import { openDatabases } from '../../server/db/pools.ts'
import { type Environment, readEnvironment } from '../../server/env.ts'
import { encryptedFiles } from '../../server/files/encrypted-files.ts'
import { openFiles } from '../../server/files/open-files.ts'
import { makeSealerPem } from '../../server/signatures/seal/make-sealer.ts'
import { readSealer } from '../../server/signatures/seal/sealer.ts'
import { testClock } from '../../testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { testDocumentKeys } from '../../testing/document-keys.ts'
import { makeAccount } from '../../testing/factories/make-account.ts'
import { makeDocument } from '../../testing/factories/make-document.ts'
import { type MailServer, startMailServer } from '../../testing/mails/mail-server.ts'
import { runCommand } from '../../testing/run-command.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { checkInstallation, type Finding } from './check-installation.ts'
import type { Configured } from './open-configured.ts'

let database: TestDatabase
let mail: MailServer
let sealPem: string
beforeAll(async () => {
  database = await createTestDatabase()
  mail = await startMailServer()
  sealPem = await makeSealerPem('Seal of a test', new Date())
})
afterAll(async () => {
  await mail.close()
  await database.drop()
})
afterEach(() => {
  vi.useRealTimers()
})

type Changes = Partial<Environment & { databaseUrl: string }> & {
  databases?: TestDatabase['databases']
  seal?: string
}

/** What is said of an installation with these settings, by what it is about. */
async function findingsOf({ databases = database.databases, seal = sealPem, ...changed }: Changes = {}) {
  const { host, port } = database.connection
  const environment = {
    ...readEnvironment('demonstration', { DATA_DIR: temporaryDirectory('check') }),
    databaseUrl: `postgres://nobody@/${database.name}?host=${encodeURIComponent(host)}&port=${port}`,
    ...changed,
  }
  // No other secret or file is examined.
  const configured = { sealer: readSealer(seal, 'The seal'), providerSecrets: {} } as Configured
  const found = new Map<string, Finding>()
  const encryptedTables = [{ name: 'document of npt', db: databases.book('npt'), table: 'document' as const }]
  const installation = { environment, configured, databases, encryptedTables }
  for await (const finding of checkInstallation(installation)) found.set(finding.about, finding)
  return (about: string) => {
    const { state, text } = found.get(about) ?? { state: 'not examined', text: '' }
    return `${state}: ${text}`
  }
}

test('a sound installation, with what it does without', async () => {
  const said = await findingsOf({ smtpUrl: mail.url })
  expect(said('Database')).toMatch(/^sound: PostgreSQL 18[.\d]*, with every migration of this version\.$/)
  expect(said('Clock')).toBe('sound: This machine and the database agree.')
  expect(said('Sanctions lists')).toBe('sound: Each was imported.')
  expect(said('Files')).toMatch(/^sound: The folder .+\/files stores, returns, and removes files\.$/)
  expect(said('Mail')).toBe('sound: The mail server of SMTP_URL accepts the login.')
  expect(mail.received).toEqual([])
  expect(said('Virus scanner')).toMatch(/^warning: CLAMD_ADDRESS is missing/)
  expect(said('Seal')).toMatch(/^sound: /)
  const withoutMail = await findingsOf()
  expect(withoutMail('Mail')).toMatch(/^warning: SMTP_URL is missing/)
})

test('a folder that cannot be written, and servers that do not answer', async () => {
  const closed = await listening(socket => socket.destroy())
  const { port } = addressOf(closed)
  const said = await findingsOf({
    dataDir: '/dev/null',
    smtpUrl: `smtp://127.0.0.1:${port}`,
    clamd: { host: '127.0.0.1', port },
  })
  closed.close()
  expect(said('Files')).toMatch(/^problem: The folder \/dev\/null\/files cannot be used: /)
  expect(said('Mail')).toMatch(/^problem: The mail server of SMTP_URL cannot be used: /)
  expect(said('Virus scanner')).toMatch(/^problem: .+ uploads are refused: /)
})

test('a database without a connection, while everything else is examined', async () => {
  const server = { host: '127.0.0.1', port: 1, database: 'almoner' }
  const databases = openDatabases({ server, secret: testSecret })
  const said = await findingsOf({ databases })
  await databases.close()
  expect(said('Database')).toMatch(/^problem: /)
  for (const about of ['Clock', 'Sanctions lists', 'Login keys'])
    expect(said(about)).toBe('problem: It cannot be examined without a connection to the database.')
  expect(said('Files')).toMatch(/^sound: /)
})

test('a clock that differs from the database’s, and a seal that ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
  expect((await findingsOf())('Clock')).toMatch(/^problem: This machine and the database differ by [45] s\./)
  vi.setSystemTime(Date.now() + 3_600 * 86_400_000)
  expect((await findingsOf())('Seal')).toMatch(/^warning: The certificate of SEAL_FILE expires on /)
  vi.setSystemTime(Date.now() + 100 * 86_400_000)
  expect((await findingsOf())('Seal')).toMatch(/^problem: The certificate of SEAL_FILE expired on /)
})

test('a seal that only the sponsor itself vouches for', async () => {
  const said = await findingsOf({ seal: await makeSealerPem('NPT Giving, Inc.', new Date()) })
  expect(said('Seal')).toMatch(/^warning: The certificate was made by npm run init/)
})

test('a key of documents that is in use and missing', async () => {
  const files = openFiles(readEnvironment('demonstration', { DATA_DIR: temporaryDirectory('keys') }))
  await makeDocument(
    {
      databases: database.databases,
      documentFiles: encryptedFiles(files, testDocumentKeys),
      clock: testClock('2026-03-16T15:00:00Z'),
    },
    await makeAccount(database.databases),
  )
  const [key] = testDocumentKeys
  const other = { keyId: '2027-01', key: Buffer.alloc(32, 9) }
  const said = await findingsOf({ documentKeys: [other, ...(key ? [key] : [])] })
  expect(said('Document keys')).toBe('sound: DOCUMENT_KEYS has every key that is in use.')
  const without = await findingsOf({ documentKeys: [other] })
  expect(without('Document keys')).toBe(
    'problem: DOCUMENT_KEYS lacks the key test, without which document of npt cannot be read.',
  )
})

test('keys of logins are replaced each year', async () => {
  const realmDb = database.databases.realm('npt')
  await signingKeys(realmDb, signingKeyCipher(testSecret, 'npt'), new Date())
  expect((await findingsOf())('Login keys')).toBe('sound: None is older than 13 months.')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 396 * 86_400_000 })
  expect((await findingsOf())('Login keys')).toMatch(
    /^warning: The key that signs logins of npt is of \d{4}-/,
  )
})

test('a certificate that nobody trusts, and a name without an address', async () => {
  const context = createSecureContext({ key: sealPem, cert: sealPem })
  const server = await listening(socket => {
    new TLSSocket(socket, { isServer: true, secureContext: context }).on('error', () => {})
  })
  const said = await findingsOf({ originPattern: `https://localhost:${addressOf(server).port}` })
  server.close()
  const nowhere = await findingsOf({ originPattern: 'https://{client}.invalid' })
  expect(nowhere('Certificate of npt.invalid')).toBe(
    'problem: People of npt cannot open the portal: the name has no address',
  )
  expect(said('Certificate of localhost')).toMatch(/^problem: People of \w+ cannot open the portal: .+/)
})

test('npm run check lists what is wrong with settings and files, counts, and exits with 1', () => {
  const { stdout, status } = runCommand(database, 'tools/check.ts', [], {
    SEAL_FILE: '/nowhere/seal.pem',
    AUDIT_CHECKPOINT_DIR: join(temporaryDirectory('check'), 'checkpoints'),
  })
  expect(stdout).toContain('problem  Settings: DOCUMENT_KEYS is missing')
  expect(stdout).toContain('problem  Settings: The file /nowhere/seal.pem of SEAL_FILE cannot be read')
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^[2-9] problems, 0 warnings$/)
  expect(status).toBe(1)
}, 60_000)

async function listening(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer({}, answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}

function addressOf(server: Server): { port: number } {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address
}
