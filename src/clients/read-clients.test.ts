import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary/temporary-directory.ts'
import type { Client } from './client.ts'
import { books, booksOf, clients, defaultClient, readClients, realms, realmsOf } from './clients.ts'
import { npt } from './configuration/npt.ts'

/** Reads the clients of a new folder with these files. */
async function readFrom(files: Record<string, string>): Promise<Record<string, Client>> {
  const folder = temporaryDirectory('configuration')
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return readClients(pathToFileURL(`${folder}/`))
}
/** What every client is checked for. */
const checked = {
  feeSchedules: [],
  fiscalYearStartsOn: '07-01',
  sponsor: { legalName: 'Orchard Giving', number: 'EIN 99-9000001' },
}
const clientFile = (name: string) => `export const ${name} = ${JSON.stringify({ name, ...checked })}`

describe('the files of a configuration folder', () => {
  test('are each read as the client of their name, in the order of names', async () => {
    const read = await readFrom({
      'orchard.ts': clientFile('orchard'),
      'apple.ts': clientFile('apple'),
      'meadow_2.ts': clientFile('meadow_2'),
    })
    expect(Object.entries(read)).toEqual([
      ['apple', { name: 'apple', ...checked }],
      ['meadow_2', { name: 'meadow_2', ...checked }],
      ['orchard', { name: 'orchard', ...checked }],
    ])
  })

  test('are left out if they are not named as a client', async () => {
    const read = await readFrom({
      'meadow.ts': clientFile('meadow'),
      'meadow.test.ts': 'throw new Error("a test was read")',
      'meadow.tsx': 'throw new Error("a component was read")',
      'meadow.ts.orig': 'throw new Error("a backup was read")',
      'README.md': 'Clients',
    })
    expect(Object.keys(read)).toEqual(['meadow'])
  })

  test.each([
    ['nothing', ''],
    ['a client under another name', clientFile('orchard')],
    ['a client that has another name', "export const meadow = { name: 'orchard' }"],
    ['something beside the client', `${clientFile('meadow')}\nexport const more = 1`],
  ])('are rejected with the file’s name if they export %s', async (_what, text) => {
    await expect(readFrom({ 'meadow.ts': text })).rejects.toThrow(
      'meadow.ts has to export one thing, the client meadow, under that name.',
    )
  })
})

describe('the books of clients (§1)', () => {
  const client = (about: Partial<Client>): Client => ({ ...npt, ...about })

  test('are listed once with their realm, the secondary ones too', () => {
    const secondaryBook = { name: 'orchard_gbp', currency: 'GBP' } as const
    const orchard = client({ realm: 'orchard', book: { name: 'orchard', currency: 'USD' }, secondaryBook })
    const other = client({ realm: 'orchard', book: secondaryBook })
    const expected = [
      { name: 'orchard', currency: 'USD', realm: 'orchard' },
      { name: 'orchard_gbp', currency: 'GBP', realm: 'orchard' },
    ]
    expect(booksOf([orchard])).toEqual(expected)
    expect(booksOf([orchard, other])).toEqual(expected)
  })

  test.each([
    ['realm', { realm: 'orchard' }],
    ['currency', { book: { name: npt.book.name, currency: 'GBP' } }],
  ] as const)('are rejected if two clients disagree about the %s', (_about, difference) => {
    expect(() => booksOf([npt, client(difference)])).toThrow(
      'The clients disagree about the realm or the currency of the book npt.',
    )
  })

  test('are those of all clients of the portal, and so are the realms', () => {
    expect(books.map(({ name, currency, realm }) => `${realm}: ${name} ${currency}`).sort()).toEqual([
      'ab: ab USD',
      'cazenove: cazenove GBP',
      'glenmede: glenmede USD',
      'npt: npt USD',
      'nptuk: nptuk GBP',
      'nptuk: nptukusd USD',
      'rathbones: rathbones GBP',
      'tolleson: tolleson USD',
      'ubs: ubs USD',
    ])
    expect([...realms].sort()).toEqual('ab cazenove glenmede npt nptuk rathbones tolleson ubs'.split(' '))
  })
})

describe('the realms of clients', () => {
  const other = (smallestTeam: Client['smallestTeam'], realm: string = npt.realm): Client => ({
    ...npt,
    ...{ name: 'other', realm, smallestTeam },
  })

  test('are rejected if two of their clients have another smallestTeam, in whatever order it is written', () => {
    const reversed = Object.fromEntries(Object.entries(npt.smallestTeam).toReversed())
    expect(realmsOf([npt, other(reversed), other({}, 'elsewhere')])).toEqual(['npt', 'elsewhere'])
    for (const differing of [
      {},
      { ...npt.smallestTeam, GRANT_PAY: 3 },
      { ...npt.smallestTeam, MAIL_RESEND: 2 },
    ])
      expect(() => realmsOf([npt, other(differing)])).toThrow(
        'The clients npt and other have to agree about smallestTeam, because they share the realm npt.',
      )
  })
})

test('the client of a host without a client name is npt (§1)', () => {
  expect(defaultClient).toBe('npt')
  expect(clients[defaultClient]).toEqual(npt)
})
