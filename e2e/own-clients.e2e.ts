import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { clients as demonstrationClients } from '../src/clients/clients.ts'
import { guideNames } from '../src/features/guides/domain/guides.ts'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { makeSealerPem } from '../src/server/signatures/seal/make-sealer.ts'
import { makeClientFolder, meadow } from '../src/testing/factories/make-client-folder.ts'
import { type MailServer, startMailServer } from '../src/testing/mails/mail-server.ts'
import { readPdf } from '../src/testing/read-pdf.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'
import { visitAll } from './pages/visit-all.ts'
import { setUpLogin } from './people/set-up-login.ts'

// A sponsor's own client, served by what an installation has: the built front end and the program, without the demonstration and its clients.

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const startMs = 180_000
const answerMs = 20_000
test.describe.configure({ mode: 'serial', timeout: 5 * startMs })

const demonstrationNames = /\b(npt\w*|ubs|glenmede|tolleson|rathbones|cazenove)\b|data-client="ab"/i

/** What the demonstration's clients and their invented sponsors say of themselves. */
const saidByDemonstration = Object.values(demonstrationClients).flatMap(client => [
  ...[client.displayName, client.tagline, client.support.phone, client.support.email],
  ...[...client.support.address, ...client.sponsor.address, client.sponsor.legalName, client.sponsor.number],
  ...(client.contributionAccounts
    ? [client.contributionAccounts.bank.bankName, client.contributionAccounts.custody?.custodian ?? []].flat()
    : []),
])

/** What a text has of the demonstration. Phone numbers are written so that no line breaks in them. */
function ofDemonstration(text: string): string[] {
  const plain = text.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')
  return [
    ...(demonstrationNames.exec(plain) ?? []).slice(0, 1),
    ...saidByDemonstration.filter(each => plain.includes(each)),
  ]
}

const firstAccount = {
  account: { type: 'individual', accountName: 'The Heron Fund', purpose: '' },
  donors: [
    {
      ...{ firstName: 'Nora', lastName: 'Heron', email: 'nora@heron.example', birthDate: '1961-04-09' },
      ...{ address1: '12 Orchard Row', city: 'Erie', state: 'PA', postalCode: '16501', country: 'US' },
      ...{ phoneCountryCode: 'US', phone: '8145550100' },
    },
  ],
}

