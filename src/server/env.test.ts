import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'

const production = {
  DATABASE_URL: 'postgres://db.example/almoner',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_ORIGIN: 'https://{client}.example.org',
}

test('a demonstration needs no setting at all', () => {
  expect(readEnvironment('demonstration', {})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    defaultClient: 'npt',
    demoPassword: 'almoner-demo-2026',
    originPattern: 'http://{client}.localhost:3000',
  })
})

test('the address of a demonstration follows its port', () => {
  expect(readEnvironment('demonstration', { PORT: '4100' }).originPattern).toBe(
    'http://{client}.localhost:4100',
  )
})

test('production names each setting that it lacks and says what it is for', () => {
  expect(() => readEnvironment('production', { APP_SECRET: '' })).toThrowErrorMatchingInlineSnapshot(`
    [EnvironmentError: The program cannot start:
      DATABASE_URL is missing: where PostgreSQL 18 is: postgres://HOST:PORT/DATABASE.
      APP_SECRET is missing: the root of all keys and of the database passwords: random, and the same for every copy of the program.
      PUBLIC_ORIGIN is missing: the address that browsers use, such as https://{client}.example.org.]
  `)
})

test('production starts with the settings that it needs, and has no demonstration password', () => {
  expect(readEnvironment('production', production)).toMatchObject({ mode: 'production', demoPassword: null })
})

test('production refuses a demonstration password', () => {
  expect(() => readEnvironment('production', { ...production, DEMO_PASSWORD: 'long enough' })).toThrow(
    'DEMO_PASSWORD must not be set',
  )
})

test('production always holds to the second factor of its clients; the demonstration if it is told to', () => {
  expect(readEnvironment('production', production).enforcesSecondFactor).toBe(true)
  expect(() => readEnvironment('production', { ...production, DEMO_SECOND_FACTOR: 'off' })).toThrow(
    'DEMO_SECOND_FACTOR must not be set',
  )
  expect(readEnvironment('demonstration', {}).enforcesSecondFactor).toBe(false)
  expect(readEnvironment('demonstration', { DEMO_SECOND_FACTOR: 'on' }).enforcesSecondFactor).toBe(true)
})

test('every wrong setting is named at once', () => {
  const read = () => readEnvironment('demonstration', { PORT: 'many', CLIENT: 'nobody', LOG_LEVEL: 'loud' })
  expect(read).toThrow('PORT must be a number')
  expect(read).toThrow('CLIENT must be one of ab, cazenove')
  expect(read).toThrow('LOG_LEVEL')
})

test.each(['http://{client}.example.org', 'https://example.org', 'https://{client}.example.org/path'])(
  'a public address such as %s is refused',
  origin => {
    expect(() => readEnvironment('production', { ...production, PUBLIC_ORIGIN: origin })).toThrow(
      'PUBLIC_ORIGIN must',
    )
  },
)

test('open-points 7 files lie in the data folder, or in a bucket that is named whole', () => {
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

test('open-points 7 files travel open to no other machine, and the endpoint is no more than a host', () => {
  const read = (endpoint: string) => () => readEnvironment('demonstration', { FILES_S3_ENDPOINT: endpoint })
  expect(read('http://s3.example.org')).toThrow('must begin with https://')
  expect(read('http://localhost.example.org')).toThrow('must begin with https://')
  expect(read('https://s3.example.org/bucket')).toThrow('must look like')
  expect(read('http://127.0.0.1:9000')).toThrow('belong together')
})
