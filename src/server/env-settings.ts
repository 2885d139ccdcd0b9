import { z } from 'zod'
import { clients } from '../clients/clients.ts'
import { databaseUrlProblem } from './db/database-url.ts'
import type { ClamdAddress } from './files/clamd.ts'

const minSecretLength = 32
export const logLevels = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])

const demoFundsRange = 'must be a whole number from 10 to 9999'
const idShape = { error: 'must be an ID such as 1f2e3d4c-5b6a-4978-8a9b-0c1d2e3f4a5b' }
const httpsAddress = z
  .string()
  .regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/, 'must look like https://eu.docusign.net')
  .refine(address => address.startsWith('https:') || isLoopback(address), {
    error: 'must begin with https:// unless it is on this machine',
  })
const databaseAddress = z.string().superRefine((url, context) => {
  if (!/^postgres(ql)?:\/\//.test(url)) return context.addIssue('must begin with postgres://')
  const problem = databaseUrlProblem(url)
  if (problem !== null) context.addIssue(`cannot be used (${problem})`)
})
const portRange = 'must be a whole number from 0 to 65535'

/** Every environment variable: what it is for, as errors say it, and what it may be. docs/operate.md explains them. */
export const settings = {
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
    purpose: 'the URL of PostgreSQL 18: postgres://USER@HOST:PORT/DATABASE',
    schema: databaseAddress,
  },
  DATABASE_DIRECT_URL: {
    purpose: 'the URL of PostgreSQL past a pooler such as pgbouncer, which DATABASE_URL then names',
    schema: databaseAddress,
  },
  DATABASE_NAMED_STATEMENTS: {
    purpose:
      'whether the pooler of DATABASE_URL supports named statements; off for pgbouncer before 1.21 in transaction mode',
    schema: z.enum(['on', 'off'], { error: 'must be on or off' }),
  },
  DATA_DIR: { purpose: 'the folder for data on disk', schema: z.string() },
  AUDIT_CHECKPOINT_DIR: {
    purpose: 'the folder for checkpoints of the audit log, which database administrators cannot write to',
    schema: z.string(),
  },
  AUDIT_CHECKPOINT_OTHER_DIRS: {
    purpose: 'the checkpoint folders of the other instances, where each has its own, separated by commas',
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
  DOCUSIGN_URL: {
    purpose: 'the address of your DocuSign account, such as https://eu.docusign.net',
    schema: httpsAddress,
  },
  DOCUSIGN_AUTH_URL: {
    purpose: 'where DocuSign grants access: https://account.docusign.com, or https://account-d.docusign.com',
    schema: httpsAddress,
  },
  DOCUSIGN_SIGNING_HOSTS: {
    purpose: 'the host names to which DocuSign may send signers, separated by commas',
    schema: z
      .string()
      .regex(/^[a-z0-9.-]+(,[a-z0-9.-]+)*$/, 'must be host names separated by commas')
      .transform(text => text.split(',')),
  },
  DOCUSIGN_ACCOUNT_ID: { purpose: 'the API account ID of your DocuSign account', schema: z.uuid(idShape) },
  DOCUSIGN_INTEGRATION_KEY: {
    purpose: 'the integration key of the portal at DocuSign',
    schema: z.uuid(idShape),
  },
  DOCUSIGN_USER_ID: { purpose: 'the ID of the DocuSign user who sends envelopes', schema: z.uuid(idShape) },
  DOCUSIGN_KEY_FILE: {
    purpose: 'the PEM file with the RSA private key of the integration',
    schema: z.string(),
  },
  DOCUSIGN_HMAC_KEYS: {
    purpose: 'the keys that sign DocuSign Connect messages, separated by commas',
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/=_-]{16,}(,[A-Za-z0-9+/=_-]{16,})*$/, 'must be keys of 16 characters or more')
      .transform(text => text.split(',')),
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
  CLIENTS_DIR: {
    purpose: 'the folder of your clients, a file each; `demonstration` for the invented ten',
    schema: z.string(),
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
  DEMO_CLIENTS: {
    purpose: 'the clients whose funds the demonstration has, separated by commas',
    schema: z
      .string()
      .transform(text => text.split(','))
      .refine(names => names.every(name => Object.hasOwn(clients, name)), {
        error: `must name some of ${Object.keys(clients).join(', ')}`,
      }),
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
        error: 'must begin with https:// except on localhost, because login and cookies require it',
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
