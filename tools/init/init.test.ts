import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readClientFiles } from '../../src/clients/from-files/read-client-files.ts'
import { themeProblems } from '../../src/clients/themes/theme-problems.ts'
import { inspectEnvironment } from '../../src/server/env.ts'
import { readSealer } from '../../src/server/signatures/seal/sealer.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'
import { installationFiles } from './installation-files.ts'
import { answersOfFile } from './questions.ts'
import { writeInstallation } from './write-installation.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const american = {
  name: 'meadow',
  domain: 'giving.example',
  base: 'us-trust',
  displayName: 'Meadow Charitable Fund',
  legalName: 'Meadow Charitable Fund, Inc.',
  number: 'EIN 99-9000077',
  address: '8 Lark Lane; Denver, CO 80200',
  phone: '(303) 555-0188',
  hours: 'Monday to Friday, 9 a.m. to 5 p.m.',
  email: 'help@meadow.example',
  bankName: 'Prairie Bank',
  routingNumber: '099990079',
  accountNumber: '0000700000',
  contributionsAccountNumber: '0000700001',
  custodian: 'Plains Custody',
  participant: '9991',
  custodyAccount: 'M-1',
}
const { routingNumber: _, ...anywhere } = american
const british = {
  ...anywhere,
  base: 'uk-bank',
  number: 'Registered charity in England and Wales, number 9900077',
  sortCode: '000077',
  serviceUserNumber: '999977',
}

