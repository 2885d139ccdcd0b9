import { join, resolve } from 'node:path'
import { z } from 'zod'
import { clients, defaultClient } from '../clients/clients.ts'
import type { ClamdAddress } from './files/clamd.ts'
import type { KeyRing } from './files/data-keys.ts'
import type { S3Settings } from './files/s3-files.ts'

/** `npm start` is demonstration; `npm run serve` is production. */
export type Mode = 'demonstration' | 'production'

export type Environment = {
  mode: Mode
  port: number
  host: string
  /** null: the server starts an embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** The folder for checkpoints of the audit log, outside the database. */
  auditCheckpointDir: string
  /** The bucket for files; null: files are in `dataDir`. */
  filesS3: S3Settings | null
  /** The keys that encrypt account documents; null in the demonstration, which derives one from its secret. */
  documentKeys: KeyRing | null
  /** The PEM file with the key and the certificates that seal signed documents; null in the demonstration, which makes one. */
  sealFile: string | null
  /** The virus scanner for uploaded documents; null: none. */
  clamd: ClamdAddress | null
  defaultClient: string
  /** The password of all demonstration users; null in production. */
  demoPassword: string | null
  /** The number of fund accounts in each book of the demonstration; null in production. */
  demoFunds: number | null
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
}

const minSecretLength = 32
const logLevels = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])

export const defaultDemoFunds = 150
const demoFundsRange = 'must be a whole number from 10 to 9999'
const portRange = 'must be a whole number from 0 to 65535'

const settings = {
  PORT: {
    purpose: 'the port to listen on',
    schema: z
      .string()
      .regex(/^\d{1,5}$/, portRange)
      .transform(Number)
      .refine(port => port <= 65_535, portRange),
  },
  HOST: { purpose: 'the address to listen on; 0.0.0.0 allows other machines to connect', schema: z.string() },
  DATABASE_URL: {
    purpose: 'the URL of PostgreSQL 18: postgres://HOST:PORT/DATABASE',
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  },
  DATA_DIR: { purpose: 'the folder for data on disk', schema: z.string() },
  AUDIT_CHECKPOINT_DIR: {
    purpose: 'the folder for checkpoints of the audit log, which database administrators cannot write to',
    schema: z.string(),
  },
  FILES_S3_ENDPOINT: {
    purpose: 'the S3 store for files, such as https://s3.eu-west-2.amazonaws.com',
    schema: z
      .string()
      .regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/, 'must look like https://s3.eu-west-2.amazonaws.com')
      .refine(address => address.startsWith('https:') || isLoopback(address), {
        error:
          'must begin with https:// unless it is on this machine, because files need encryption in transit',
      }),
  },
  FILES_S3_BUCKET: {
    purpose: 'the bucket for files, which must be private',
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  },
  FILES_S3_REGION: {
    purpose: 'the region of the bucket',
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region'),
  },
  FILES_S3_KEY_ID: {
    purpose: 'the access key id with read and write access to the bucket',
    schema: z.string(),
  },
  FILES_S3_KEY: { purpose: 'the secret access key', schema: z.string() },
  DOCUMENT_KEYS: {
    purpose:
      'the keys that encrypt account documents, the current one first: ID:KEY,ID:KEY with 32 random bytes in base64 each',
    schema: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,39}:[A-Za-z0-9+/]{43}=(,[a-z0-9][a-z0-9-]{0,39}:[A-Za-z0-9+/]{43}=)*$/,
        'must look like 2026-11:BASE64',
      )
      .transform(text =>
        text.split(',').map(pair => {
          const [keyId = '', key = ''] = pair.split(':')
          return { keyId, key: Buffer.from(key, 'base64') }
        }),
      )
      .refine(keys => new Set(keys.map(({ keyId }) => keyId)).size === keys.length, {
        error: 'must name each key once',
      }),
  },
  SEAL_FILE: {
    purpose:
      'the PEM file that seals signed documents: an unencrypted private key, its certificate, and those that certify it',
    schema: z.string(),
  },
  CLAMD_ADDRESS: {
    purpose: 'the clamd that scans uploaded documents for viruses: HOST:PORT or /path/of/its.socket',
    schema: z
      .string()
      .regex(/^(\/[^\0]{1,100}|[a-z0-9.-]+:\d{1,5})$/, 'must be HOST:PORT or a path')
      .transform((address): ClamdAddress => {
        if (address.startsWith('/')) return { path: address }
        const [host = '', port = ''] = address.split(':')
        return { host, port: Number(port) }
      }),
  },
  CLIENT: {
    purpose: 'the client for host names without a client',
    schema: z.string().refine(name => Object.hasOwn(clients, name), {
      error: `must be one of ${Object.keys(clients).join(', ')}`,
    }),
  },
  DEMO_PASSWORD: {
    purpose: 'the password of all demonstration users',
    schema: z.string().min(8, 'must have 8 characters or more'),
  },
  DEMO_FUNDS: {
    purpose: 'the number of fund accounts in each book of the demonstration',
    schema: z
      .string()
      .regex(/^\d{2,4}$/, demoFundsRange)
      .transform(Number)
      .refine(funds => funds >= 10, demoFundsRange),
  },
  DEMO_SECOND_FACTOR: {
    purpose: 'whether the demonstration requires a second factor as its clients configure',
    schema: z.enum(['on', 'off'], { error: 'must be on or off' }),
  },
  APP_SECRET: {
    purpose:
      'the random root secret of all keys and database passwords, the same for all instances of the server',
    schema: z.string().min(minSecretLength, `must have ${minSecretLength} characters or more`),
  },
  PUBLIC_ORIGIN: {
    purpose: 'the public URL, such as https://{client}.example.org',
    schema: z
      .string()
      .regex(/^https?:\/\/\{client\}\.[a-z0-9.-]+(:\d+)?$/, 'must look like https://{client}.example.org')
      .refine(origin => origin.startsWith('https:') || /\.localhost(:\d+)?$/.test(origin), {
        error: 'must begin with https:// except on localhost, because sign-in and cookies require it',
      }),
  },
  TRUSTED_PROXIES: {
    purpose:
      'the addresses of your reverse proxies, whose X-Forwarded headers are trusted: 10.0.0.0/8,192.168.1.5',
    schema: z
      .string()
      .regex(
        /^[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*$/,
        'must be addresses or networks separated by commas',
      ),
  },
  TRUST_FORWARDED_HOST: {
    purpose: 'whether these proxies send the requested host in X-Forwarded-Host',
    schema: z.enum(['on', 'off'], { error: 'must be on or off' }),
  },
  SMTP_URL: {
    purpose: 'the mail server: smtps://USER:PASSWORD@HOST:PORT',
    schema: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  },
  LOG_LEVEL: { purpose: 'the log level', schema: logLevels },
} satisfies Record<string, { purpose: string; schema: z.ZodType }>

