import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encryptedFiles } from '../../../../server/files/encrypted-files.ts'
import { rotateKeys } from '../../../../server/files/rotate-keys.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { pdfOf } from '../../../../testing/factories/make-file.ts'
import { makeFund, makePersonOf, makeStaff } from '../../../../testing/factories/make-fund.ts'
import { makeStaffDocument } from '../../../../testing/factories/make-staff-document.ts'
import {
  archiveStaffDocument,
  downloadStaffDocument,
  listStaffDocuments,
  uploadStaffDocument,
} from '../../staff-documents.contract.ts'
import { cleanStaffDocuments, retainStaffDocuments } from './maintain-staff-documents.ts'
import { keyOfStaffDocument, type StaffDocumentStore } from './upload-staff-document.ts'

const clock = testClock()
let finding: string | null = null
let portal: TestApp
let store: StaffDocumentStore
let staff: TestSession
let foreign: TestSession
beforeAll(async () => {
  portal = await startTestApp({ clock, settings: { scanFile: async () => ({ found: finding }) } })
  store = { realm: 'npt', realmDb: portal.databases.realm('npt'), documentFiles: portal.documentFiles }
  staff = (await makeStaff(portal)).session
  foreign = (await makeStaff(portal, { realm: 'rathbones' })).session
})
afterAll(() => portal.close())

const linkTo = (documentId: string, as: TestSession) =>
  portal.call(downloadStaffDocument, { params: { documentId } }, { as })
const archive = (documentId: string, isArchived: boolean, as = staff) =>
  portal.call(
    archiveStaffDocument,
    {
      params: { documentId },
      body: { data: { type: 'command' as const, attributes: { isArchived } } },
    },
    { as },
  )
const list = async (as: TestSession) =>
  (await portal.call(listStaffDocuments, { query: { first: 200 } }, { as })).reply.data
/** As a browser follows the link: by its cookie alone. */
const get = (href: string, as: TestSession | null, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: 'GET',
    url: href,
    headers: { host: hostOf(as?.client ?? 'npt'), ...(as ? { cookie: as.headers.cookie } : {}), ...headers },
  })
const auditOf = async (documentId: string) =>
  (
    await portal.database.admin.query<{ realm: string; kind: string }>(
      `select realm, kind from audit_event where detail ->> 'document' = $1 order by seq`,
      [documentId],
    )
  ).rows
const rowOf = async (documentId: string) =>
  (await portal.database.admin.query('select * from staff_document where document_id = $1', [documentId]))
    .rows[0]
const withoutTrace = (text: string) => ({ ...JSON.parse(text), traceId: undefined })

