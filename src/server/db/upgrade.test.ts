import { copyFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { books, realms } from '../../clients/clients.ts'
import { demoEmail } from '../../demo/people/demo-users.ts'
import { getHome } from '../../features/home/home.contract.ts'
import { verifyLedger } from '../../features/ledger/server/verify-ledger.ts'
import { startTestApp } from '../../testing/app.ts'
import { createEmptyDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { keptFolder, keptPassword } from '../../testing/kept-database/keep-database.ts'
import { readKeptRows } from '../../testing/kept-database/kept-rows.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder, prepareDatabase } from './prepare-database.ts'

// Databases of released versions, made by npm run db:release, are upgraded to this version and used.

const keptFiles = (await readdir(keptFolder)).filter(name => name.endsWith('.jsonl.gz')).sort()
const migrations = (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
let database: TestDatabase | null = null
afterEach(async () => {
  await database?.drop()
  database = null
})

test('a database of a released version is kept', () => {
  expect(keptFiles.length).toBeGreaterThan(0)
})

test.each(keptFiles)(
  'a database kept as %s is upgraded, whole, and serves its people',
  async kept => {
    const made = await createEmptyDatabase()
    database = made
    const folder = temporaryDirectory('migrations')
    const before = migrations.filter(name => name.slice(0, 4) <= kept.slice(0, 4))
    for (const name of before) await copyFile(join(migrationsFolder, name), join(folder, name))
    expect(await migrate(made.connection, folder)).toEqual(before)
    await rm(folder, { recursive: true })
    const client = new pg.Client(made.connection)
    await client.connect()
    const counts = await readKeptRows(client, join(keptFolder, kept))
    await client.end()
    expect(counts.size).toBeGreaterThan(50)

    const applied = await prepareDatabase({ admin: made.connection, secret: testSecret })
    expect(applied).toEqual(migrations.filter(name => name.slice(0, 4) > kept.slice(0, 4)))
    for (const [table, count] of counts) {
      const { rows } = await made.admin.query<{ count: number }>(
        `select count(*)::int as count from "${table}"`,
      )
      // Later migrations add kinds of entries and ledger accounts.
      if (table.endsWith('_kind')) expect(rows[0]?.count, table).toBeGreaterThanOrEqual(count)
      else expect([table, rows[0]?.count]).toEqual([table, count])
    }
    for (const { name } of books)
      expect((await verifyLedger(made.databases.book(name))).differences).toEqual([])
    const portal = await startTestApp({ database: made })
    for (const [realm, clientName] of [
      ['npt', 'npt'],
      ['rathbones', 'rathbones'],
    ] as const) {
      expect(realms).toContain(realm)
      const email = demoEmail('donor', realm)
      const session = await portal.signInAs({ realm, ssoId: email }, keptPassword, { client: clientName })
      const { rows } = await made.admin.query<{ fund_id: string }>(
        `select min(a.fund_id) as fund_id from fund_account a
         join account_relationship r on r.book = a.book and r.account_id = a.account_id and r.ended_at is null
         join party p on p.book = r.book and p.party_id = r.party_id
         join app_user u on u.user_id = p.user_id
       where a.book = $1 and u.sso_id = $2`,
        [clientName, email],
      )
      const fundId = Number(rows[0]?.fund_id)
      const { status } = await portal.call(getHome, { params: { fundId } }, { as: session, fundId })
      expect(status).toBe(200)
    }
    await portal.close()
    database = null
  },
  120_000,
)
