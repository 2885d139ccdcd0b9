import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeClientFolder, meadow, themeFor } from '../../testing/factories/make-client-folder.ts'
import { staffSets } from '../staff-sets.ts'
import { clientFile } from './client-file.ts'
import { readClientFiles } from './read-client-files.ts'

/** The problems of such a folder, without its path. */
function problemsOf(files: Readonly<Record<string, string | object>>): string[] {
  const folder = makeClientFolder(files)
  return readClientFiles(folder).problems.map(problem =>
    problem.replaceAll(`${folder}/`, '').replace(folder, '.'),
  )
}
const withFile = (change: object) => problemsOf({ 'meadow.json': { ...meadow, ...change } })
const theme = themeFor('meadow')

test('a file is a client with what its base says besides', () => {
  const { clients, problems } = readClientFiles(makeClientFolder())
  expect(problems).toEqual([])
  expect(Object.keys(clients)).toEqual(['meadow'])
  expect(clients.meadow).toMatchObject({
    ...{ name: 'meadow', kind: 'trust', displayName: 'Meadow Charitable Fund', locale: 'en-US' },
    ...{
      minimumGrantMinor: 50_00n,
      dualControlFromMinor: 25_000_00n,
      charityRegisters: ['irs-bmf', 'vetted-us'],
    },
    ...{ timeZone: 'America/Denver', secondFactor: 'everyone', staffSets },
  })
  expect(clients.meadow).not.toHaveProperty('base')
  expect(clients.meadow).not.toHaveProperty('$schema')
})

