import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EncryptedFiles, encryptedFiles } from '../../../server/files/encrypted-files.ts'
import { rotateKeys } from '../../../server/files/rotate-keys.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../testing/factories/make-fund.ts'
import { listDocuments } from '../documents.contract.ts'
import { cleanDocuments } from './clean-documents.ts'
import { applyRetention } from './retention.ts'
import { type DocumentStore, keyOfDocument } from './store-document.ts'

const clock = testClock()
let portal: TestApp
let store: DocumentStore
beforeAll(async () => {
  portal = await startTestApp({ clock })
  store = { book: 'npt', db: portal.databases.book('npt'), documentFiles: portal.documentFiles }
})
afterAll(() => portal.close())

const rowOf = async (documentId: string) =>
  (await portal.database.admin.query('select * from document where document_id = $1', [documentId])).rows[0]
const close = ({ accountId }: MadeFund, day: string | null) =>
  portal.database.admin.query(
    `with off as (select set_config('session_replication_role', 'replica', true))
     update fund_account set account_status = case when $2::date is null then 'Active' else 'Closed' end, closed_on = $2
       from off where account_id = $1`,
    [accountId, day],
  )
const retainOn = (day: string) =>
  applyRetention(store, { today: day, now: new Date(`${day}T03:20:00Z`), dueApplications: [] })

describe('retention (§17)', () => {
  test('lists what is due, and deletes it with its key and bytes 30 days later', async () => {
    const fund = await makeFund(portal)
    const [identity, letter] = [
      await makeDocument(portal, fund, { type: 'identity' }),
      await makeDocument(portal, fund, { type: 'correspondence' }),
    ]
    const open = await makeDocument(portal, await makeFund(portal))
    await close(fund, '2026-11-20')
    expect(await retainOn('2031-11-19')).toEqual({ listed: 0, removed: 0 })
    expect(await retainOn('2031-11-20')).toEqual({ listed: 1, removed: 0 })
    const { session } = await makePersonOf(portal, fund, 'service_team')
    const { data } = (await portal.call(listDocuments, { params: { fundId: fund.fundId } }, { as: session }))
      .reply
    expect(data.find(row => row.documentId === identity)?.deletionDate).toBe('2031-12-19')
    expect(data.find(row => row.documentId === letter)?.deletionDate).toBeNull()
    expect(await retainOn('2031-12-19')).toEqual({ listed: 0, removed: 0 })
    expect(await retainOn('2031-12-20')).toEqual({ listed: 0, removed: 1 })
    expect(await rowOf(identity)).toMatchObject({
      state: 'removed',
      removal_reason: 'retention',
      data_key: null,
    })
    const key = keyOfDocument('npt', identity)
    expect(await portal.files.get(key)).not.toBeNull()
    await cleanDocuments(store, new Date('2031-12-20T04:00:00Z'))
    expect(await portal.files.get(key)).toBeNull()
    const { rows } = await portal.database.admin.query(
      `select kind, user_id, detail ->> 'reason' as reason from audit_event where detail ->> 'document' = $1 order by seq desc limit 1`,
      [identity],
    )
    expect(rows).toEqual([{ kind: 'document-removed', user_id: null, reason: 'retention' }])
    expect(await retainOn('2036-11-20')).toEqual({ listed: 1, removed: 0 })
    expect((await rowOf(letter)).removal_listed_at).not.toBeNull()
    expect((await rowOf(open)).removal_listed_at).toBeNull()
  })

  test('does not delete listed documents if the account was reopened in the meantime', async () => {
    const fund = await makeFund(portal)
    const documentId = await makeDocument(portal, fund, { type: 'identity' })
    await close(fund, '2020-01-01')
    await retainOn('2026-01-01')
    expect((await rowOf(documentId)).removal_listed_at).not.toBeNull()
    await close(fund, null)
    await retainOn('2026-03-01')
    expect(await rowOf(documentId)).toMatchObject({ state: 'stored', removal_listed_at: null })
  })
})

test('quarantined files are removed after 30 days, links after one', async () => {
  const fund = await makeFund(portal)
  const documentId = await makeDocument(portal, fund)
  await portal.database.admin.query(
    `insert into document (book, account_id, type, name, media_type, bytes, sha256, readers, key_id, data_key, added_at, storing_since, state, finding)
      select book, account_id, type, 'bad.pdf', media_type, bytes, sha256, readers, key_id, data_key, '2026-11-20', '2026-11-20', 'quarantined', 'x'
        from document where document_id = $1`,
    [documentId],
  )
  const states = async () =>
    (await portal.database.admin.query(`select state, removal_reason from document where name = 'bad.pdf'`))
      .rows
  await cleanDocuments(store, new Date('2026-12-19T00:00:00Z'))
  expect(await states()).toEqual([{ state: 'quarantined', removal_reason: null }])
  await cleanDocuments(store, new Date('2026-12-21T00:00:00Z'))
  expect(await states()).toEqual([{ state: 'removed', removal_reason: 'quarantine' }])
})

describe('the rotation of keys', () => {
  const older = { keyId: 'test', key: Buffer.alloc(32, 7) }
  const newer = { keyId: 'newer', key: randomBytes(32) }
  const readAll = async (documentFiles: DocumentStore['documentFiles'], documentId: string) => {
    const { key_id: keyId, data_key: wrapped, bytes } = await rowOf(documentId)
    const parts: Buffer[] = []
    const file = { key: keyOfDocument('npt', documentId), dataKey: { keyId, wrapped }, bytes }
    for await (const part of documentFiles.read(file)) parts.push(part)
    return Buffer.concat(parts).toString()
  }

  const rotate = ({ keys }: EncryptedFiles) =>
    rotateKeys({ db: store.db, keys, table: 'document', ownerOf: id => keyOfDocument('npt', id) })

  test('lets the older key be withdrawn, changes no bytes, and may be repeated', async () => {
    const fund = await makeFund(portal)
    const documentId = await makeDocument(portal, fund, { bytes: Buffer.from('%PDF-1.7 Ada') })
    const before = await portal.files.get(keyOfDocument('npt', documentId))
    const both = encryptedFiles(portal.files, [newer, older])
    const first = await rotate(both)
    expect([first.rotated > 0, first.failed]).toEqual([true, []])
    expect(await rotate(both)).toEqual({ rotated: 0, failed: [] })
    expect(await readAll(encryptedFiles(portal.files, [newer]), documentId)).toBe('%PDF-1.7 Ada')
    expect(await portal.files.get(keyOfDocument('npt', documentId))).toEqual(before)
    // Without the key, each document is named and stays as it is.
    const failing = await rotate(encryptedFiles(portal.files, [older]))
    expect(failing.rotated).toBe(0)
    expect(failing.failed).toContainEqual({ rowId: documentId, keyId: 'newer' })
    expect(await readAll(both, documentId)).toBe('%PDF-1.7 Ada')
  })
})
