import { describe, expect, test } from 'vitest'
import { readCommandEnvironment, readEnvironment } from './env.ts'

const production = {
  CLIENTS_DIR: 'demonstration',
  DATABASE_URL: 'postgres://almoner@db.example/almoner',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_ORIGIN: 'https://{client}.example.org',
  DOCUMENT_KEYS: `2026-11:${Buffer.alloc(32, 1).toString('base64')}`,
}

test('the demonstration needs no settings', () => {
  expect(readEnvironment('demonstration', {})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    defaultClient: 'npt',
    demoPassword: 'almoner-demo-2026',
    demoFunds: 150,
    demoClients: null,
    originPattern: 'http://{client}.localhost:3000',
  })
})

test('the URL of the demonstration has its port', () => {
  expect(readEnvironment('demonstration', { PORT: '4100' }).originPattern).toBe(
    'http://{client}.localhost:4100',
  )
})

test('production reports each missing setting with its purpose', () => {
  expect(() => readEnvironment('production', { APP_SECRET: '' })).toThrowErrorMatchingInlineSnapshot(`
    [EnvironmentError: The server cannot start:
      CLIENTS_DIR is missing: the folder of your clients, a file each; \`demonstration\` for the invented ten.
      DATABASE_URL is missing: the URL of PostgreSQL 18: postgres://USER@HOST:PORT/DATABASE.
      DOCUMENT_KEYS is missing: the keys that encrypt account documents, the current one first: ID:KEY,ID:KEY with 32 random bytes in base64 each.
      APP_SECRET is missing: the random root secret of all keys and database passwords, the same for all instances of the server.
      PUBLIC_ORIGIN is missing: the public URL, such as https://{client}.example.org.]
  `)
})

test('a command reports missing settings, but needs no key that only the server uses', () => {
  const { DOCUMENT_KEYS: _, ...withoutKeys } = production
  expect(readCommandEnvironment(withoutKeys)).toMatchObject({ mode: 'production', documentKeys: null })
  expect(() => readCommandEnvironment({ ...withoutKeys, APP_SECRET: '' })).toThrow(
    /^The command cannot run:\n {2}APP_SECRET is missing/,
  )
})

test('production accepts the required settings and has no demonstration password', () => {
  expect(readEnvironment('production', production)).toMatchObject({ mode: 'production', demoPassword: null })
})

test('production rejects a demonstration password', () => {
  expect(() => readEnvironment('production', { ...production, DEMO_PASSWORD: 'long enough' })).toThrow(
    'DEMO_PASSWORD must not be set',
  )
})

test('the demonstration has as many fund accounts as asked for, production none', () => {
  expect(readEnvironment('demonstration', { DEMO_FUNDS: '40' }).demoFunds).toBe(40)
  expect(readEnvironment('production', production).demoFunds).toBeNull()
  expect(() => readEnvironment('production', { ...production, DEMO_FUNDS: '40' })).toThrow(
    'DEMO_FUNDS must not be set',
  )
})

test('the demonstration has the funds of the clients that are named', () => {
  expect(readEnvironment('demonstration', { DEMO_CLIENTS: 'npt,rathbones' }).demoClients).toEqual([
    'npt',
    'rathbones',
  ])
  expect(() => readEnvironment('demonstration', { DEMO_CLIENTS: 'npt,nobody' })).toThrow(
    'DEMO_CLIENTS must name some of ab,',
  )
  expect(() => readEnvironment('production', { ...production, DEMO_CLIENTS: 'npt' })).toThrow(
    'DEMO_CLIENTS must not be set',
  )
})

test.each(['9', '1e2', '-40', '40.5', '10000'])('refuses %s fund accounts', funds => {
  expect(() => readEnvironment('demonstration', { DEMO_FUNDS: funds })).toThrow(
    'DEMO_FUNDS must be a whole number from 10 to 9999',
  )
})

test('production always enforces the second factor, the demonstration only on request', () => {
  expect(readEnvironment('production', production).enforcesSecondFactor).toBe(true)
  expect(() => readEnvironment('production', { ...production, DEMO_SECOND_FACTOR: 'off' })).toThrow(
    'DEMO_SECOND_FACTOR must not be set',
  )
  expect(readEnvironment('demonstration', {}).enforcesSecondFactor).toBe(false)
  expect(readEnvironment('demonstration', { DEMO_SECOND_FACTOR: 'on' }).enforcesSecondFactor).toBe(true)
})

test.each(['99999', '65536', '-1', '80.5', '0x50', '1e3', ' 3000x'])('refuses the port %s', port => {
  expect(() => readEnvironment('demonstration', { PORT: port })).toThrow(
    'PORT must be a whole number from 0 to 65535',
  )
})

