import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLogOf } from '../../testing/audit-log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { openDatabases } from '../db/pools.ts'
import { recordAuditEvent } from './record-audit-event.ts'

let database: TestDatabase
let auditLog: Awaited<ReturnType<typeof auditLogOf>>
beforeAll(async () => {
  database = await createTestDatabase()
  auditLog = await auditLogOf(database)
})
afterAll(() => database.drop())

const seqs = async (realm = 'npt') =>
  (
    await database.admin.query<{ seq: string }>('select seq from audit_event where realm = $1 order by seq', [
      realm,
    ])
  ).rows.map(({ seq }) => Number(seq))

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('the audit log is a hash chain without gaps', () => {
  test('computes the same hashes in the server and in the database', async () => {
    await auditLog.record()
    await auditLog.record({ reason: 'ünïcödé “quotes” \\ 🪶', client: 'npt' }, crypto.randomUUID())
    await recordAuditEvent(auditLog.realmDb, {
      kind: 'session-ended',
      userId: crypto.randomUUID(),
      actorUserId: crypto.randomUUID(),
      sessionId: crypto.randomUUID(),
      at: new Date('2026-11-20T09:05:07.090Z'),
      address: '2001:db8::7',
      detail: { b: '2', aa: '1', '': '' },
    })
    expect(await auditLog.verify()).toMatchObject({ events: 3n, finding: null })
  })

  test('has no gaps after 16 connections wrote concurrently', async () => {
    const { connection } = database
    const databases = openDatabases({
      server: { host: connection.host, port: connection.port, database: database.name },
      secret: testSecret,
      maxPerBook: 16,
    })
    const before = (await seqs()).length
    try {
      const realmDb = databases.realm('npt')
      await Promise.all(
        Array.from({ length: 16 }, async (_, writer) => {
          for (let nr = 0; nr < 10; nr++)
            await recordAuditEvent(realmDb, {
              kind: 'password-refused',
              userId: null,
              at: new Date(),
              address: '192.0.2.1',
              detail: { writer: String(writer), nr: String(nr) },
            })
        }),
      )
    } finally {
      await databases.close()
    }
    expect(await seqs()).toEqual(upTo(before + 160))
    expect((await auditLog.verify()).finding).toBeNull()
  })

  test('has no event and no gap after a rollback', async () => {
    const before = (await seqs()).length
    const failed = auditLog.realmDb.transaction().execute(async trx => {
      await recordAuditEvent(trx, {
        kind: 'factor-added',
        userId: null,
        at: new Date(),
        address: '192.0.2.1',
        detail: {},
      })
      throw new Error('never mind')
    })
    await expect(failed).rejects.toThrow('never mind')
    await auditLog.record()
    expect(await seqs()).toEqual(upTo(before + 1))
  })

  test('records other events while a transaction is open', async () => {
    const before = (await seqs()).length
    await auditLog.realmDb.transaction().execute(async trx => {
      await recordAuditEvent(trx, {
        kind: 'password-changed',
        userId: null,
        at: new Date(),
        address: '192.0.2.1',
        detail: {},
      })
      await auditLog.record({ meanwhile: 'yes' })
    })
    const { rows } = await database.admin.query<{ kind: string }>(
      `select kind from audit_event where realm = 'npt' and seq > $1 order by seq`,
      [before],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['signed-in', 'password-changed'])
  })

  test('has a separate chain for each realm', async () => {
    const other = await auditLogOf(database, 'rathbones')
    await other.record()
    expect(await seqs('rathbones')).toEqual([1])
    expect(await other.realmDb.selectFrom('audit_event').select('realm').distinct().execute()).toEqual([
      { realm: 'rathbones' },
    ])
    expect((await other.verify()).finding).toBeNull()
  })
})

describe('the audit log is append-only', () => {
  const roles = {
    portal: () => database.databases.book('npt'),
    identity: () => database.databases.realm('npt'),
  }
  test.each(['update audit_event set kind = kind', 'delete from audit_event', 'truncate audit_event'])(
    'rejects for every role: %s',
    async statement => {
      for (const connection of Object.values(roles))
        await expect(sql.raw(statement).execute(connection())).rejects.toThrow('permission denied')
      await expect(database.admin.query(statement)).rejects.toThrow('append-only')
    },
  )

  test('no role of the server may insert into audit_event', async () => {
    for (const role of ['portal', 'identity', 'worker', 'registrar']) {
      const { rows } = await database.admin.query(
        `select has_any_column_privilege($1, 'audit_event', 'insert') as allowed`,
        [role],
      )
      expect(rows).toEqual([{ allowed: false }])
    }
  })
})

describe('a realm’s connection cannot write to other realms or set the recording time', () => {
  test.each([
    `insert into audit_inbox (realm, at, kind) values ('rathbones', now(), 'signed-in')`,
    `insert into audit_event (realm, seq, at, recorded_at, kind, detail, previous_hash, hash)
       values ('npt', 9999, now(), now(), 'signed-in', '{}', sha256(''), sha256(''))`,
    'delete from audit_inbox',
    'update audit_checkpoint set seq = 1',
    'delete from audit_verification',
  ])('%s', async statement => {
    await expect(sql.raw(statement).execute(auditLog.realmDb)).rejects.toThrow('permission denied')
  })
})

describe('details of an event', () => {
  test('have no control characters or bidirectional overrides and a limited length', async () => {
    await auditLog.record({ agent: `Bad\r\nGET /forged\u202Egnp.exe\u0000\uD800${'x'.repeat(5000)}` })
    const { rows } = await database.admin.query<{ detail: { agent: string } }>(
      `select detail from audit_event where realm = 'npt' order by seq desc limit 1`,
    )
    expect(rows[0]?.detail.agent).toMatch(/^Bad��GET \/forged�gnp\.exe��x+$/)
    expect(rows[0]?.detail.agent).toHaveLength(120)
    expect((await auditLog.verify()).finding).toBeNull()
  })
})
