import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditLogOf } from '../../testing/audit-log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'

// The attacker owns the database and has disabled its triggers.

let database: TestDatabase
let auditLog: Awaited<ReturnType<typeof auditLogOf>>
beforeEach(async () => {
  database = await createTestDatabase()
  auditLog = await auditLogOf(database)
  await auditLog.recordMany(10)
  await auditLog.checkpoint()
})
afterEach(() => database.drop())

const finding = async () => (await auditLog.verify()).finding

/** Recomputes the hashes from an event on. */
const rehashFrom = (seq: number) => `do $$
  declare e record; last bytea; begin
    select hash into last from audit_event where realm = 'npt' and seq = ${seq} - 1;
    for e in select * from audit_event where realm = 'npt' and seq >= ${seq} order by seq loop
      update audit_event set previous_hash = last, hash = audit_hash(last, e.realm, e.seq, e.at, e.recorded_at, e.kind,
        e.user_id, e.actor_user_id, e.session_id, e.address, e.detail) where realm = 'npt' and seq = e.seq
        returning hash into last;
    end loop;
  end $$`

describe('verifyAuditLog reports the first fault', () => {
  test('reports nothing for an intact log', async () => {
    const { rows } = await database.admin.query<{ hash: Buffer }>(
      'select hash from audit_event where seq = 10',
    )
    expect(await auditLog.verify()).toEqual({
      realm: 'npt',
      events: 10n,
      lastHash: rows[0]?.hash,
      checkpoints: 1n,
      finding: null,
    })
  })

  test.each([
    ['the kind', `kind = 'password-refused'`],
    ['the instant by a microsecond', `at = at + interval '1 microsecond'`],
    ['the person', 'user_id = uuidv7()'],
    ['the address', `address = '203.0.113.9'`],
    ['the details', `detail = '{"nr": "4 "}'`],
    ['when it was recorded', `recorded_at = recorded_at - interval '1 day'`],
  ])('reports an event with %s altered', async (_what, change) => {
    await auditLog.tamper(`update audit_event set ${change} where realm = 'npt' and seq = 4`)
    expect(await finding()).toBe('event 4 was altered')
  })

  test('reports an altered event with a matching hash', async () => {
    await auditLog.tamper(
      `update audit_event e set kind = 'signed-out', hash = audit_hash(previous_hash, realm, seq, at, recorded_at,
        'signed-out', user_id, actor_user_id, session_id, address, detail) where seq = 4`,
    )
    expect(await finding()).toMatch(/^event 5 does not follow from event 4/)
  })

  test('reports missing events', async () => {
    await auditLog.tamper('delete from audit_event where seq in (5, 6)')
    expect(await finding()).toBe('events 5 to 6 are missing')
  })

  test('reports a missing event after renumbering', async () => {
    await auditLog.tamper(
      'delete from audit_event where seq = 5',
      'update audit_event set seq = seq - 1 where seq > 5',
    )
    expect(await finding()).toMatch(/^event 5 does not follow from event 4/)
  })

  test('reports an inserted event with a matching hash', async () => {
    await auditLog.tamper(
      'update audit_event set seq = seq + 1000 where seq > 5',
      `insert into audit_event select realm, 6, at, recorded_at, 'signed-out', user_id, actor_user_id, session_id, address, detail,
        hash, audit_hash(hash, realm, 6, at, recorded_at, 'signed-out', user_id, actor_user_id, session_id, address, detail)
        from audit_event where seq = 5`,
      'update audit_event set seq = seq - 999 where seq > 1000',
    )
    expect(await finding()).toMatch(/^event 7 does not follow from event 6/)
  })

  test('reports two swapped events', async () => {
    await auditLog.tamper(
      'update audit_event set seq = 1000 where seq = 3',
      'update audit_event set seq = 3 where seq = 4',
      'update audit_event set seq = 4 where seq = 1000',
    )
    expect(await finding()).toMatch(/^event 3 does not follow from event 2/)
  })

  test('reports a truncated log', async () => {
    await auditLog.tamper('delete from audit_event where seq > 7')
    expect(await finding()).toMatch(/^the log ends after event 7, but checkpoint 1 of .* has event 10$/)
  })

  test('reports an emptied log', async () => {
    await auditLog.tamper('delete from audit_event')
    expect(await finding()).toMatch(/^the log ends after event 0/)
  })

  test('reports a chain that was rewritten with matching hashes', async () => {
    await auditLog.recordMany(3)
    await auditLog.checkpoint()
    await auditLog.tamper(`update audit_event set kind = 'signed-out' where seq = 12`, rehashFrom(12))
    expect(await finding()).toMatch(
      /^the chain was rewritten within events 11 to 13: checkpoint 2 of .* has another event 13$/,
    )
  })

  test('reports a truncated log with new events', async () => {
    await auditLog.tamper('delete from audit_event where seq > 7')
    await auditLog.recordMany(5)
    expect(await finding()).toMatch(/^the chain was rewritten within events 1 to 10/)
  })
})