test('nothing of the demonstration is in such a client, whatever its base', () => {
  for (const base of ['us-trust', 'us-bank', 'uk-trust', 'uk-bank']) {
    const { clients, problems } = readClientFiles(makeClientFolder({ 'meadow.json': { ...meadow, base } }))
    expect(problems).toEqual([])
    const { smallestTeam: _, ...said } = clients.meadow ?? {}
    expect(
      JSON.stringify(said, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toMatch(/npt|ubs|glenmede|tolleson|rathbones|cazenove|first harbor|meetinghouse|acorn yard/i)
  }
})

test.each([
  [
    { support: { ...meadow.support, email: 'nobody' } },
    'meadow.json: support.email must be an e-mail address.',
  ],
  [{ displayName: undefined }, 'meadow.json: displayName is missing.'],
  [{ sponsor: undefined }, 'meadow.json: sponsor is missing.'],
  [{ minimumGrant: 5 }, 'meadow.json: the file has "minimumGrant", which no client has.'],
  [{ home: { ...meadow.home, colour: 'red' } }, 'meadow.json: home has "colour", which no client has.'],
  [
    { fiscalYearStartsOn: '02-29' },
    'meadow.json: fiscalYearStartsOn must be a month and a day such as 07-01, not February 29.',
  ],
  [{ timeZone: 'Denver' }, 'meadow.json: timeZone must be an IANA time zone such as Europe/London.'],
  [
    { securityContact: 'javascript:alert(1)' },
    'meadow.json: securityContact must begin with mailto: or https://.',
  ],
  [
    { givingGuide: { kind: 'link', href: 'javascript:alert(1)' } },
    'meadow.json: givingGuide.href must begin with https://.',
  ],
  [{ logo: [{ path: 'M0 0"/><script>', fill: 'ink' }] }, 'meadow.json: logo[0].path must be an SVG path.'],
  [
    { payments: { ...meadow.payments, routingNumber: '12' } },
    'meadow.json: payments.routingNumber must be a routing number of 9 digits.',
  ],
  [
    { payments: { ...meadow.payments, routingNumber: '099990078' } },
    'meadow.json: payments.routingNumber must be a routing number; one of its nine digits is wrong.',
  ],
  [
    { bankAccounts: [{ name: 'Gifts', bankCode: '099990078', accountNumber: '0000218840', csv: null }] },
    'meadow.json: bankAccounts[0].bankCode must be a routing number; one of its nine digits is wrong.',
  ],
  [
    { sanctionsLists: [] },
    'meadow.json: sanctionsLists must name the list that payments are screened against.',
  ],
  [{ smallestTeam: { 'grant pay': 2 } }, 'meadow.json: smallestTeam.grant pay: Invalid key in record.'],
])('a wrong field is named with its file: %j', (change, problem) => {
  expect(withFile(change)).toEqual([problem])
})

test.each([0.5, -1, 1e15, '250'])('%j is no amount', minimumGrantMinor => {
  expect(withFile({ minimumGrantMinor })).toEqual([
    expect.stringMatching(/^meadow\.json: minimumGrantMinor: /),
  ])
})

test('everything that is wrong is said at once, in order of the files', () => {
  expect(
    problemsOf({
      'apple.json': '{ "base": ',
      'meadow.json': { ...meadow, tagline: '', realm: 'Meadow' },
      'Pear Tree.json': meadow,
    }).map(problem => problem.slice(0, 42)),
  ).toEqual([
    'Pear Tree.json: the name of the file is th',
    'apple.json: it is not JSON: Unexpected end',
    'meadow.json: realm must be lower-case lett',
    'meadow.json: tagline: Too small: expected ',
  ])
})

test('a file that begins with the mark of some editors is read', () => {
  expect(problemsOf({ 'meadow.json': `\uFEFF${JSON.stringify(meadow)}` })).toEqual([])
})

test('fees that could not be charged, and a ledger without the account of a bank, are refused', () => {
  const fee = { name: 'admin', title: 'Fee', kind: 'administrative_fee', fundTypes: ['Joint'], versions: [] }
  expect(withFile({ feeSchedules: [fee] })).toEqual([
    expect.stringMatching(
      /^meadow\.json: feeSchedules has to be chargeable: .*the fee schedule admin has a version\.$/,
    ),
  ])
})

test('a return that the sponsor could not file is refused', () => {
  const sponsor = { ...meadow.sponsor, number: 'Charity 9900001' }
  expect(withFile({ sponsor })).toEqual([expect.stringMatching(/^meadow\.json: a Form 990 needs .*EIN/)])
  expect(withFile({ sponsor, base: 'uk-trust' })).toEqual([])
})

test('a book needs the client of its name, and clients agree about books and realms', () => {
  expect(withFile({ book: { name: 'orchard', currency: 'USD' } })).toEqual([
    '.: the book orchard needs a client of its name, orchard.json, whose book it is.',
  ])
  expect(withFile({ secondaryBook: { name: 'pounds', currency: 'GBP' } })).toEqual([
    '.: the book pounds needs a client of its name, pounds.json, whose book it is.',
  ])
})

test.each([
  ['is missing', null, 'meadow.css: the file is missing.'],
  ['is for another client', themeFor('orchard'), 'meadow.css: it is not for meadow.'],
  [
    'loads something',
    theme.replace('--radius: 4px;', '--radius: url(https://meadow.example/x);'),
    /of custom properties, which loads nothing\.$/,
  ],
  ['has a second block', `${theme} body { display: none; }`, /of custom properties, which loads nothing\.$/],
  [
    'closes the element',
    theme.replace('4px;', '4px</style><script>alert(1)</script>;'),
    /of custom properties, which loads nothing\.$/,
  ],
  [
    'has a typeface of its own',
    theme.replace('"Lora Variable"', '"Comic Sans"'),
    /--heading-family has to begin with one of "Lora Variable"/,
  ],
  [
    'cannot be read well',
    theme.replace('--ink: light-dark(#17211d', '--ink: light-dark(#cccccc'),
    /ink on paper, light: 1\.\d+\./,
  ],
])('a theme that %s is refused', (_what, css, problem) => {
  const folder = makeClientFolder(css === null ? {} : { 'meadow.css': css })
  if (css === null) rmSync(join(folder, 'meadow.css'))
  const said = readClientFiles(folder).problems.map(each => each.replace(`${folder}/`, ''))
  expect(said[0]).toMatch(problem)
})

test('a picture is drawn in the colors of the theme, and loads nothing', () => {
  const drawn = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600">\n<title>Hills</title>\n<g id="picture">${inside}</g></svg>`
  const withPicture = (svg: string) =>
    problemsOf({ 'meadow.json': { ...meadow, home: { ...meadow.home, picture: 'hills' } }, 'hills.svg': svg })
  expect(withPicture(drawn('<path d="M0 0h1v1z" fill="var(--picture-tint)"/>'))).toEqual([])
  expect(withPicture(drawn('<script>alert(1)</script>'))).toEqual([
    'hills.svg: has to have neither scripts, styles and images nor addresses.',
  ])
  expect(withPicture(drawn('<path d="M0 0h1v1z" fill="red"/>'))).toEqual([
    'hills.svg: has colors that are not of the theme: red.',
  ])
  expect(withFile({ home: { ...meadow.home, picture: 'hills' } })).toEqual([
    'hills.svg: the file is missing.',
  ])
  expect(withFile({ home: { ...meadow.home, picture: '../../etc/passwd' } })).toEqual([
    expect.stringMatching(/^meadow\.json: home\.picture must be lower-case letters/),
  ])
})

test('a folder that is missing or has no client is said', () => {
  expect(readClientFiles('/nowhere/clients').problems).toEqual([
    'There is no folder /nowhere/clients (CLIENTS_DIR).',
  ])
  const folder = makeClientFolder()
  rmSync(join(folder, 'meadow.json'))
  expect(readClientFiles(folder).problems).toEqual([
    `The folder ${folder} (CLIENTS_DIR) has no client: a file such as meadow.json.`,
  ])
})

test('docs/client.schema.json is made of what checks the files', async () => {
  const schema = z.toJSONSchema(clientFile, { io: 'input', unrepresentable: 'any' })
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../../docs/client.schema.json')
})
