import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { clientProblems, clients, defaultClient } from '../clients/clients.ts'
import { permissions } from '../contract/permissions.ts'
import { type logLevels, settings } from './env-settings.ts'
import type { ClamdAddress } from './files/clamd.ts'
import type { KeyRing } from './files/data-keys.ts'
import type { S3Settings } from './files/s3-files.ts'

export type DocuSignSettings = {
  url: string
  authUrl: string
  /** The host names to which DocuSign may send signers. */
  signingHosts: readonly string[]
  accountId: string
  integrationKey: string
  userId: string
  /** The PEM file with the RSA private key of the integration. */
  keyFile: string
  /** The keys of Connect; any of them may have signed a message, so that they can be rotated. */
  hmacKeys: readonly string[]
}

/** `npm start` is demonstration; `npm run serve` is production. */
type Mode = 'demonstration' | 'production'

export type Environment = {
  mode: Mode
  port: number
  host: string
  /** null: the server starts an embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** The server past the pooler of `databaseUrl`; null: there is none. */
  databaseDirectUrl: string | null
  namesStatements: boolean
  dataDir: string
  /** The folder for checkpoints of the audit log, outside the database. */
  auditCheckpointDir: string
  /** Those of the other instances, where each has its own. */
  otherCheckpointDirs: readonly string[]
  /** The bucket for files; null: files are in `dataDir`. */
  filesS3: S3Settings | null
  /** The keys that encrypt account documents; null in the demonstration, which derives one from its secret. */
  documentKeys: KeyRing | null
  /** The PEM file with the key and the certificates that seal signed documents; null in the demonstration, which makes one. */
  sealFile: string | null
  /** DocuSign, which then signs new documents; null: the portal signs them itself. */
  docuSign: DocuSignSettings | null
  /** The virus scanner for uploaded documents; null: none. */
  clamd: ClamdAddress | null
  /** What CLIENTS_DIR says; the clients themselves were read before (src/clients/clients.ts). */
  clientsDir: string | null
  defaultClient: string
  /** The password of all demonstration users; null in production. */
  demoPassword: string | null
  /** The number of fund accounts in each book of the demonstration; null in production. */
  demoFunds: number | null
  /** The clients whose funds the demonstration has; null: all. */
  demoClients: readonly string[] | null
  /** Whether the clients' setting `secondFactor` applies: always in production, in the demonstration only on request. */
  enforcesSecondFactor: boolean
  /** The root secret from which keys are derived; null in the demonstration, which generates one in `dataDir`. */
  secret: string | null
  /** The URL of the portal with `{client}` in place of the client's name: `https://{client}.example.org`. */
  originPattern: string
  /** The proxies whose X-Forwarded headers are trusted. */
  trustedProxies: string[]
  /** Whether these proxies send the requested host in X-Forwarded-Host. */
  trustsForwardedHost: boolean
  smtpUrl: string | null
  logLevel: z.infer<typeof logLevels>
}

/** An error that lists all invalid settings with their purpose. It is shown on the terminal as it is. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
  /** Each a sentence, to be listed with those of other errors. */
  readonly problems: readonly string[]

  /** @param problems absent: the message is the only one. */
  constructor(message: string, problems?: readonly string[]) {
    super([message, ...(problems ?? [])].join('\n  '))
    this.problems = problems ?? [message]
  }
}

/** The first line of the list of what is wrong. */
export const cannotStart = 'The server cannot start:'

export const defaultDemoFunds = 150

type Name = keyof typeof settings
type ValueOf<N extends Name> = z.infer<(typeof settings)[N]['schema']>

type Read = <N extends Name>(name: N) => ValueOf<N> | null

type Source = Record<string, string | undefined>

const requiredByCommands: readonly Name[] = ['CLIENTS_DIR', 'DATABASE_URL', 'APP_SECRET', 'PUBLIC_ORIGIN']
const requiredInProduction: readonly Name[] = [...requiredByCommands, 'DOCUMENT_KEYS']

