import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testDocumentKeys } from '../../testing/document-keys.ts'
import { makeDocument } from '../../testing/factories/make-document.ts'
import { makeFund, makeStaff, type Person } from '../../testing/factories/make-fund.ts'
import { makeStaffDocument } from '../../testing/factories/make-staff-document.ts'
import { runCommand } from '../../testing/run-command.ts'
import type { KeyRing } from './data-keys.ts'

let portal: TestApp
let operator: Person
beforeAll(async () => {
  portal = await startTestApp()
  operator = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
})
afterAll(() => portal.close())

const rotateKeys = (...ring: KeyRing) =>
  runCommand(
    portal.database,
    'tools/documents-rotate-keys.ts',
    ['--realm', 'npt', '--by', operator.user.ssoId],
    {
      DOCUMENT_KEYS: ring.map(({ keyId, key }) => `${keyId}:${key.toString('base64')}`).join(','),
    },
  )

test('the command rotates the keys of every book and realm, and names those that it cannot', async () => {
  const documentId = await makeDocument(portal, await makeFund(portal))
  const staffDocumentId = await makeStaffDocument(portal, (await makeStaff(portal)).session)
  const newer = { keyId: 'newer', key: Buffer.alloc(32, 9) }
  const done = rotateKeys(newer, ...testDocumentKeys)
  expect([done.status, done.stderr]).toEqual([0, ''])
  const lines = done.stdout.split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'npt: 1 rotated to newer, 0 failed',
      'rathbones: 0 rotated to newer, 0 failed',
      'staff of npt: 1 rotated to newer, 0 failed',
      'bank details of npt: 0 rotated to newer, 0 failed',
      'vetting documents of npt: 0 rotated to newer, 0 failed',
    ]),
  )
  const withoutNewer = rotateKeys(...testDocumentKeys)
  expect(withoutNewer.status).toBe(1)
  for (const id of [documentId, staffDocumentId])
    expect(withoutNewer.stdout).toContain(`  ${id}: its key newer is missing or does not match`)
})

const rotations = async () =>
  (
    await portal.database.admin.query(
      "select realm, user_id, detail from audit_event where kind = 'document-keys-rotated' order by realm, seq",
    )
  ).rows as { realm: string; user_id: string | null; detail: { key: string } }[]

test('each change of keys is recorded in its own transaction, with the operator; a repeat changes and records nothing', async () => {
  await makeDocument(portal, await makeFund(portal, { book: 'rathbones' }))
  await makeStaffDocument(portal, operator.session)
  const next = { keyId: 'next', key: Buffer.alloc(32, 8) }
  const before = (await rotations()).length
  expect(rotateKeys(next, { keyId: 'newer', key: Buffer.alloc(32, 9) }, ...testDocumentKeys).status).toBe(0)
  const recorded = (await rotations()).filter(({ detail }) => detail.key === 'next')
  const by = 'npm run documents:rotate-keys'
  expect(recorded).toEqual(
    expect.arrayContaining([
      {
        ...{ realm: 'npt', user_id: operator.user.userId },
        detail: { key: 'next', table: 'staff_document', keys: '2', by, operator: 'Basil Thorne' },
      },
      {
        ...{ realm: 'rathbones', user_id: null },
        detail: {
          key: 'next',
          table: 'document',
          keys: '1',
          by,
          operator: 'Basil Thorne (npt)',
          book: 'rathbones',
        },
      },
    ]),
  )
  expect(rotateKeys(next).status).toBe(0)
  expect((await rotations()).length).toBe(before + recorded.length)
})

test('a rotation whose event cannot be written changes no key', async () => {
  await makeDocument(portal, await makeFund(portal))
  await portal.database.admin.query(
    "alter table audit_inbox add constraint no_rotation check (kind <> 'document-keys-rotated')",
  )
  const refused = rotateKeys({ keyId: 'never', key: Buffer.alloc(32, 7) }, ...testDocumentKeys)
  await portal.database.admin.query('alter table audit_inbox drop constraint no_rotation')
  expect(refused.status).toBe(2)
  const { rows } = await portal.database.admin.query("select 1 from document where key_id = 'never'")
  expect(rows).toEqual([])
})

test('refuses a rotation without a person who manages users', async () => {
  const run = (...args: string[]) => runCommand(portal.database, 'tools/documents-rotate-keys.ts', args)
  expect(run('--realm', 'npt').stderr).toBe('--by must be the user ID of the person who rotates the keys.\n')
  expect(run('--by', operator.user.ssoId).stderr).toMatch(/^--realm must be one of/)
  const keys = testDocumentKeys.map(({ keyId, key }) => `${keyId}:${key.toString('base64')}`).join(',')
  const args = ['--realm', 'rathbones', '--by', operator.user.ssoId]
  const foreign = runCommand(portal.database, 'tools/documents-rotate-keys.ts', args, { DOCUMENT_KEYS: keys })
  expect([foreign.status, foreign.stderr]).toEqual([2, expect.stringContaining('may not manage users')])
})
