import { hash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encryptedFiles } from '../../../server/files/encrypted-files.ts'
import { folderFiles } from '../../../server/files/folder-files.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { killProgram } from '../../../testing/database/kill-program.ts'
import { testDocumentKeys } from '../../../testing/document-keys.ts'
import type { StepToStopAt } from '../../../testing/document-program.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { cleanDocuments } from './clean-documents.ts'
import {
  type DocumentStore,
  keyOfDocument,
  type NewDocument,
  storeDocument,
  storeDocumentInJob,
} from './store-document.ts'

const folder = temporaryDirectory('documents')
const files = folderFiles(folder)
const at = new Date('2026-11-20T15:00:00Z')
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
let database: TestDatabase
let store: DocumentStore
beforeAll(async () => {
  database = await createTestDatabase()
  store = {
    book: 'npt',
    db: database.databases.book('npt'),
    documentFiles: encryptedFiles(files, testDocumentKeys),
  }
})
afterAll(() => database.drop())

const letter = (accountId: string, about: Partial<NewDocument> = {}): NewDocument => ({
  accountId,
  type: 'correspondence',
  name: 'Letter of 2 May',
  mediaType: 'application/pdf',
  bytes: Buffer.from('%PDF-1.7 Dear Ada Finch'),
  addedBy: null,
  at,
  ...about,
})
const rowOf = async (documentId: string) =>
  (await database.admin.query('select * from document where document_id = $1', [documentId])).rows[0]
const rowsOf = async (accountId: string) =>
  (await database.admin.query('select * from document where account_id = $1 order by added_at', [accountId]))
    .rows
const bytesOf = (documentId: string) => files.get(keyOfDocument('npt', documentId))
const auditEvents = async (documentId: string) =>
  (
    await database.admin.query<{ kind: string; detail: object }>(
      `select kind, detail from audit_event where detail ->> 'document' = $1 order by seq`,
      [documentId],
    )
  ).rows

