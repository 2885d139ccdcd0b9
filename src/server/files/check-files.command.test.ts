import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOfStaffDocument } from '../../features/documents/server/staff/upload-staff-document.ts'
import { keyOfDocument } from '../../features/documents/server/store-document.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testDocumentKeys } from '../../testing/document-keys.ts'
import { makeCharity } from '../../testing/factories/make-charity.ts'
import { makeDocument } from '../../testing/factories/make-document.ts'
import { makeFund, makeStaff } from '../../testing/factories/make-fund.ts'
import { makeStaffDocument } from '../../testing/factories/make-staff-document.ts'
import { makeBankDetails } from '../../testing/payments/payment-calls.ts'
import { runCommand } from '../../testing/run-command.ts'
import type { KeyRing } from './data-keys.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const check = (ring: KeyRing = testDocumentKeys) =>
  runCommand(portal.database, 'tools/documents-check.ts', [], {
    DATA_DIR: portal.dataDir,
    DOCUMENT_KEYS: ring.map(({ keyId, key }) => `${keyId}:${key.toString('base64')}`).join(','),
  })
const pathOf = (key: string) => join(portal.dataDir, 'files', key)

test('the command reads everything that is encrypted, and names what is missing, damaged or without its key', async () => {
  const fund = await makeFund(portal)
  const [whole, lost, damaged] = [
    await makeDocument(portal, fund),
    await makeDocument(portal, fund),
    await makeDocument(portal, fund),
  ]
  const staffDocumentId = await makeStaffDocument(portal, (await makeStaff(portal)).session)
  const { charityId } = await makeCharity(portal.databases)
  await makeBankDetails(portal, charityId, { confirmedAt: new Date() })
  const sound = check()
  expect([sound.status, sound.stderr]).toEqual([0, ''])
  expect(sound.stdout.split('\n')).toEqual(
    expect.arrayContaining([
      'document of npt: 3 read, 0 failed',
      'envelope_file of npt: 0 read, 0 failed',
      'staff of npt: 1 read, 0 failed',
      'bank details of npt: 1 read, 0 failed',
    ]),
  )

  const digestBefore = createHash('sha256')
    .update(await readFile(pathOf(keyOfDocument('npt', whole))))
    .digest('hex')
  await rm(pathOf(keyOfDocument('npt', lost)))
  const bytes = await readFile(pathOf(keyOfDocument('npt', damaged)))
  bytes[10] = (bytes[10] ?? 0) ^ 1
  await writeFile(pathOf(keyOfDocument('npt', damaged)), bytes)
  await writeFile(pathOf(keyOfStaffDocument('npt', staffDocumentId)), '')
  const broken = check()
  expect(broken.status).toBe(1)
  expect(broken.stdout).toContain('document of npt: 3 read, 2 failed')
  expect(broken.stdout).toContain(`  ${lost}: its bytes are missing`)
  expect(broken.stdout).toContain(`  ${damaged}: its bytes are damaged`)
  expect(broken.stdout).toContain(`  ${staffDocumentId}: its bytes are damaged`)
  const digestAfter = createHash('sha256')
    .update(await readFile(pathOf(keyOfDocument('npt', whole))))
    .digest('hex')
  expect(digestAfter).toBe(digestBefore)

  const withoutKey = check([{ keyId: 'another', key: Buffer.alloc(32, 5) }])
  expect(withoutKey.status).toBe(1)
  expect(withoutKey.stdout).toContain(
    `  ${whole}: its key ${testDocumentKeys[0]?.keyId} is missing or does not match`,
  )
  expect(withoutKey.stdout).toContain('bank details of npt: 1 read, 1 failed')
})