describe('a document of staff (§17)', () => {
  test('is encrypted at rest, downloaded whole and in ranges as an attachment, and audited once', async () => {
    const bytes = pdfOf()
    const documentId = await makeStaffDocument(portal, staff, { name: '../Board "minutes".PDF', bytes })
    expect((await list(staff))[0]).toMatchObject({ documentId, fileName: 'Board minutes.pdf' })
    const onDisk = Buffer.from((await portal.files.get(keyOfStaffDocument('npt', documentId))) ?? [])
    expect(onDisk.includes('%PDF')).toBe(false)
    const { href } = (await linkTo(documentId, staff)).reply
    const whole = await get(href, staff)
    expect(whole.rawPayload.equals(Buffer.from(bytes))).toBe(true)
    expect(whole.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/pdf' })
    expect(whole.headers['content-disposition']).toMatch(/^attachment; filename="Board minutes.pdf"/)
    const part = await get(href, staff, { range: 'bytes=0-3' })
    expect([part.statusCode, part.body]).toEqual([206, '%PDF'])
    expect(await auditOf(documentId)).toEqual([
      { realm: 'npt', kind: 'staff-document-added' },
      { realm: 'npt', kind: 'staff-document-downloaded' },
    ])
  })

  test('does not exist for another realm, by its id, its link, or its rows', async () => {
    const documentId = await makeStaffDocument(portal, staff)
    const { href } = (await linkTo(documentId, staff)).reply
    for (const [answer, unknown] of [
      [await linkTo(documentId, foreign), await linkTo(crypto.randomUUID(), foreign)],
      [await archive(documentId, true, foreign), await archive(crypto.randomUUID(), true, foreign)],
    ] as const)
      expect([answer.status, { ...answer.problem, traceId: '' }]).toEqual([
        404,
        { ...unknown.problem, traceId: '' },
      ])
    const followed = await get(href, foreign)
    expect([followed.statusCode, withoutTrace(followed.body)]).toEqual([
      404,
      withoutTrace((await get(`/documents/staff/${'x'.repeat(43)}`, foreign)).body),
    ])
    expect((await list(foreign)).map(row => row.documentId)).not.toContain(documentId)
    const foreignDb = portal.databases.realm('rathbones')
    expect(await foreignDb.selectFrom('staff_document').select('document_id').execute()).toEqual([])
    expect(await foreignDb.selectFrom('staff_document_download').select('issued_at').execute()).toEqual([])
    const book = portal.databases.book('npt')
    await expect(book.selectFrom('staff_document').select('document_id').execute()).rejects.toThrow(
      'permission denied',
    )
    await expect(
      foreignDb
        .insertInto('staff_document_download')
        .values({
          token_hash: randomBytes(32),
          document_id: documentId,
          session_id: crypto.randomUUID(),
          issued_at: new Date(),
        })
        .execute(),
    ).rejects.toThrow('foreign key')
    expect((await rowOf(documentId)).archived_at).toBeNull()
  })

  test('is refused to a service team, to staff without the permission on the realm, and to other sessions', async () => {
    const documentId = await makeStaffDocument(portal, staff)
    const { href } = (await linkTo(documentId, staff)).reply
    const service = (await makePersonOf(portal, await makeFund(portal), 'service_team')).session
    const grants = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'DOCUMENT_MANAGE'] }],
    })
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    for (const as of [service, grants.session]) {
      expect((await linkTo(documentId, as)).status).toBe(404)
      expect((await portal.call(listStaffDocuments, {}, { as })).status).toBe(404)
    }
    expect((await linkTo(documentId, auditor.session)).status).toBe(200)
    for (const as of [service, grants.session, auditor.session]) {
      const upload = { query: { name: 'a.pdf', type: 'other' as const }, upload: pdfOf() }
      expect((await portal.call(uploadStaffDocument, upload, { as })).problem.title).toBe('Access denied.')
      expect((await archive(documentId, true, as)).problem.title).toBe('Access denied.')
      expect((await get(href, as)).statusCode).toBe(404)
    }
    expect((await get(href, null)).statusCode).toBe(401)
    clock.advance(60_001)
    expect((await get(href, staff)).json().detail).toContain('expired')
  })

  test('is refused if it is not a document, and quarantined with a finding', async () => {
    const send = (bytes: string) =>
      portal.call(
        uploadStaffDocument,
        { query: { name: 'a.pdf', type: 'other' }, upload: new Uint8Array(Buffer.from(bytes)) },
        { as: staff },
      )
    expect((await send('<html>')).problem.errors?.file).toHaveLength(1)
    const before = (await list(staff)).length
    finding = 'Eicar'
    try {
      const { problem } = await portal.call(
        uploadStaffDocument,
        { query: { name: 'a.pdf', type: 'other' }, upload: pdfOf() },
        { as: staff },
      )
      expect(problem.errors?.file?.[0]).toContain('Eicar')
    } finally {
      finding = null
    }
    expect(await list(staff)).toHaveLength(before)
    const at = new Date(Date.now() + 31 * 86_400_000)
    await cleanStaffDocuments(store, at)
    const { rows } = await portal.database.admin.query(
      `select removal_reason, data_key from staff_document where finding = 'Eicar'`,
    )
    expect(rows).toEqual([{ removal_reason: 'quarantine', data_key: null }])
  })
})