function isLoopback(address: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(address)
}

type Name = keyof typeof settings
type ValueOf<N extends Name> = z.infer<(typeof settings)[N]['schema']>

type Read = <N extends Name>(name: N) => ValueOf<N> | null

const requiredInProduction: readonly Name[] = ['DATABASE_URL', 'APP_SECRET', 'PUBLIC_ORIGIN', 'DOCUMENT_KEYS']

/**
 * Parses the environment once at the start. An empty setting counts as absent.
 *
 * @throws EnvironmentError that names every invalid setting and, in production, every missing one.
 */
export function readEnvironment(
  mode: Mode,
  source: Record<string, string | undefined> = process.env,
): Environment {
  const errors: string[] = []
  const read: Read = name => {
    const { purpose, schema } = settings[name]
    const text = source[name]?.trim() ?? ''
    if (text === '') {
      if (mode === 'production' && requiredInProduction.includes(name))
        errors.push(`${name} is missing: ${purpose}.`)
      return null
    }
    const parsed = schema.safeParse(text)
    // The type of settings[name] is a union over all names, which the compiler cannot narrow by N.
    if (parsed.success) return parsed.data as ValueOf<typeof name>
    errors.push(`${name} ${parsed.error.issues.map(issue => issue.message).join(', ')}: ${purpose}.`)
    return null
  }

  const demonstration = mode === 'demonstration'
  const port = read('PORT') ?? 3000
  const demoPassword = read('DEMO_PASSWORD')
  if (!demonstration && demoPassword !== null)
    errors.push('DEMO_PASSWORD must not be set: there are no demonstration users in production.')
  const demoFunds = read('DEMO_FUNDS')
  if (!demonstration && demoFunds !== null)
    errors.push('DEMO_FUNDS must not be set: there is no demonstration data in production.')
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
    dataDir,
    auditCheckpointDir: resolve(read('AUDIT_CHECKPOINT_DIR') ?? join(dataDir, 'audit-checkpoints')),
    filesS3: readFilesS3(read, errors),
    documentKeys: read('DOCUMENT_KEYS'),
    sealFile: read('SEAL_FILE'),
    clamd: read('CLAMD_ADDRESS'),
    defaultClient: read('CLIENT') ?? defaultClient,
    demoPassword: demonstration ? (demoPassword ?? 'almoner-demo-2026') : null,
    demoFunds: demonstration ? (demoFunds ?? defaultDemoFunds) : null,
    enforcesSecondFactor: !demonstration || demoSecondFactor === 'on',
    secret: read('APP_SECRET'),
    originPattern: read('PUBLIC_ORIGIN') ?? `http://{client}.localhost:${port}`,
    trustedProxies: trustedProxies.map(address => address.trim()),
    trustsForwardedHost,
    smtpUrl: read('SMTP_URL'),
    logLevel: read('LOG_LEVEL') ?? (demonstration ? 'warn' : 'info'),
  }
  if (errors.length > 0) throw new EnvironmentError(['The server cannot start:', ...errors].join('\n  '))
  return environment
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