/** What an image contains (Dockerfile), without everything that belongs to the demonstration's clients. */
function copyPackage(): string {
  const folder = temporaryDirectory('package')
  for (const part of ['dist', 'db', 'src', 'tools', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const ofClients = ['configuration', 'logos', 'pictures', 'demonstration-sponsors.ts']
  for (const part of ['demo', 'testing', ...ofClients.map(each => `clients/${each}`)])
    rmSync(join(folder, 'src', part), { recursive: true })
  const themes = join(folder, 'src/clients/themes')
  for (const file of readdirSync(themes))
    if (file.endsWith('.css') && file !== 'base.css') rmSync(join(themes, file))
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

let folder: string
let settings: Record<string, string>
let port: number
let program: ChildProcess | null = null
let stopDatabase = async () => {}
let mails: MailServer

test.beforeAll(async () => {
  folder = copyPackage()
  writeFileSync(join(folder, 'seal.pem'), await makeSealerPem(meadow.displayName, new Date()))
  const database = await startEmbeddedPostgres({ dataDir: temporaryDirectory('own-clients'), durable: false })
  stopDatabase = database.stop
  const { host, port: databasePort, user } = database.connection
  port = await freePort()
  mails = await startMailServer()
  const { PATH = '', HOME = '' } = process.env
  settings = {
    ...{ PATH, HOME, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error' },
    DATABASE_URL: `postgres://${user}@/almoner?host=${encodeURIComponent(host)}&port=${databasePort}`,
    DATA_DIR: join(folder, 'data'),
    CLIENTS_DIR: makeClientFolder({ 'meadow.md': '@ block home-visitor\n\nCome and see us.\n' }),
    SMTP_URL: mails.url,
    APP_SECRET: 'a secret of the tests, long enough for it',
    PUBLIC_ORIGIN: `http://{client}.localhost:${port}`,
    DOCUMENT_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    SEAL_FILE: join(folder, 'seal.pem'),
  }
})
test.afterAll(async () => {
  await stop()
  await mails.close()
  await stopDatabase()
})

async function start(): Promise<void> {
  program = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: folder,
    env: settings,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await expect
    .poll(async () => (await load('/healthz').catch(() => null))?.status, { timeout: startMs })
    .toBe(200)
}

async function stop(): Promise<void> {
  if (!program || program.exitCode !== null) return
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  await ended
  program = null
}

/** As a browser asks that certainly has no session. Node resolves no names under localhost. */
async function load(path: string, host = `meadow.localhost:${port}`) {
  const headers = { host, accept: 'text/html', 'sec-fetch-site': 'none' }
  // The port may be another program's until this one has it.
  const signal = AbortSignal.timeout(answerMs)
  const [response] = await once(get({ host: '127.0.0.1', port, path, headers, signal }), 'response')
  const bytes = await buffer(response)
  return { status: response.statusCode as number, bytes, body: bytes.toString('utf8') }
}

async function runTool(...args: readonly string[]): Promise<string> {
  return (await run(process.execPath, args, { cwd: folder, env: settings })).stdout
}

test('a sponsor’s own client is served without the demonstration', async () => {
  await runTool('tools/migrate.ts')
  await start()

  const home = await load('/')
  expect(home.status).toBe(200)
  // The frame, its styles, the theme and its typeface, made at the start.
  expect(home.body).toContain(meadow.displayName)
  expect(home.body).toContain(meadow.home.headline)
  expect(home.body).toContain('Come and see us.')
  expect(home.body).toMatch(/\[data-client="meadow"\]\{[^}]*--ink:light-dark\(#17211d,#edf1ee\)/)
  expect(home.body).toMatch(/@font-face\{[^}]*font-family:"?Lora Variable/)
  const classes = [...home.body.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  // Styles have `<` too: (width<=50rem).
  const styles = home.body.match(/<style[^>]*>[\s\S]*?<\/style>/g)?.join('') ?? ''
  expect(classes.length).toBeGreaterThan(20)
  expect(classes.filter(name => !styles.includes(`.${name}`))).toEqual([])

  const paths = ['/', '/contact', '/faq', '/terms', '/resources', '/sign-in', '/forgot-user', '/nowhere']
  const files = ['/robots.txt', '/.well-known/security.txt', '/favicon.svg', '/api/openapi.json']
  for (const path of [...paths, ...files]) {
    const { status, body } = await load(path)
    expect(status, path).toBeLessThan(500)
    expect(ofDemonstration(body), path).toEqual([])
  }
  expect((await load('/', `npt.localhost:${port}`)).status).toBe(404)
  // The bare host is the only client's.
  expect((await load('/contact', `127.0.0.1:${port}`)).body).toContain('data-client="meadow"')
})

test('its mails, its PDFs, its pages and their files do not name the demonstration either', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: `http://meadow.localhost:${port}` })
  const page = await context.newPage()
  const staff = ['--user-id', 'ann@meadow.example', '--first-name', 'Ann', '--last-name', 'Lee']
  const link = await runTool('tools/add-user.ts', '--realm', 'meadow', ...staff, '--role', 'super_user')
  expect(link).toContain(`http://meadow.localhost:${port}/`)
  const application = join(folder, 'application.json')
  writeFileSync(application, JSON.stringify(firstAccount))
  const by = ['--client', 'meadow', '--by', 'ann@meadow.example']
  await runTool('tools/open-account.ts', ...by, application)
  await expect.poll(() => mails.received.length, { timeout: startMs }).toBeGreaterThan(0)
  for (const received of mails.received) {
    // Lines of a mail are broken where they are long.
    const mail = received.replaceAll('=\r\n', '')
    expect(mail).toContain('help@meadow.example')
    expect(ofDemonstration(mail)).toEqual([])
  }

  for (const name of guideNames) {
    const { status, bytes } = await load(`/guides/${name}.pdf`)
    expect(status, name).toBe(200)
    const pdf = JSON.stringify(await readPdf(bytes))
    expect(pdf).toContain(meadow.displayName)
    expect(ofDemonstration(pdf), name).toEqual([])
  }

  await page.goto(link.match(/http\S+/)?.[0] ?? '')
  await setUpLogin(page, 'ann@meadow.example')
  expect(ofDemonstration(await page.content())).toEqual([])
  const paths = await visitAll(page, async path => {
    expect(ofDemonstration(await page.content()), path).toEqual([])
  })
  expect(paths).toEqual(
    expect.arrayContaining(['/fund-activity', '/recommend-a-grant', '/super-user-dashboard/users']),
  )
  expect(new Set(paths).size).toBeGreaterThan(40)

  await page.goto('/fund-activity')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const statement = JSON.stringify(await readPdf(readFileSync(await (await downloading).path())))
  expect(statement).toContain(meadow.displayName)
  expect(ofDemonstration(statement)).toEqual([])

  const assets = join(folder, 'dist/web/assets')
  const named = readdirSync(assets)
    .filter(name => /\.(js|css)$/.test(name))
    .filter(name => ofDemonstration(readFileSync(join(assets, name), 'utf8')).length > 0)
  expect(named).toEqual([])
  await context.close()
})

test('what the start made is kept, and made again after a change or damage', async () => {
  const kept = join(folder, 'data/front-end.json')
  const before = readFileSync(kept, 'utf8')
  await stop()
  writeFileSync(kept, before.slice(0, 100))
  settings.CLIENTS_DIR = makeClientFolder({
    'meadow.json': { ...meadow, home: { ...meadow.home, headline: 'Give where you love' } },
  })
  await start()
  expect((await load('/')).body).toContain('Give where you love')
  expect(readFileSync(kept, 'utf8')).not.toBe(before)
  expect(existsSync(`${kept}.${program?.pid}`)).toBe(false)
})

test('a wrong file stops the start, with its fault', async () => {
  await stop()
  const wrong = makeClientFolder({ 'meadow.json': { ...meadow, timeZone: 'Denver' } })
  for (const script of ['src/app/server/main.ts', 'tools/migrate.ts', 'tools/check.ts']) {
    const failure = await run(process.execPath, [script], {
      cwd: folder,
      env: { ...settings, CLIENTS_DIR: wrong },
    }).catch((error: { stdout: string; stderr: string }) => error)
    expect(failure.stdout + failure.stderr, script).toContain(
      `${wrong}/meadow.json: timeZone must be an IANA time zone such as Europe/London.`,
    )
  }
})
