import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testSecret } from '../../testing/database/database-server.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabases } from '../db/pools.ts'
import { migrationsFolder, prepareDatabase } from '../db/prepare-database.ts'
import { checkpointKey } from './checkpoint-key.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

// A database of the version before the trail.

const server = inject('databaseServer')
const admin = { ...server, database: `test_${randomUUID().replaceAll('-', '')}` }
const postgres = new pg.Client({ ...server, database: 'postgres' })
let before: string

beforeAll(async () => {
  await postgres.connect()
  await postgres.query(`create database ${admin.database} template template0`)
  before = await mkdtemp(join(tmpdir(), 'almoner-before-'))
  for (const name of await readdir(migrationsFolder))
    if (name < '0016') await copyFile(join(migrationsFolder, name), join(before, name))
})
afterAll(async () => {
  await postgres.query(`drop database ${admin.database} with (force)`)
  await postgres.end()
  await rm(before, { recursive: true })
})

test('issue 3, 10 what was recorded before there was a chain becomes its beginning, in its order', async () => {
  await migrate(admin, before)
  const client = new pg.Client(admin)
  await client.connect()
  await client.query(`insert into sign_in_event (realm, kind, at, address, detail) values
    ('npt', 'password-refused', '2026-03-01T10:00:00Z', '192.0.2.7', '{"client": "npt"}'),
    ('rathbones', 'signed-in', '2026-03-01T10:00:01Z', null, '{}'),
    ('npt', 'signed-in', '2026-03-01T10:00:02.5Z', '2001:db8::1', '{}')`)
  await prepareDatabase({ admin, secret: testSecret })
  const { rows } = await client.query<{ realm: string; seq: string; kind: string }>(
    'select realm, seq, kind from audit_event order by realm, seq',
  )
  expect(rows).toEqual([
    { realm: 'npt', seq: '1', kind: 'password-refused' },
    { realm: 'npt', seq: '2', kind: 'signed-in' },
    { realm: 'rathbones', seq: '1', kind: 'signed-in' },
  ])
  expect((await client.query(`select to_regclass('sign_in_event') as former`)).rows).toEqual([
    { former: null },
  ])
  await client.end()

  const { host, port, database } = admin
  const databases = openDatabases({ server: { host, port, database }, secret: testSecret })
  for (const [realm, events] of [
    ['npt', 2n],
    ['rathbones', 1n],
  ] as const) {
    const question = {
      realm,
      key: checkpointKey(testSecret, realm),
      folders: [],
      now: new Date('2026-03-01T10:05:00Z'),
    }
    expect(await verifyAuditLog(databases.realm(realm), question)).toMatchObject({ events, finding: null })
  }
  await databases.close()
})