describe('keeping documents of staff (§17)', () => {
  const retainOn = (day: string) =>
    retainStaffDocuments(store, { today: day, now: new Date(`${day}T03:20:00Z`) })

  test('lists what was archived ten years ago, and deletes it with its key and bytes 30 days later', async () => {
    const [inUse, old, restored] = [
      await makeStaffDocument(portal, staff),
      await makeStaffDocument(portal, staff),
      await makeStaffDocument(portal, staff),
    ]
    const today = clock.now().toISOString().slice(0, 10)
    const in10Years = `${Number(today.slice(0, 4)) + 10}${today.slice(4)}`
    const daysAfter = (days: number) =>
      new Date(Date.parse(in10Years) + days * 86_400_000).toISOString().slice(0, 10)
    for (const documentId of [old, restored])
      expect((await archive(documentId, true)).reply.archivedDate).not.toBeNull()
    expect((await archive(old, true)).status).toBe(200)
    expect(await retainOn(daysAfter(-1))).toEqual({ listed: 0, removed: 0 })
    expect(await retainOn(in10Years)).toEqual({ listed: 2, removed: 0 })
    expect((await list(staff)).find(row => row.documentId === old)?.deletionDate).toBe(daysAfter(29))
    expect((await archive(restored, false)).reply).toMatchObject({ archivedDate: null, deletionDate: null })
    expect(await retainOn(daysAfter(29))).toEqual({ listed: 0, removed: 0 })
    expect(await retainOn(daysAfter(30))).toEqual({ listed: 0, removed: 1 })
    const key = keyOfStaffDocument('npt', old)
    expect(await portal.files.get(key)).not.toBeNull()
    await cleanStaffDocuments(store, new Date(`${daysAfter(31)}T04:00:00Z`))
    expect(await portal.files.get(key)).toBeNull()
    expect((await rowOf(old)).data_key).toBeNull()
    expect((await rowOf(inUse)).state).toBe('stored')
    expect((await auditOf(old)).map(({ kind }) => kind)).toEqual([
      'staff-document-added',
      'staff-document-archived',
      'staff-document-removed',
    ])
    expect((await auditOf(restored)).at(-1)?.kind).toBe('staff-document-restored')
  })

  test('gives up what was never completed, and removes its bytes', async () => {
    const documentId = await makeStaffDocument(portal, staff)
    await portal.database.admin.query(
      `with off as (select set_config('session_replication_role', 'replica', true))
       update staff_document set state = 'storing', stored_at = null from off where document_id = $1`,
      [documentId],
    )
    expect((await list(staff)).map(row => row.documentId)).not.toContain(documentId)
    await cleanStaffDocuments(store, new Date(Date.now() + 2 * 3_600_000))
    expect(await portal.files.get(keyOfStaffDocument('npt', documentId))).toBeNull()
    expect(await rowOf(documentId)).toMatchObject({ state: 'removed', data_key: null })
  })

  test('rotates their keys without a change of their bytes', async () => {
    const documentId = await makeStaffDocument(portal, staff)
    const older = { keyId: 'test', key: Buffer.alloc(32, 7) }
    const newer = { keyId: 'newer', key: randomBytes(32) }
    const { keys } = encryptedFiles(portal.files, [newer, older])
    const ownerOf = (id: string) => keyOfStaffDocument('npt', id)
    const { failed } = await rotateKeys({ db: store.realmDb, keys, table: 'staff_document', ownerOf })
    expect(failed).toEqual([])
    const { key_id: keyId, data_key: wrapped, bytes } = await rowOf(documentId)
    expect(keyId).toBe('newer')
    const key = keyOfStaffDocument('npt', documentId)
    const parts: Buffer[] = []
    for await (const part of encryptedFiles(portal.files, [newer]).read({
      key,
      dataKey: { keyId, wrapped },
      bytes,
    }))
      parts.push(part)
    expect(Buffer.concat(parts).equals(Buffer.from(pdfOf()))).toBe(true)
  })
})

test('a realm has at most 1,000 staff documents, also if two are added concurrently', async () => {
  const { admin } = portal.database
  await admin.query(
    `with off as (select set_config('session_replication_role', 'replica', true))
     insert into staff_document (realm, type, name, media_type, bytes, sha256, key_id, data_key, added_by, added_at, state, stored_at)
      select d.realm, d.type, d.name, d.media_type, d.bytes, d.sha256, d.key_id, d.data_key, d.added_by, d.added_at, 'stored', now()
        from off, (select * from staff_document where realm = 'npt' and state = 'stored' limit 1) d,
          generate_series(1, 999 - (select count(*) from staff_document where realm = 'npt' and state <> 'removed')::int)`,
  )
  const send = () =>
    portal.call(
      uploadStaffDocument,
      { query: { name: 'a.pdf', type: 'other' }, upload: pdfOf() },
      { as: staff },
    )
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
