import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envelopeOwners } from '../../../app/server/envelope-owners.ts'
import { encryptedFiles } from '../../../server/files/encrypted-files.ts'
import { folderFiles } from '../../../server/files/folder-files.ts'
import type { SignatureProviders } from '../../../server/signatures/providers.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { killProgram } from '../../../testing/database/kill-program.ts'
import { testDocumentKeys } from '../../../testing/document-keys.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import { pdfOf } from '../../../testing/factories/make-file.ts'
import { makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import type { StepToStopAt } from '../../../testing/signatures/advance-program.ts'
import type { MemoryProvider } from '../../../testing/signatures/memory-provider.ts'
import { documentPlace, signingCalls } from '../../../testing/signatures/signing-calls.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { uploadDocument } from '../../documents/documents.contract.ts'
import { embeddedProvider } from '../../signing/server/embedded-provider.ts'
import { decide, setEnvelopeState } from '../../signing/server/envelopes.queries.ts'
import { advance } from './advance-document.ts'
import { pollDocuments, pollIntervalMs } from './poll-documents.ts'

let portal: TestApp
let calls: ReturnType<typeof signingCalls>

beforeAll(async () => {
  portal = await startTestApp()
  calls = signingCalls(portal, await makeStaff(portal))
})
afterAll(() => portal.close())

/** No worker runs here: the test itself advances documents, as the job does. */
const advanceNow = (documentId: string) => advance(documentPlace(portal), documentId)
const stateOf = async (documentId: string): Promise<string> => {
  const { rows } = await portal.database.admin.query(
    'select state from contribution_document where contribution_document_id = $1',
    [documentId],
  )
  return rows[0].state
}
/** The e-mails that the steps have queued. */
const eventsOf = async (documentId: string): Promise<string[]> => {
  const { rows } = await portal.database.admin.query(
    `select payload -> 'payload' ->> 'event' as event from graphile_worker._private_jobs
      where payload -> 'payload' ->> 'documentId' = $1 and payload -> 'payload' ->> 'event' is not null order by id`,
    [documentId],
  )
  return rows.map(row => row.event)
}
const filedOf = async (accountId: string) => {
  const { rows } = await portal.database.admin.query(
    `select state from document where account_id = $1 and state <> 'removed'`,
    [accountId],
  )
  return rows
}

/** Lets the next call of this kind fail, as if the program had ended there. */
const failOnce = (call: Parameters<MemoryProvider['before']>[0]) => {
  let hasFailed = false
  portal.signatures.before = name => {
    if (name !== call || hasFailed) return
    hasFailed = true
    throw new Error('the program ended')
  }
}

describe('a document whose job ends', () => {
  test.each([
    ['before its envelope is created', () => failOnce('createEnvelope')],
    [
      'before the portal knows its envelope',
      () => {
        portal.signatures.afterCreate = () => {
          portal.signatures.afterCreate = () => {}
          throw new Error('the program ended')
        }
      },
    ],
    ['before its provider is asked', () => failOnce('status')],
    ['before the signed document is fetched', () => failOnce('signedDocument')],
  ])('%s is found by the next poll, signed and filed once', async (_when, arm) => {
    const fund = await makeFund(portal)
    const { documentId } = await calls.prepare(fund)
    arm()
    // The first run creates the envelope, or fails; the second follows the signature, or fails.
    await advanceNow(documentId).catch(() => undefined)
    await advanceNow(documentId).catch(() => undefined)
    const { envelopeId } = portal.signatures.envelopeOf(documentId)
    portal.signatures.sign(envelopeId, fund.donor.user.userId)
    await advanceNow(documentId).catch(() => undefined)
    portal.signatures.before = () => {}
    expect(await pollDocuments(portal.databases.book('npt'), new Date())).toBe(0)
    const later = new Date(Date.now() + pollIntervalMs + 1000)
    if ((await stateOf(documentId)) !== 'filed')
      expect(await pollDocuments(portal.databases.book('npt'), later)).toBeGreaterThan(0)
    await advanceNow(documentId)
    await advanceNow(documentId)
    expect(await stateOf(documentId)).toBe('filed')
    expect(await filedOf(fund.accountId)).toEqual([{ state: 'stored' }])
    expect(await eventsOf(documentId)).toEqual(['prepared', 'filed'])
    const made = [...portal.signatures.envelopes.values()].filter(
      ({ request: { about } }) => 'accountId' in about && about.accountId === fund.accountId,
    )
    expect(made).toHaveLength(1)
  })

  test('is advanced by one of two concurrent jobs at each step', async () => {
    const fund = await makeFund(portal)
    const { documentId } = await calls.prepare(fund)
    await Promise.allSettled([advanceNow(documentId), advanceNow(documentId)])
    const { envelopeId } = portal.signatures.envelopeOf(documentId)
    portal.signatures.sign(envelopeId, fund.donor.user.userId)
    await Promise.allSettled([advanceNow(documentId), advanceNow(documentId)])
    await advanceNow(documentId)
    expect(await stateOf(documentId)).toBe('filed')
    expect(await filedOf(fund.accountId)).toEqual([{ state: 'stored' }])
    expect(await eventsOf(documentId)).toEqual(['prepared', 'filed'])
  })
})

test('files a signed document even if the fund has the 1,000 documents that can be uploaded (§17)', async () => {
  const fund = await makeFund(portal)
  const letter = await makeDocument(portal, fund, { type: 'correspondence' })
  await portal.database.admin.query(
    `insert into document (book, account_id, type, name, media_type, bytes, sha256, readers, key_id, data_key, added_at)
      select book, account_id, type, name, media_type, bytes, sha256, readers, key_id, data_key, added_at
        from document, generate_series(1, 999) where document_id = $1`,
    [letter],
  )
  const service = await makePersonOf(portal, fund, 'service_team')
  const uploaded = await portal.call(
    uploadDocument,
    { params: { fundId: fund.fundId }, query: { name: 'a.pdf', type: 'other' }, upload: pdfOf() },
    { as: service.session },
  )
  expect(uploaded.problem.detail).toContain('up to 1,000 documents')
  const { documentId } = await calls.prepare(fund)
  await advanceNow(documentId)
  portal.signatures.sign(portal.signatures.envelopeOf(documentId).envelopeId, fund.donor.user.userId)
  await advanceNow(documentId)
  expect(await stateOf(documentId)).toBe('filed')
})

test('a webhook that is lost is found by polling, after 15 minutes', async () => {
  const fund = await makeFund(portal)
  const { documentId } = await calls.prepare(fund)
  await advanceNow(documentId)
  portal.signatures.decline(portal.signatures.envelopeOf(documentId).envelopeId, fund.donor.user.userId, 'No')
  const db = portal.databases.book('npt')
  const before = await pollDocuments(db, new Date(Date.now() + pollIntervalMs - 60_000))
  expect(before).toBe(0)
  expect(await pollDocuments(db, new Date(Date.now() + pollIntervalMs + 1000))).toBeGreaterThan(0)
  await advanceNow(documentId)
  expect(await stateOf(documentId)).toBe('declined')
  expect(await pollDocuments(db, new Date(Date.now() + 10 * pollIntervalMs))).toBe(0)
})

/** The portal's own provider. Sealing is another job's work, so the signed document is any PDF. */
const embedded: SignatureProviders = {
  owners: envelopeOwners,
  nameFor: () => 'embedded',
  open: (_name, place) => ({ ...embeddedProvider(place), signedDocument: async () => pdfOf() }),
}

/** Runs a program that advances the document, and kills it when it has come to the step. */
async function killAt(step: StepToStopAt, documentId: string, folder: string): Promise<void> {
  await killProgram(portal.database, 'signatures/advance-program.ts', { folder, documentId, step })
}

test.each<StepToStopAt>(['after-envelope', 'after-status', 'before-filing', 'after-bytes'])(
  'a document whose program is killed %s is filed once',
  { timeout: 120_000 },
  async step => {
    const folder = temporaryDirectory('killed')
    const documentFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
    const place = { ...documentPlace(portal), documentFiles, signatures: embedded }
    const fund = await makeFund(portal)
    const { documentId } = await calls.prepare(fund)
    if (step === 'after-envelope') await killAt(step, documentId, folder)
    await advance(place, documentId)
    const { rows } = await portal.database.admin.query(
      'select envelope_id from envelope where account_id = $1',
      [fund.accountId],
    )
    expect(rows).toHaveLength(1)
    const { userId } = fund.donor.user
    const signature = { at: new Date(), userId, name: 'Ada Finch', typedName: 'Ada Finch', drawing: null }
    await decide(place.db, rows[0].envelope_id, userId, { state: 'signed', ...signature })
    await setEnvelopeState(place.db, rows[0].envelope_id, 'signed')
    await setEnvelopeState(place.db, rows[0].envelope_id, 'completed')
    if (step !== 'after-envelope') await killAt(step, documentId, folder)
    expect(await pollDocuments(place.db, new Date(Date.now() + pollIntervalMs + 1000))).toBeGreaterThan(0)
    await advance(place, documentId)
    expect(await stateOf(documentId)).toBe('filed')
    expect(await filedOf(fund.accountId)).toEqual([{ state: 'stored' }])
    expect(await eventsOf(documentId)).toEqual(['prepared', 'filed'])
  },
)
