import { join, resolve } from 'node:path'
import { z } from 'zod'
import { clients, defaultClient } from '../tenants/index.ts'
import type { S3Settings } from './files/s3-files.ts'

/** `npm start` is demonstration; `npm run serve` is production. */
export type Mode = 'demonstration' | 'production'

export type Environment = {
  mode: Mode
  port: number
  host: string
  /** null: the program starts a PostgreSQL of its own in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** Where the heads of the audit trail go, outside the database. */
  auditAnchorDir: string
  /** The bucket for files; null: they lie in `dataDir`. */
  filesS3: S3Settings | null
  defaultClient: string
  /** Of every demonstration user; null in production, where there are none. */
  demoPassword: string | null
  /** Whether the clients' `secondFactor` binds their people: always in production, in the demonstration only if asked for. */
  enforcesSecondFactor: boolean
  /** Root of every derived key; null in demonstration mode, where one is made and kept in `dataDir`. */
  secret: string | null
  /** `https://{client}.example.org`, with `{client}` where the client's name stands. */
  originPattern: string
  /** Whose X-Forwarded headers are believed; empty: nobody's. */
  trustedProxies: string[]
  /** Whether those say by X-Forwarded-Host which host was asked for. */
  trustsForwardedHost: boolean
  smtpUrl: string | null
  logLevel: z.infer<typeof logLevels>
}

/** Says every wrong setting at once, each with what it is for; printed as it stands. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

const minSecretLength = 32
const logLevels = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])

const settings = {
  PORT: {
    purpose: 'the port to serve on',
    schema: z.coerce.number('must be a number').int('must be a whole number').min(0).max(65_535),
  },
  HOST: { purpose: 'the address to listen on: 0.0.0.0 lets other machines in', schema: z.string() },
  DATABASE_URL: {
    purpose: 'where PostgreSQL 18 is: postgres://HOST:PORT/DATABASE',
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  },
  DATA_DIR: { purpose: 'the folder for what the program keeps on disk', schema: z.string() },
  AUDIT_ANCHOR_DIR: {
    purpose: 'the folder for the heads of the audit trail, where no database administrator writes',
    schema: z.string(),
  },
  FILES_S3_ENDPOINT: {
    purpose: 'the S3 store for files, such as https://s3.eu-west-2.amazonaws.com',
    schema: z
      .string()
      .regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/, 'must look like https://s3.eu-west-2.amazonaws.com')
      .refine(address => address.startsWith('https:') || isLoopback(address), {
        error: 'must begin with https:// but on this machine, because files would travel open',
      }),
  },
  FILES_S3_BUCKET: {
    purpose: 'the bucket for files, which nobody else reads',
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  },
  FILES_S3_REGION: {
    purpose: 'the region that requests to the bucket are signed for',
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region'),
  },
  FILES_S3_KEY_ID: { purpose: 'the id of the key that may read and write the bucket', schema: z.string() },
  FILES_S3_KEY: { purpose: 'the secret of that key', schema: z.string() },
  CLIENT: {
    purpose: 'the client that a bare host shows',
    schema: z.string().refine(name => Object.hasOwn(clients, name), {
      error: `must be one of ${Object.keys(clients).join(', ')}`,
    }),
  },
  DEMO_PASSWORD: {
    purpose: 'the password of every demonstration user',
    schema: z.string().min(8, 'must have 8 characters or more'),
  },
  DEMO_SECOND_FACTOR: {
    purpose: 'whether the demonstration asks for the second factor that its clients ask for',
    schema: z.enum(['on', 'off'], { error: 'must be on or off' }),
  },
  APP_SECRET: {
    purpose:
      'the root of all keys and of the database passwords: random, and the same for every copy of the program',
    schema: z.string().min(minSecretLength, `must have ${minSecretLength} characters or more`),
  },
  PUBLIC_ORIGIN: {
    purpose: 'the address that browsers use, such as https://{client}.example.org',
    schema: z
      .string()
      .regex(/^https?:\/\/\{client\}\.[a-z0-9.-]+(:\d+)?$/, 'must look like https://{client}.example.org')
      .refine(origin => origin.startsWith('https:') || /\.localhost(:\d+)?$/.test(origin), {
        error: 'must begin with https:// but on localhost, because sign-in and cookies need it',
      }),
  },
  TRUSTED_PROXIES: {
    purpose:
      'the addresses of your own reverse proxies, whose X-Forwarded headers are believed: 10.0.0.0/8,192.168.1.5',
    schema: z
      .string()
      .regex(
        /^[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*$/,
        'must be addresses or networks, with commas between',
      ),
  },
  TRUST_FORWARDED_HOST: {
    purpose: 'whether those proxies say by X-Forwarded-Host which host was asked for',
    schema: z.enum(['on', 'off'], { error: 'must be on or off' }),
  },
  SMTP_URL: {
    purpose: 'the mail server: smtps://USER:PASSWORD@HOST:PORT',
    schema: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  },
  LOG_LEVEL: { purpose: 'how much is logged', schema: logLevels },
} satisfies Record<string, { purpose: string; schema: z.ZodType }>

function isLoopback(address: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(address)
}

type Name = keyof typeof settings
type ValueOf<N extends Name> = z.infer<(typeof settings)[N]['schema']>

type Read = <N extends Name>(name: N) => ValueOf<N> | null

const neededInProduction: readonly Name[] = ['DATABASE_URL', 'APP_SECRET', 'PUBLIC_ORIGIN']

/**
 * Parses the environment, once, at the start; an empty setting counts as absent.
 *
 * @throws EnvironmentError naming every setting that is wrong or, in production, missing.
 */
