import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { clients, realms } from '../../clients/clients.ts'
import { systemClock } from '../../domain/clock.ts'
import { secondMs } from '../../domain/durations.ts'
import { connectionProblem } from '../../server/db/connection-problem.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { DB } from '../../server/db/schema.ts'
import type { Environment, EnvironmentError } from '../../server/env.ts'
import { clamdScanner } from '../../server/files/clamd.ts'
import { type EncryptedTable, keysInUse } from '../../server/files/encrypted-rows.queries.ts'
import { fileKey } from '../../server/files/files.ts'
import { openFiles } from '../../server/files/open-files.ts'
import { requireMailServer } from '../../server/mail/mailer.ts'
import { programDate } from '../../server/program-version.ts'
import { rootName } from '../../server/signatures/seal/root-name.ts'
import { areValidAt } from '../../server/signatures/seal/sealer.ts'
import { warnOfFewConnections } from './connection-count.ts'
import { endings } from './endings.ts'
import { endingOfLoginKey, endingOfSeal, endingOfServer } from './find-endings.ts'
import { largeObjectsRemain, readServer } from './health.queries.ts'
import { warnOfMissingLists } from './missing-lists.ts'
import type { Configured } from './open-configured.ts'
import { requireDatabase, requirePooler } from './require-database.ts'
import { type TlsServer, tlsServers } from './tls-servers.ts'

/** One thing that was examined. A problem stops the portal or a part of it; a warning can wait for days. */
export type Finding = { about: string; state: 'sound' | 'warning' | 'problem'; text: string }

type Report = Pick<Finding, 'state' | 'text'>

const sound = (text: string): Report => ({ state: 'sound', text })
const warning = (text: string): Report => ({ state: 'warning', text })
const problem = (text: string): Report => ({ state: 'problem', text })

/** Codes of the second factor and sessions allow for little more (RFC 6238, section 5.2). */
const maxClockDifferenceMs = 2 * secondMs

type Installation = {
  environment: Environment & { databaseUrl: string }
  configured: Configured
  databases: Databases
  /** Every table with encrypted bytes, as people know it. */
  encryptedTables: readonly { name: string; db: Kysely<DB>; table: EncryptedTable }[]
}

/**
 * Examines an installation whose settings and files were read: the database, its clock, the file store, mail, the virus scanner, and
 * what ends. It changes nothing, but for a file that it stores and removes.
 */
export async function* checkInstallation(installation: Installation): AsyncGenerator<Finding> {
  const { environment, configured, databases, encryptedTables } = installation
  const { databaseUrl, databaseDirectUrl, smtpUrl, clamd, originPattern } = environment
  const checks: readonly (readonly [about: string, check: () => Promise<Report[]>])[] = [
    ['Database', () => checkDatabase(databases, databaseUrl, databaseDirectUrl)],
    ['Clock', () => onDatabase(checkClock(databases))],
    [
      'Sanctions lists',
      () => onDatabase(reportsOf(log => warnOfMissingLists(databases, log), 'Each was imported.')),
    ],
    ['Files', () => checkFileStore(environment)],
    ['Mail', () => checkMail(smtpUrl)],
    ['Virus scanner', () => checkScanner(clamd)],
    ['Document keys', () => onDatabase(checkDocumentKeys(environment, encryptedTables))],
    ['Login keys', () => onDatabase(checkLoginKeys(databases))],
    ['Seal', async () => [checkSeal(configured)]],
    ['What ends', () => checkEndings(configured)],
    ...tlsServers(Object.values(clients), { originPattern, smtpUrl }).map(
      server => [`Certificate of ${server.host}`, async () => [await checkCertificate(server)]] as const,
    ),
  ]
  for (const [about, check] of checks)
    for (const report of await check().catch(error => [problem(sentenceOf(error))]))
      yield { about, ...report }
}

/** What needs a connection says so in one sentence; why there is none stands under Database. */
async function onDatabase(check: Promise<Report[]>): Promise<Report[]> {
  return await check.catch((error: unknown) => {
    if (connectionProblem(error) === null) throw error
    return [problem('It cannot be examined without a connection to the database.')]
  })
}

const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message || String(error) : String(error)

async function checkDatabase(
  databases: Databases,
  databaseUrl: string,
  databaseDirectUrl: string | null,
): Promise<Report[]> {
  await requireDatabase(databases, databaseDirectUrl ?? databaseUrl)
  if (databaseDirectUrl !== null) await requirePooler(databases, databaseUrl)
  const { version } = await readServer(databases.worker())
  const [realm] = realms
  const remains = realm !== undefined && (await largeObjectsRemain(databases.realm(realm)))
  return [
    ...(await reportsOf(async log => {
      // A pooler shares few connections among many.
      if (databaseDirectUrl === null) await warnOfFewConnections(databases.worker(), log)
    }, `PostgreSQL ${version}, with every migration of this version.`)),
    ...(remains
      ? [
          warning(
            'Large objects are not revoked yet: a superuser does that once (docs/operate.md, The database).',
          ),
        ]
      : []),
  ]
}

/** What a function warns of, or that nothing was found. */
async function reportsOf(
  warn: (log: { warn(text: string): void }) => Promise<void>,
  otherwise: string,
): Promise<Report[]> {
  const warnings: string[] = []
  await warn({ warn: text => warnings.push(text) })
  return warnings.length === 0 ? [sound(otherwise)] : warnings.map(warning)
}