/**
 * Parses the environment once at the start. An empty setting counts as absent.
 *
 * @throws EnvironmentError that names every invalid setting and, in production, every missing one.
 */
export function readEnvironment(mode: Mode, source: Source = process.env): Environment {
  const { environment, problems } = inspectEnvironment(mode, source)
  if (problems.length > 0) throw new EnvironmentError(cannotStart, problems)
  return environment
}

/** The same, with what is wrong beside it: a wrong setting counts as absent, so that the others can be examined too. */
export function inspectEnvironment(
  mode: Mode,
  source: Source = process.env,
): { environment: Environment; problems: readonly string[] } {
  const required = mode === 'production' ? requiredInProduction : []
  return parseEnvironment({ mode, source, required })
}

/**
 * Parses the environment of a command on a production database. Keys that only the server uses may be absent.
 *
 * @throws EnvironmentError that names every invalid and every missing setting.
 */
export function readCommandEnvironment(source: Source = process.env) {
  const failure = 'The command cannot run:'
  const { environment, problems } = parseEnvironment({
    mode: 'production',
    source,
    required: requiredByCommands,
  })
  if (problems.length > 0) throw new EnvironmentError(failure, problems)
  const { secret } = environment
  // Commands go past the pooler: they migrate, keep locks, and are few.
  const databaseUrl = environment.databaseDirectUrl ?? environment.databaseUrl
  if (databaseUrl === null || secret === null) throw new EnvironmentError(failure)
  return { ...environment, databaseUrl, secret }
}

type Parsing = { mode: Mode; source: Source; required: readonly Name[] }

function parseEnvironment({ mode, source, required }: Parsing) {
  const errors: string[] = []
  const read: Read = name => {
    const { purpose, schema } = settings[name]
    const text = source[name]?.trim() ?? ''
    if (text === '') {
      if (required.includes(name)) errors.push(`${name} is missing: ${purpose}.`)
      return null
    }
    const parsed = schema.safeParse(text)
    // The type of settings[name] is a union over all names, which the compiler cannot narrow by N.
    if (parsed.success) return parsed.data as ValueOf<typeof name>
    errors.push(`${name} ${parsed.error.issues.map(issue => issue.message).join(', ')}: ${purpose}.`)
    return null
  }

  // The clients were read when the program was loaded (src/clients/clients.ts).
  const clientsDir = read('CLIENTS_DIR')
  errors.push(...clientProblems, ...unknownPermissions())
  const demonstration = mode === 'demonstration'
  const port = read('PORT') ?? 3000
  const demoPassword = read('DEMO_PASSWORD')
  if (!demonstration && demoPassword !== null)
    errors.push('DEMO_PASSWORD must not be set: there are no demonstration users in production.')
  const demoFunds = read('DEMO_FUNDS')
  const demoClients = read('DEMO_CLIENTS')
  for (const [name, value] of Object.entries({ DEMO_FUNDS: demoFunds, DEMO_CLIENTS: demoClients }))
    if (!demonstration && value !== null)
      errors.push(`${name} must not be set: there is no demonstration data in production.`)
  const dataDir = resolve(read('DATA_DIR') ?? '.data')
  const demoSecondFactor = read('DEMO_SECOND_FACTOR')
  const trustedProxies = read('TRUSTED_PROXIES')?.split(',') ?? []
  const trustsForwardedHost = read('TRUST_FORWARDED_HOST') === 'on'
  if (trustsForwardedHost && trustedProxies.length === 0)
    errors.push('TRUST_FORWARDED_HOST needs TRUSTED_PROXIES: only a trusted proxy may choose the host.')
  if (!demonstration && demoSecondFactor !== null)
    errors.push('DEMO_SECOND_FACTOR must not be set: production always requires it as the clients configure.')
  const environment: Environment = {
    mode,
    port,
    host: read('HOST') ?? '127.0.0.1',
    databaseUrl: read('DATABASE_URL'),
    databaseDirectUrl: read('DATABASE_DIRECT_URL'),
    namesStatements: read('DATABASE_NAMED_STATEMENTS') !== 'off',
    dataDir,
    auditCheckpointDir: resolve(read('AUDIT_CHECKPOINT_DIR') ?? join(dataDir, 'audit-checkpoints')),
    otherCheckpointDirs: (read('AUDIT_CHECKPOINT_OTHER_DIRS')?.split(',') ?? []).map(each => resolve(each)),
    filesS3: readFilesS3(read, errors),
    documentKeys: read('DOCUMENT_KEYS'),
    sealFile: read('SEAL_FILE'),
    docuSign: readDocuSign(read, errors),
    clamd: read('CLAMD_ADDRESS'),
    clientsDir,
    defaultClient: read('CLIENT') ?? defaultClient,
    demoPassword: demonstration ? (demoPassword ?? 'almoner-demo-2026') : null,
    demoFunds: demonstration ? (demoFunds ?? defaultDemoFunds) : null,
    demoClients,
    enforcesSecondFactor: !demonstration || demoSecondFactor === 'on',
    secret: read('APP_SECRET'),
    originPattern: read('PUBLIC_ORIGIN') ?? `http://{client}.localhost:${port}`,
    trustedProxies: trustedProxies.map(address => address.trim()),
    trustsForwardedHost,
    smtpUrl: read('SMTP_URL'),
    logLevel: read('LOG_LEVEL') ?? (demonstration ? 'warn' : 'info'),
  }
  return { environment, problems: errors }
}