export function readEnvironment(
  mode: Mode,
  source: Record<string, string | undefined> = process.env,
): Environment {
  const wrong: string[] = []
  const read: Read = name => {
    const { purpose, schema } = settings[name]
    const text = source[name]?.trim() ?? ''
    if (text === '') {
      if (mode === 'production' && neededInProduction.includes(name))
        wrong.push(`${name} is missing: ${purpose}.`)
      return null
    }
    const parsed = schema.safeParse(text)
    // The type of settings[name] is a union over all names, which the compiler cannot narrow by N.
    if (parsed.success) return parsed.data as ValueOf<typeof name>
    wrong.push(`${name} ${parsed.error.issues.map(issue => issue.message).join(', ')}: ${purpose}.`)
    return null
  }

  const demonstration = mode === 'demonstration'
  const port = read('PORT') ?? 3000
  const demoPassword = read('DEMO_PASSWORD')
  if (!demonstration && demoPassword !== null)
    wrong.push('DEMO_PASSWORD must not be set: there are no demonstration users in production.')
  const dataDir = resolve(read('DATA_DIR') ?? '.data')
  const demoSecondFactor = read('DEMO_SECOND_FACTOR')
  const trustedProxies = read('TRUSTED_PROXIES')?.split(',') ?? []
  const trustsForwardedHost = read('TRUST_FORWARDED_HOST') === 'on'
  if (trustsForwardedHost && trustedProxies.length === 0)
    wrong.push('TRUST_FORWARDED_HOST needs TRUSTED_PROXIES: nobody else may choose the host.')
  if (!demonstration && demoSecondFactor !== null)
    wrong.push('DEMO_SECOND_FACTOR must not be set: production always asks for it, as each client says.')
  const environment: Environment = {
    mode,
    port,
    host: read('HOST') ?? '127.0.0.1',
    databaseUrl: read('DATABASE_URL'),
    dataDir,
    auditAnchorDir: resolve(read('AUDIT_ANCHOR_DIR') ?? join(dataDir, 'audit-heads')),
    filesS3: readFilesS3(read, wrong),
    defaultClient: read('CLIENT') ?? defaultClient,
    demoPassword: demonstration ? (demoPassword ?? 'almoner-demo-2026') : null,
    enforcesSecondFactor: !demonstration || demoSecondFactor === 'on',
    secret: read('APP_SECRET'),
    originPattern: read('PUBLIC_ORIGIN') ?? `http://{client}.localhost:${port}`,
    trustedProxies: trustedProxies.map(address => address.trim()),
    trustsForwardedHost,
    smtpUrl: read('SMTP_URL'),
    logLevel: read('LOG_LEVEL') ?? (demonstration ? 'warn' : 'info'),
  }
  if (wrong.length > 0) throw new EnvironmentError(['The program cannot start:', ...wrong].join('\n  '))
  return environment
}

/** All of them or none: files would otherwise lie where nobody looks for them. */
function readFilesS3(read: Read, wrong: string[]): S3Settings | null {
  const endpoint = read('FILES_S3_ENDPOINT')
  const bucket = read('FILES_S3_BUCKET')
  const region = read('FILES_S3_REGION')
  const accessKeyId = read('FILES_S3_KEY_ID')
  const secretAccessKey = read('FILES_S3_KEY')
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region: region ?? 'us-east-1', accessKeyId, secretAccessKey }
  if (endpoint || bucket || region || accessKeyId || secretAccessKey)
    wrong.push(
      'FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_KEY_ID and FILES_S3_KEY belong together: set all four, or none.',
    )
  return null
}