test('reports all invalid settings at once', () => {
  const read = () => readEnvironment('demonstration', { PORT: 'many', CLIENT: 'nobody', LOG_LEVEL: 'loud' })
  expect(read).toThrow('PORT must be a whole number from 0 to 65535: the port to listen on.')
  expect(read).toThrow('CLIENT must be one of ab, cazenove')
  expect(read).toThrow('LOG_LEVEL')
})

test.each(['http://{client}.example.org', 'https://example.org', 'https://{client}.example.org/path'])(
  'rejects the public URL %s',
  origin => {
    expect(() => readEnvironment('production', { ...production, PUBLIC_ORIGIN: origin })).toThrow(
      'PUBLIC_ORIGIN must',
    )
  },
)

test('files are in the data folder, or in a bucket with all its settings', () => {
  const bucket = {
    FILES_S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com',
    FILES_S3_BUCKET: 'portal-files',
    FILES_S3_KEY_ID: 'id',
    FILES_S3_KEY: 'secret',
  }
  expect(readEnvironment('demonstration', {}).filesS3).toBeNull()
  expect(readEnvironment('demonstration', bucket).filesS3).toEqual({
    endpoint: 'https://s3.eu-west-2.amazonaws.com',
    bucket: 'portal-files',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  for (const name of Object.keys(bucket))
    expect(() => readEnvironment('demonstration', { ...bucket, [name]: '' }), name).toThrow('belong together')
  expect(() => readEnvironment('demonstration', { FILES_S3_REGION: 'eu-west-2' })).toThrow('belong together')
})

test('the S3 endpoint uses https except on this machine, and has no path', () => {
  const read = (endpoint: string) => () => readEnvironment('demonstration', { FILES_S3_ENDPOINT: endpoint })
  expect(read('http://s3.example.org')).toThrow('must begin with https://')
  expect(read('http://localhost.example.org')).toThrow('must begin with https://')
  expect(read('https://s3.example.org/bucket')).toThrow('must look like')
  expect(read('http://127.0.0.1:9000')).toThrow('belong together')
})

test('rejects document keys that are unnamed, too short or repeated', () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  expect(
    readEnvironment('production', { ...production, DOCUMENT_KEYS: `b:${key},a:${key}` }).documentKeys,
  ).toEqual([
    { keyId: 'b', key: Buffer.alloc(32, 1) },
    { keyId: 'a', key: Buffer.alloc(32, 1) },
  ])
  for (const keys of [key, `a:${key},a:${key}`, 'a:c2hvcnQ=', `a:${key},`])
    expect(() => readEnvironment('production', { ...production, DOCUMENT_KEYS: keys })).toThrow(
      'DOCUMENT_KEYS',
    )
})

test('the virus scanner is an address or a socket', () => {
  const clamdOf = (address: string) => readEnvironment('demonstration', { CLAMD_ADDRESS: address }).clamd
  expect(clamdOf('clamd.internal:3310')).toEqual({ host: 'clamd.internal', port: 3310 })
  expect(clamdOf('/run/clamav/clamd.sock')).toEqual({ path: '/run/clamav/clamd.sock' })
  expect(() => clamdOf('clamd')).toThrow('CLAMD_ADDRESS')
})

describe('DocuSign', () => {
  const id = '1f2e3d4c-5b6a-4978-8a9b-0c1d2e3f4a5b'
  const docuSign = {
    DOCUSIGN_URL: 'https://eu.docusign.net',
    DOCUSIGN_AUTH_URL: 'https://account.docusign.com',
    DOCUSIGN_ACCOUNT_ID: id,
    DOCUSIGN_INTEGRATION_KEY: id,
    DOCUSIGN_USER_ID: id,
    DOCUSIGN_KEY_FILE: 'docusign.pem',
    DOCUSIGN_HMAC_KEYS: 'a-key-of-sixteen,another-key-of-connect',
  }

  test('sends signers to the host of its address unless others are named', () => {
    const read = (more = {}) =>
      readEnvironment('production', { ...production, ...docuSign, ...more }).docuSign
    expect(read()?.signingHosts).toEqual(['eu.docusign.net'])
    expect(read()?.hmacKeys).toHaveLength(2)
    expect(read({ DOCUSIGN_SIGNING_HOSTS: 'a.example,b.example' })?.signingHosts).toEqual([
      'a.example',
      'b.example',
    ])
  })

  test('needs all of its settings, by https', () => {
    expect(readEnvironment('production', production).docuSign).toBeNull()
    expect(() =>
      readEnvironment('production', { ...production, DOCUSIGN_URL: docuSign.DOCUSIGN_URL }),
    ).toThrow('belong together')
    expect(() =>
      readEnvironment('production', { ...production, ...docuSign, DOCUSIGN_URL: 'http://eu.docusign.net' }),
    ).toThrow('DOCUSIGN_URL must begin with https://')
  })
})