async function checkClock(databases: Databases): Promise<Report[]> {
  const before = systemClock.now().getTime()
  const { now } = await readServer(databases.worker())
  const after = systemClock.now().getTime()
  // The answer was given at some time between.
  const differenceMs = Math.max(before - now.getTime(), now.getTime() - after, 0)
  if (differenceMs <= maxClockDifferenceMs) return [sound('This machine and the database agree.')]
  return [
    problem(
      `This machine and the database differ by ${Math.round(differenceMs / secondMs)} s. Let both follow a time server: sessions and one-time codes end early or late otherwise.`,
    ),
  ]
}

async function checkFileStore(environment: Environment): Promise<Report[]> {
  const files = openFiles(environment)
  const key = fileKey('installation-check', randomUUID())
  const bytes = Buffer.from(key)
  const where = environment.filesS3
    ? `The bucket ${environment.filesS3.bucket}`
    : `The folder ${environment.dataDir}/files`
  try {
    await files.put(key, bytes)
    const stored = await files.get(key)
    if (stored?.equals(bytes) !== true) return [problem(`${where} does not return what was stored in it.`)]
    return [sound(`${where} stores, returns, and removes files.`)]
  } catch (error) {
    return [problem(`${where} cannot be used: ${sentenceOf(error)}`)]
  } finally {
    await files.remove(key).catch(() => undefined)
  }
}

async function checkMail(smtpUrl: string | null): Promise<Report[]> {
  if (smtpUrl === null) return [warning('SMTP_URL is missing: mails are stored and not sent.')]
  try {
    await requireMailServer(smtpUrl)
    return [sound('The mail server of SMTP_URL accepts the login.')]
  } catch (error) {
    return [problem(`The mail server of SMTP_URL cannot be used: ${sentenceOf(error)}`)]
  }
}

async function checkScanner(clamd: Environment['clamd']): Promise<Report[]> {
  if (clamd === null)
    return [warning('CLAMD_ADDRESS is missing: uploaded documents are not scanned for viruses.')]
  try {
    await clamdScanner(clamd)(emptyFile())
    return [sound('It answers.')]
  } catch (error) {
    return [
      problem(`The scanner of CLAMD_ADDRESS cannot be used, so uploads are refused: ${sentenceOf(error)}`),
    ]
  }
}

async function* emptyFile(): AsyncGenerator<Uint8Array> {}

async function checkDocumentKeys(
  { documentKeys }: Environment,
  encryptedTables: Installation['encryptedTables'],
): Promise<Report[]> {
  // The demonstration derives one.
  if (documentKeys === null) return []
  const known = new Set(documentKeys.map(({ keyId }) => keyId))
  const used = await Promise.all(
    encryptedTables.map(async ({ name, db, table }) => ({ name, keys: await keysInUse(db, table) })),
  )
  const missing = used.flatMap(({ name, keys }) =>
    keys
      .filter(key => !known.has(key))
      .map(key => problem(`DOCUMENT_KEYS lacks the key ${key}, without which ${name} cannot be read.`)),
  )
  return missing.length > 0 ? missing : [sound('DOCUMENT_KEYS has every key that is in use.')]
}

async function checkLoginKeys(databases: Databases): Promise<Report[]> {
  const now = systemClock.now()
  const reports: Report[] = []
  for (const realm of realms) {
    const found = await endingOfLoginKey(databases.realm(realm), realm, now)
    reports.push(...found.map(({ text }) => warning(text)))
  }
  return reports.length > 0 ? reports : [sound('None is older than 13 months.')]
}

async function checkEndings({ providerSecrets }: Configured): Promise<Report[]> {
  const found = endings({
    ...{ clients: Object.values(clients), secrets: providerSecrets, programDate },
    now: systemClock.now(),
  })
  if (found.length > 0) return found.map(({ text }) => warning(text))
  return [
    sound(
      'No certificate of an identity provider ends in 60 days, and this version knows the bank holidays.',
    ),
  ]
}

function checkSeal({ sealer }: Configured): Report {
  const now = systemClock.now()
  const [said] = endingOfSeal(sealer, now)
  if (said === undefined)
    return isOwnMaking(sealer)
      ? warning(
          'The certificate was made by npm run init: programs that read PDFs do not know who sealed them. Replace it by one of an authority (docs/operate.md, Signed documents).',
        )
      : sound('Its certificates are valid for at least 60 days.')
  return areValidAt(sealer.certificates, now) ? warning(said.text) : problem(said.text)
}

/** Whether nobody but the sponsor itself vouches for the seal. */
function isOwnMaking({ certificates }: Configured['sealer']): boolean {
  // Commas in a name are written with a backslash.
  const root = certificates.at(-1)?.subject.replaceAll('\\', '')
  return Object.values(clients).some(({ sponsor }) => root === `CN=${rootName(sponsor.legalName)}`)
}

async function checkCertificate(server: TlsServer): Promise<Report> {
  const { what } = server
  try {
    const { endsOn, ending } = await endingOfServer(server, systemClock.now())
    const on = endsOn.toISOString().slice(0, 10)
    return ending === null
      ? sound(`It is trusted and ends on ${on}.`)
      : warning(`It ends on ${on}. ${what} once it has.`)
  } catch (error) {
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
    return problem(`${what}: ${isUnknown ? 'the name has no address' : sentenceOf(error)}`)
  }
}

/** The problems of settings that could not be read, one by one. */
export function settingFindings(error: EnvironmentError): Finding[] {
  return error.problems.map(text => ({ about: 'Settings', ...problem(text) }))
}