function runInit(folder: string, answers: object) {
  const file = join(temporaryDirectory('answers'), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return spawnSync(process.execPath, ['tools/init.ts', '--folder', folder, '--answers', file], {
    cwd: root,
    encoding: 'utf8',
  })
}

/** The folder of an installation with these answers, without another process. */
async function written(given: object): Promise<string> {
  const folder = temporaryDirectory('init')
  const { answers, problems } = answersOfFile(JSON.stringify(given))
  expect(problems).toEqual([])
  const files = await installationFiles(answers, { folder, program: root, now: new Date() })
  expect(writeInstallation(folder, files)).toEqual([])
  return folder
}

/** As a shell and systemd read it. */
const settingsOf = (folder: string) =>
  Object.fromEntries(
    [...readFileSync(join(folder, 'almoner.env'), 'utf8').matchAll(/^([A-Z_]+)='([^'\n]*)'$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

test('a first installation can be started with what was written', () => {
  const folder = join(temporaryDirectory('init'), 'almoner')
  const { status, stdout, stderr } = runInit(folder, american)
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(readdirSync(folder).sort()).toEqual([
    'almoner.env',
    'almoner.service',
    'clients',
    'haproxy.cfg',
    'seal.pem',
  ])

  const { clients, problems } = readClientFiles(join(folder, 'clients'))
  expect(problems).toEqual([])
  expect(clients.meadow).toMatchObject({
    kind: 'trust',
    realm: 'meadow',
    sponsor: { legalName: american.legalName, address: ['8 Lark Lane', 'Denver, CO 80200'] },
    payments: { format: 'nacha', companyId: '1999000077', accountNumber: '0000700000' },
    bankAccounts: [{ name: 'Contributions', accountNumber: '0000700001' }],
    contributionAccounts: { custody: { system: 'dtc' } },
  })

  const settings = settingsOf(folder)
  const { problems: ofSettings } = inspectEnvironment('production', settings)
  expect(ofSettings).toEqual([])
  expect(settings).toMatchObject({
    CLIENTS_DIR: join(folder, 'clients'),
    PUBLIC_ORIGIN: 'https://{client}.giving.example',
  })
  expect(readSealer(readFileSync(join(folder, 'seal.pem'), 'utf8'), 'The seal')).toBeDefined()
  for (const secret of ['almoner.env', 'seal.pem'])
    expect(statSync(join(folder, secret)).mode & 0o777, secret).toBe(0o600)
  expect(stdout).not.toContain(settings.APP_SECRET)

  const unit = readFileSync(join(folder, 'almoner.service'), 'utf8')
  expect(unit).toContain(`EnvironmentFile=${folder}/almoner.env`)
  expect(unit).toMatch(/^ExecStart=\/\S+ .*src\/app\/server\/main\.ts$/m)
})

test('a number without an EIN is refused where it is asked, not after the last question', () => {
  const problemsWith = (given: object) => answersOfFile(JSON.stringify(given)).problems
  const number = 'Charity 77'
  expect(problemsWith({ ...american, number, companyId: '1999000077' })).toEqual([
    'number must have the EIN, such as EIN 12-3456789.',
  ])
  expect(problemsWith({ ...british, number })).toEqual([])
  expect(problemsWith({ ...british, number: 'Registered charity' })).toEqual([
    'number must have the number of the register.',
  ])
})

test.each([
  ['an option that does not exist', ['--foldr', '/tmp'], "Unknown option '--foldr'."],
  ['a file in place of the folder', ['--folder', '/dev/null'], 'This user cannot write to /dev/null'],
  ['a folder below a file', ['--folder', '/dev/null/almoner'], 'This user cannot write to /dev/null/almoner'],
])('%s is a sentence before the first question', (_what, args, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/init.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    input: '',
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(said)
  expect(stderr).not.toMatch(/\n {4}at /)
})

test('each has secrets of its own', async () => {
  const [one, other] = [await written(american), await written(american)].map(settingsOf)
  expect(one?.APP_SECRET).not.toBe(other?.APP_SECRET)
  expect(one?.DOCUMENT_KEYS).not.toBe(other?.DOCUMENT_KEYS)
})

test.each([
  ['by Bacs', british, { format: 'bacs18', serviceUserNumber: '999977' }],
  ['by pain.001', { ...british, serviceUserNumber: '' }, { format: 'pain.001', sortCode: '000077' }],
])('a British bank pays %s', async (_how, answers, payments) => {
  const folder = await written(answers)
  const { clients, problems } = readClientFiles(join(folder, 'clients'))
  expect(problems).toEqual([])
  expect(clients.meadow).toMatchObject({
    ...{ kind: 'bank', locale: 'en-GB', timeZone: 'Europe/London', payments },
    book: { name: 'meadow', currency: 'GBP' },
    sponsor: { usStatus: null },
  })
})

test('a sponsor that takes no securities names no custodian', async () => {
  const { participant: _number, custodyAccount: _account, ...others } = american
  const folder = await written({ ...others, custodian: '' })
  const { clients, problems } = readClientFiles(join(folder, 'clients'))
  expect(problems).toEqual([])
  expect(clients.meadow?.contributionAccounts?.custody).toBeNull()
})

test('nothing is replaced, also when two write at once', async () => {
  const folder = temporaryDirectory('init')
  const file = join(temporaryDirectory('answers'), 'answers.json')
  writeFileSync(file, JSON.stringify(american))
  const ended = await Promise.all(
    ['one', 'other'].map(async () => {
      const args = ['tools/init.ts', '--folder', folder, '--answers', file]
      const [code] = await once(spawn(process.execPath, args, { cwd: root, stdio: 'ignore' }), 'exit')
      return code
    }),
  )
  expect(ended.toSorted()).toEqual([0, 1])
  const before = readFileSync(join(folder, 'almoner.env'), 'utf8')
  const { status, stderr } = runInit(folder, { ...american, name: 'orchard' })
  expect(status).toBe(1)
  expect(stderr).toContain(`${folder}/almoner.env exists, and is not replaced.`)
  expect(readFileSync(join(folder, 'almoner.env'), 'utf8')).toBe(before)
  expect(existsSync(join(folder, 'clients/orchard.json'))).toBe(false)
  expect(readdirSync(folder).filter(name => name.startsWith('.'))).toEqual([])
})

test('what is wrong is said at once, by name, and nothing is written', () => {
  const folder = temporaryDirectory('init')
  const { status, stderr } = runInit(folder, {
    ...american,
    name: '../meadow',
    phone: '',
    smtpUrl: "smtp://a'\nAPP_SECRET='b",
    databaseUrl: 'postgres://almoner:secret@db.internal/almoner',
    colour: 'red',
  })
  expect(status).toBe(1)
  expect(stderr.replaceAll(/\S+answers\.json: /g, '')).toBe(`Nothing was written:
  name must be lower-case letters and digits, beginning with a letter.
  phone has to be answered.
  databaseUrl must not have the administrator’s password: the program logs in with roles of its own.
  smtpUrl must be such as smtps://USER:PASSWORD@mail.example.org:465.
  There is no question colour.
`)
  expect(readdirSync(folder)).toEqual([])
  expect(answersOfFile(JSON.stringify({ base: 'ie-trust' })).problems).toContain(
    'base must be us-trust, us-bank, uk-trust or uk-bank.',
  )
  for (const text of ['{', '[]', '{"name": 5}']) expect(answersOfFile(text).problems).toHaveLength(1)
})

test('a client that could not be started is not written', async () => {
  const folder = temporaryDirectory('init')
  const { answers } = answersOfFile(JSON.stringify(american))
  const withoutEin = { ...answers, number: 'Charity 9900077' }
  const files = await installationFiles(withoutEin, { folder, program: root, now: new Date() })
  expect(writeInstallation(folder, files)).toEqual([
    expect.stringMatching(/^clients\/meadow\.json: a Form 990 needs the sponsor’s EIN/),
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('the questions are asked one by one, and a wrong answer again', () => {
  const folder = temporaryDirectory('init')
  const order = [
    ...['name', 'domain', 'base', 'displayName', '', 'legalName', 'number', 'address', 'phone', 'hours'],
    ...['email', '', '', 'bankName', 'routingNumber', 'accountNumber', '', 'contributionsAccountNumber'],
    ...['custodian', 'participant', 'custodyAccount', '', '', '', ''],
  ]
  const given = order.map(name => Object.entries(american).find(([known]) => known === name)?.[1] ?? '')
  const ask = (input: readonly string[]) =>
    spawnSync(process.execPath, ['tools/init.ts', '--folder', folder], {
      cwd: root,
      encoding: 'utf8',
      input: `${input.join('\n')}\n`,
    })
  const early = ask(given.slice(0, 5))
  expect(early.stderr).toContain('The answers ended before legalName.')
  expect(readdirSync(folder)).toEqual([])
  const at = order.indexOf('routingNumber')
  const { status, stdout } = ask(['Meadow!', ...given.slice(0, at), '099990078', ...given.slice(at)])
  expect(status).toBe(0)
  expect(stdout).toContain('The answer must be lower-case letters and digits, beginning with a letter.')
  expect(stdout).toContain('The answer must be a routing number; one of its nine digits is wrong.')
  expect(stdout).toContain('The time zone [America/New_York]')
  expect(readClientFiles(join(folder, 'clients')).clients.meadow?.tagline).toBe('Donor-advised funds')
})

test('the first theme can be read well, also with more contrast', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const [common, more] = ['base', 'more-contrast'].map(name => read(`src/clients/themes/${name}.css`))
  const theme = read('tools/init/theme.css')
  expect(themeProblems('name', theme, common ?? '')).toEqual([])
  expect(themeProblems('name', theme, common ?? '', more)).toEqual([])
})
