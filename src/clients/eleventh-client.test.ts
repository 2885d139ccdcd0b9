import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClientContext } from '../contract/client-context.contract.ts'
import { ensureLoginRoles } from '../server/db/roles.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { testSecret } from '../testing/database/database-server.ts'
import { makeUser } from '../testing/factories/make-user.ts'
import { temporaryDirectory } from '../testing/temporary/temporary-directory.ts'
import { booksOf, clients, readClients } from './clients.ts'
import { npt } from './configuration/npt.ts'
import { themeProblems } from './themes/theme-problems.ts'

// A new client, made as docs/clients.md describes: a configuration file and a theme, in the test's own folder.

const textOf = (path: string) => readFile(join(import.meta.dirname, path), 'utf8')

let folder: string
let theme: string
let portal: TestApp

beforeAll(async () => {
  folder = temporaryDirectory('eleventh')
  const configuration = (await textOf('configuration/npt.ts'))
    .replace('export const npt', 'export const orchard')
    .replace("name: 'npt',\n", "name: 'orchard',\n")
    .replace("'../base.ts'", `'${new URL('base.ts', import.meta.url)}'`)
    .replace("'../demonstration-sponsors.ts'", `'${new URL('demonstration-sponsors.ts', import.meta.url)}'`)
    .replace("'../general-ledger.ts'", `'${new URL('general-ledger.ts', import.meta.url)}'`)
    .replace("'../logos/npt.ts'", `'${new URL('logos/npt.ts', import.meta.url)}'`)
    .replace("realm: 'npt'", "realm: 'orchard'")
    .replace("book: { name: 'npt'", "book: { name: 'orchard'")
    .replace("displayName: 'NPT Giving'", "displayName: 'Orchard Giving'")
  await writeFile(join(folder, 'orchard.ts'), configuration)
  await writeFile(
    join(folder, 'orchard.css'),
    (await textOf('themes/npt.css')).replace('[data-client="npt"]', '[data-client="orchard"]'),
  )
  const added = await readClients(pathToFileURL(`${folder}/`))
  theme = await readFile(join(folder, 'orchard.css'), 'utf8')
  const eleven = { ...clients, ...added }
  portal = await startTestApp({ clients: eleven })
  await ensureLoginRoles(portal.database.connection, {
    books: booksOf(Object.values(eleven)),
    realms: Object.values(eleven).map(({ realm }) => realm),
    secret: testSecret,
  })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

describe('adding a client takes one configuration file and one theme (§15)', () => {
  test('the new client is not one of the ten (§1)', () => {
    expect(Object.keys(clients)).not.toContain('orchard')
  })

  test('rejects a file that exports something other than its client, naming the file', async () => {
    const misnamed = temporaryDirectory('misnamed')
    await writeFile(join(misnamed, 'meadow.ts'), "export const npt = { name: 'npt' }")
    await expect(readClients(pathToFileURL(`${misnamed}/`))).rejects.toThrow(/meadow\.ts has to export/)
    await rm(misnamed, { recursive: true })
  })

  test('answers the new host with its own context and other hosts with theirs', async () => {
    const own = await portal.call(getClientContext, {}, { client: 'orchard' })
    expect(own.reply).toMatchObject({
      client: 'orchard',
      dbName: 'orchard',
      orgId: 'orchard',
      currentDbHeader: 'USD',
    })
    expect(own.reply.clientSettings).toMatchObject({ displayName: 'Orchard Giving', logo: npt.logo })
    expect((await portal.call(getClientContext, {}, { client: 'npt' })).reply.client).toBe('npt')
  })

  test('lets its people log in at its own host only', async () => {
    const password = 'an apple a day, and a pear'
    const grower = await makeUser(portal.databases, { realm: 'orchard', password })
    const session = await portal.signInAs(grower, password, { client: 'orchard' })
    expect(session.headers.authorization).toMatch(/^Bearer /)
    await expect(portal.signInAs(grower, password, { client: 'npt' })).rejects.toThrow()
  })

  test('creates its book at startup and isolates it', async () => {
    const { rows } = await portal.database.admin.query('select realm, currency from book where book = $1', [
      'orchard',
    ])
    expect(rows).toEqual([{ realm: 'orchard', currency: 'USD' }])
    const seen = await portal.databases.book('orchard').selectFrom('book').select('book').execute()
    expect(seen).toEqual([{ book: 'orchard' }])
  })

  test('checks the contrast of its theme, and serves any theme of the folder', async () => {
    expect(themeProblems('orchard', theme, await textOf('themes/base.css'))).toEqual([])
    const styles = await textOf('../web/styles.ts')
    const patternOf = (text: string) =>
      /import\.meta\.glob[^(]*\(\[?'([^']+)'/.exec(text)?.[1]?.replaceAll('../', '') ?? ''
    expect(matchesGlob('clients/themes/orchard.css', patternOf(styles))).toBe(true)
  })
})
