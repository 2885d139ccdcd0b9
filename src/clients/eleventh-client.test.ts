import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClientContext } from '../contract/client-context.contract.ts'
import { ensureLoginRoles } from '../server/db/roles.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { testSecret } from '../testing/database/database-server.ts'
import { makeUser } from '../testing/factories/make-user.ts'
import { booksOf, clients, readClients } from './clients.ts'
import { themeProblems } from './themes/theme-problems.ts'

// A client that nobody has heard of, made as docs/clients.md says: a configuration file and a theme, in a folder of the test's own.

const textOf = (path: string) => readFile(join(import.meta.dirname, path), 'utf8')

let folder: string
let theme: string
let portal: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almoner-eleventh-'))
  const configuration = (await textOf('configuration/npt.ts'))
    .replace('export const npt', 'export const orchard')
    .replace("name: 'npt',\n", "name: 'orchard',\n")
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

describe('open-points 2 an eleventh client is one configuration file and one theme', () => {
  test('the ten of §1 are there, and this is none of them', () => {
    expect(Object.keys(clients)).not.toContain('orchard')
  })

  test('a file that exports something else than its client is refused by its name', async () => {
    const misnamed = await mkdtemp(join(tmpdir(), 'almoner-misnamed-'))
    await writeFile(
      join(misnamed, 'meadow.ts'),
      (await textOf('configuration/npt.ts')).replace('../client.ts', ''),
    )
    await expect(readClients(pathToFileURL(`${misnamed}/`))).rejects.toThrow(/meadow\.ts has to export/)
    await rm(misnamed, { recursive: true })
  })

  test('its host answers with its own context, and the hosts of the others with theirs', async () => {
    const own = await portal.call(getClientContext, {}, { client: 'orchard' })
    expect(own.reply).toMatchObject({
      client: 'orchard',
      dbName: 'orchard',
      orgId: 'orchard',
      currentDbHeader: 'USD',
    })
    expect(own.reply.clientSettings.displayName).toBe('Orchard Giving')
    expect((await portal.call(getClientContext, {}, { client: 'npt' })).reply.client).toBe('npt')
  })

  test('its people sign in, and only there', async () => {
    const password = 'an apple a day, and a pear'
    const grower = await makeUser(portal.databases, { realm: 'orchard', password })
    const session = await portal.signInAs(grower, password, { client: 'orchard' })
    expect(session.headers.authorization).toMatch(/^Bearer /)
    await expect(portal.signInAs(grower, password, { client: 'npt' })).rejects.toThrow()
  })

  test('its book is made by the same start, and is isolated as the others are', async () => {
    const { rows } = await portal.database.admin.query('select realm, currency from book where book = $1', [
      'orchard',
    ])
    expect(rows).toEqual([{ realm: 'orchard', currency: 'USD' }])
    const seen = await portal.databases.book('orchard').selectFrom('book').select('book').execute()
    expect(seen).toEqual([{ book: 'orchard' }])
  })

  test('its theme is held to the same contrast, and the page takes in any theme and mark of these folders', async () => {
    expect(themeProblems('orchard', theme, await textOf('themes/base.css'))).toEqual([])
    const styles = await textOf('../web/styles.ts')
    const patternOf = (text: string) =>
      /import\.meta\.glob[^(]*\(\[?'([^']+)'/.exec(text)?.[1]?.replaceAll('../', '') ?? ''
    expect(matchesGlob('clients/themes/orchard.css', patternOf(styles))).toBe(true)
    const logos = await textOf('../web/shell/logos.ts')
    expect(matchesGlob('clients/logos/orchard.ts', patternOf(logos))).toBe(true)
  })
})
