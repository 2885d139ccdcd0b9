import { afterAll, beforeAll, expect, test } from 'vitest'
import { books, realms } from '../../clients/clients.ts'
import { auditLogOf } from '../../testing/audit-log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { runCommand } from '../../testing/run-command.ts'

let database: TestDatabase
let auditLog: Awaited<ReturnType<typeof auditLogOf>>
beforeAll(async () => {
  database = await createTestDatabase()
  auditLog = await auditLogOf(database)
})
afterAll(() => database.drop())

const verify = () =>
  runCommand(database, 'tools/audit-verify.ts', [], { AUDIT_CHECKPOINT_DIR: auditLog.folder })

test('npm run audit:verify reports and records the result of each realm, and exits with 1 if a log is broken', async () => {
  await auditLog.recordMany(3)
  await auditLog.checkpoint()
  const intact = verify()
  const lines = intact.stdout.trim().split('\n')
  expect(lines.find(line => line.startsWith('npt:'))).toMatch(
    /^npt: 3 events, last hash [0-9a-f]{64}, 1 checkpoint, intact$/,
  )
  const ofChanges = lines.filter(line => /^(book|people of|certificates of) /.test(line))
  expect(lines.filter(line => !line.startsWith('npt:') && !ofChanges.includes(line))).toEqual(
    realms.filter(realm => realm !== 'npt').map(realm => `${realm}: no events yet`),
  )
  expect(ofChanges).toEqual(
    realms.flatMap(realm => [
      `people of ${realm}: 0 changes, as in the audit log`,
      ...books
        .filter(book => book.realm === realm)
        .flatMap(({ name }) => [
          `book ${name}: 0 changes, as in the audit log`,
          `certificates of book ${name}: 0, intact`,
        ]),
    ]),
  )
  expect(intact.status, intact.stderr).toBe(0)

  await auditLog.tamper(`delete from audit_event where realm = 'npt' and seq = 2`)
  const broken = verify()
  expect(broken.stdout).toContain('npt: BROKEN: event 2 is missing. Intact up to event 1.')
  expect(broken.status, broken.stderr).toBe(1)

  const { rows } = await database.admin.query(
    `select events::int, finding from audit_verification where realm = 'npt' order by verification_id`,
  )
  expect(rows).toEqual([
    { events: 3, finding: null },
    { events: 1, finding: 'event 2 is missing' },
  ])
})
