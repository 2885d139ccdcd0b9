import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../testing/source-files.ts'
import { inspectEnvironment } from './env.ts'
import { settings } from './env-settings.ts'

const page = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8')
const table = page.split('## Settings')[1]?.split('\n## ')[0] ?? ''
/** The cells of the column "default", by setting. */
const documented: Record<string, string> = Object.fromEntries(
  [...table.matchAll(/^\| `([A-Z_0-9]+)` \| ([^|]+) \|/gm)].map(([, name, cell]) => [name, cell]),
)

test('docs/operate.md explains every environment variable and no others', () => {
  expect(Object.keys(documented).sort()).toEqual(Object.keys(settings).sort())
})

const quoted = (value: string | number | boolean | undefined) => {
  const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : value
  return `\`${text}\``
}

test('docs/operate.md says the defaults of the code', () => {
  const { environment: demonstration } = inspectEnvironment('demonstration', {})
  const { environment: production } = inspectEnvironment('production', {})
  const s3 = inspectEnvironment('production', {
    ...{ FILES_S3_ENDPOINT: 'https://s3.example.org', FILES_S3_BUCKET: 'files' },
    ...{ FILES_S3_KEY_ID: 'id', FILES_S3_KEY: 'key' },
  }).environment.filesS3
  const defaults = {
    PORT: quoted(production.port),
    HOST: quoted(production.host),
    DATABASE_NAMED_STATEMENTS: quoted(production.namesStatements),
    DATA_DIR: quoted(relative(process.cwd(), production.dataDir)),
    AUDIT_CHECKPOINT_DIR: quoted(`DATA_DIR/${relative(production.dataDir, production.auditCheckpointDir)}`),
    FILES_S3_REGION: quoted(s3?.region),
    CLIENT: quoted(production.defaultClient),
    DEMO_PASSWORD: quoted(demonstration.demoPassword ?? undefined),
    DEMO_FUNDS: quoted(demonstration.demoFunds ?? undefined),
    DEMO_SECOND_FACTOR: quoted(demonstration.enforcesSecondFactor),
    TRUST_FORWARDED_HOST: quoted(production.trustsForwardedHost),
    LOG_LEVEL: `${quoted(production.logLevel)}; ${quoted(demonstration.logLevel)} in the demonstration`,
    PUBLIC_ORIGIN: `${quoted(production.originPattern.replace(String(production.port), 'PORT'))}; needed in production`,
    DOCUSIGN_SIGNING_HOSTS: 'the host of `DOCUSIGN_URL`',
    DEMO_CLIENTS: 'all',
  }
  expect(documented).toMatchObject(defaults)
  for (const [name, cell] of Object.entries(documented))
    if (!Object.hasOwn(defaults, name)) expect(`${name}: ${cell}`).toMatch(/: none(; needed |: |$)/)
})

test('docs/operate.md says which settings production needs', () => {
  const { problems } = inspectEnvironment('production', {})
  const required = problems.map(problem => problem.split(' ')[0])
  const needed = Object.entries(documented).filter(([, cell]) => cell.includes('needed'))
  // The seal is read from its file, with the other files (open-configured.ts).
  expect(needed.map(([name]) => name).sort()).toEqual([...required, 'SEAL_FILE'].sort())
})

test('docs/operate.md names every variable that the server reads beside the settings', () => {
  const names = new Set(
    readSourceFiles()
      .filter(file => /^src\/(app\/)?server\//.test(file.path) && !isTest(file))
      .flatMap(({ text }) => [...text.matchAll(/process\.env\.([A-Z_]+)/g)].map(match => match[1] ?? '')),
  )
  expect(names).toContain('ALMONER_REVISION')
  // The system's own.
  names.delete('PATH')
  expect([...names].filter(name => !page.includes(`\`${name}\``))).toEqual([])
})
