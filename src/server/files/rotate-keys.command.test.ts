import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testDocumentKeys } from '../../testing/document-keys.ts'
import { makeDocument } from '../../testing/factories/make-document.ts'
import { makeFund, makeStaff } from '../../testing/factories/make-fund.ts'
import { makeStaffDocument } from '../../testing/factories/make-staff-document.ts'
import { runCommand } from '../../testing/run-command.ts'
import type { KeyRing } from './data-keys.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const rotateKeys = (...ring: KeyRing) =>
  runCommand(portal.database, 'tools/documents-rotate-keys.ts', [], {
    DOCUMENT_KEYS: ring.map(({ keyId, key }) => `${keyId}:${key.toString('base64')}`).join(','),
  })

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