/** A team of a misspelt permission would warn of nothing. */
function unknownPermissions(): string[] {
  const known = new Set<string>(permissions)
  return Object.values(clients).flatMap(({ name, smallestTeam }) =>
    Object.keys(smallestTeam)
      .filter(permission => !known.has(permission))
      .map(permission => `smallestTeam of the client ${name} names ${permission}, which is no permission.`),
  )
}

/** All S3 settings or none. */
function readFilesS3(read: Read, errors: string[]): S3Settings | null {
  const endpoint = read('FILES_S3_ENDPOINT')
  const bucket = read('FILES_S3_BUCKET')
  const region = read('FILES_S3_REGION')
  const accessKeyId = read('FILES_S3_KEY_ID')
  const secretAccessKey = read('FILES_S3_KEY')
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region: region ?? 'us-east-1', accessKeyId, secretAccessKey }
  if (endpoint || bucket || region || accessKeyId || secretAccessKey)
    errors.push(
      'FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_KEY_ID and FILES_S3_KEY belong together: set all four, or none.',
    )
  return null
}

/** All settings of DocuSign or none; the hosts of signers are that of the account unless they are named. */
function readDocuSign(read: Read, errors: string[]): DocuSignSettings | null {
  const url = read('DOCUSIGN_URL')
  const authUrl = read('DOCUSIGN_AUTH_URL')
  const signingHosts = read('DOCUSIGN_SIGNING_HOSTS')
  const accountId = read('DOCUSIGN_ACCOUNT_ID')
  const integrationKey = read('DOCUSIGN_INTEGRATION_KEY')
  const userId = read('DOCUSIGN_USER_ID')
  const keyFile = read('DOCUSIGN_KEY_FILE')
  const hmacKeys = read('DOCUSIGN_HMAC_KEYS')
  if (url && authUrl && accountId && integrationKey && userId && keyFile && hmacKeys) {
    const hosts = signingHosts ?? [new URL(url).hostname]
    return { url, authUrl, signingHosts: hosts, accountId, integrationKey, userId, keyFile, hmacKeys }
  }
  if (url || authUrl || signingHosts || accountId || integrationKey || userId || keyFile || hmacKeys)
    errors.push(
      'DOCUSIGN_URL, DOCUSIGN_AUTH_URL, DOCUSIGN_ACCOUNT_ID, DOCUSIGN_INTEGRATION_KEY, DOCUSIGN_USER_ID, DOCUSIGN_KEY_FILE and DOCUSIGN_HMAC_KEYS belong together: set all of them, or none.',
    )
  return null
}