describe('storing a document', () => {
  test('stores its bytes encrypted, its digest, the readers of its type, and one audit event', async () => {
    const { accountId } = await makeAccount(database.databases)
    const { documentId, isNew } = await storeDocument(store, letter(accountId))
    expect(isNew).toBe(true)
    expect(await rowOf(documentId)).toMatchObject({
      state: 'stored',
      name: 'Letter of 2 May.pdf',
      bytes: 23,
      sha256: hash('sha256', '%PDF-1.7 Dear Ada Finch', 'buffer'),
      readers: ['donor', 'joint_donor', 'primary_advisor', 'service_team'],
    })
    const stored = await bytesOf(documentId)
    expect(stored?.includes('Ada')).toBe(false)
    expect(await auditEvents(documentId)).toMatchObject([
      { kind: 'document-added', detail: { account: accountId, type: 'correspondence' } },
    ])
  })

  test('completes it together with the rows of the caller, or not at all', async () => {
    const { accountId } = await makeAccount(database.databases)
    const failing = storeDocument(store, letter(accountId), () =>
      Promise.reject(new Error('no such quarter')),
    )
    await expect(failing).rejects.toThrow('no such quarter')
    const [row] = await rowsOf(accountId)
    expect(row).toMatchObject({ state: 'removed', removal_reason: 'abandoned', data_key: null })
    await cleanDocuments(store, new Date())
    expect(await bytesOf(row.document_id)).toBeNull()
  })

  test('stores what a repeated job makes once, also if two run at the same time', async () => {
    const { accountId } = await makeAccount(database.databases)
    const cause = `statement:2026-Q3:${accountId}`
    const [one, two] = await Promise.allSettled([
      storeDocument(store, letter(accountId, { cause })),
      storeDocument(store, letter(accountId, { cause })),
    ])
    // The later attempt may take over from the earlier, which then fails and is repeated by its job.
    expect([one, two].some(({ status }) => status === 'fulfilled')).toBe(true)
    const third = await storeDocument(store, letter(accountId, { cause }))
    expect(third.isNew).toBe(false)
    expect((await rowsOf(accountId)).filter(row => row.state === 'stored')).toHaveLength(1)
  })

  test('of jobs that run at the same time, those that are overtaken end without an error', async () => {
    const { accountId } = await makeAccount(database.databases)
    const signed = letter(accountId, { cause: `envelope:quill:${accountId}` })
    const completed: string[] = []
    await Promise.all(
      Array.from({ length: 5 }, () =>
        storeDocumentInJob(store, signed, async (_trx, documentId) => {
          completed.push(documentId)
        }),
      ),
    )
    expect(completed).toHaveLength(1)
    expect((await rowsOf(accountId)).filter(row => row.state === 'stored')).toHaveLength(1)
    const broken = { ...store.documentFiles, put: () => Promise.reject(new Error('disk full')) }
    const other = letter(accountId, { cause: `envelope:quill:other:${accountId}` })
    await expect(storeDocumentInJob({ ...store, documentFiles: broken }, other)).rejects.toThrow('disk full')
  })

  test('is refused as an upload beyond 1,000 documents of a fund, also under concurrent requests', async () => {
    const { accountId } = await makeAccount(database.databases)
    const { documentId } = await storeDocument(store, letter(accountId))
    await database.admin.query(
      `insert into document (book, account_id, type, name, media_type, bytes, sha256, readers, key_id, data_key, added_at,
          state, stored_at)
        select book, account_id, type, name, media_type, bytes, sha256, readers, key_id, data_key, added_at, state, stored_at
          from document, generate_series(1, 997) where document_id = $1`,
      [documentId],
    )
    const uploaded = {
      addedBy: { userId: randomUUID(), sessionId: randomUUID(), address: '127.0.0.1' },
    }
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, () => storeDocument(store, letter(accountId, uploaded))),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(storeDocument(store, letter(accountId, uploaded))).rejects.toThrow(/1,000 documents/)
    expect((await storeDocument(store, letter(accountId))).isNew).toBe(true)
  })

  test('never names viewers as readers of documents about people, their money and their assets (§14)', async () => {
    const { accountId } = await makeAccount(database.databases)
    for (const type of ['tax', 'application', 'identity', 'death-certificate', 'asset'] as const)
      await expect(
        storeDocument(store, letter(accountId, { type, readers: ['viewer'] })),
      ).rejects.toMatchObject({
        constraint: 'not_for_viewers',
      })
  })

  test('leaves no document and no bytes if the store of files fails', async () => {
    const { accountId } = await makeAccount(database.databases)
    const broken = { ...store.documentFiles, put: () => Promise.reject(new Error('disk full')) }
    await expect(storeDocument({ ...store, documentFiles: broken }, letter(accountId))).rejects.toThrow(
      'disk full',
    )
    expect(await rowsOf(accountId)).toMatchObject([{ state: 'removed', removal_reason: 'abandoned' }])
  })

  test('fails if the clean-up abandoned it in the meantime, and its bytes are removed', async () => {
    const { accountId } = await makeAccount(database.databases)
    const slow = {
      ...store.documentFiles,
      put: async (...given: Parameters<DocumentStore['documentFiles']['put']>) => {
        await cleanDocuments(store, inHours(2))
        await store.documentFiles.put(...given)
      },
    }
    const storing = storeDocument({ ...store, documentFiles: slow }, letter(accountId))
    await expect(storing).rejects.toThrow(/took too long/)
    const [row] = await rowsOf(accountId)
    expect(await bytesOf(row.document_id)).not.toBeNull()
    await cleanDocuments(store, inHours(3))
    expect(await bytesOf(row.document_id)).toBeNull()
    await cleanDocuments(store, inHours(30))
    expect(await rowOf(row.document_id)).toMatchObject({
      state: 'removed',
      bytes_removed_at: expect.any(Date),
    })
  })
})

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => entry.name)

test.each<StepToStopAt>(['before-bytes', 'within-bytes', 'before-completion'])(
  'leaves neither a document nor bytes when the program is killed %s',
  { timeout: 120_000 },
  async step => {
    const { accountId } = await makeAccount(database.databases)
    const itsFolder = temporaryDirectory('killed')
    await killProgram(database, 'document-program.ts', { folder: itsFolder, accountId, step })
    const [row] = await rowsOf(accountId)
    expect(row.state).toBe('storing')
    const left = await filesIn(itsFolder).catch(() => [])
    expect(left.length).toBe(step === 'before-bytes' ? 0 : 1)
    const itsStore = { ...store, documentFiles: encryptedFiles(folderFiles(itsFolder), testDocumentKeys) }
    await cleanDocuments(itsStore, inHours(2))
    expect((await rowOf(row.document_id)).state).toBe('removed')
    expect(await filesIn(join(itsFolder)).catch(() => [])).toEqual([])
    expect(await auditEvents(row.document_id)).toEqual([])
  },
)
