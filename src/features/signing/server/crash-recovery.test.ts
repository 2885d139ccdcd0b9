import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EncryptedFiles, encryptedFiles } from '../../../server/files/encrypted-files.ts'
import { folderFiles } from '../../../server/files/folder-files.ts'
import { makeSealerPem } from '../../../server/signatures/seal/make-sealer.ts'
import { readSealer } from '../../../server/signatures/seal/sealer.ts'
import { verifySealedPdf } from '../../../server/signatures/seal/verify-sealed-pdf.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { killProgram } from '../../../testing/database/kill-program.ts'
import { testDocumentKeys } from '../../../testing/document-keys.ts'
import { makeEnvelope, providerOf, signerOf } from '../../../testing/factories/make-envelope.ts'
import { pdfOf } from '../../../testing/factories/make-file.ts'
import { makeFund, type Person } from '../../../testing/factories/make-fund.ts'
import { sealAt, signingAt } from '../../../testing/signing.ts'
import type { SigningProgram, SigningStep } from '../../../testing/signing-program.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { cleanEnvelopes } from './clean-envelopes.ts'

const folder = temporaryDirectory('signing')
const documentFiles: EncryptedFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
const steps: readonly SigningStep[] = ['before-bytes', 'within-bytes', 'before-completion']
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

let portal: TestApp
let store: { book: string; db: ReturnType<TestApp['databases']['book']>; documentFiles: EncryptedFiles }
beforeAll(async () => {
  portal = await startTestApp({ settings: { documentFiles } })
  store = { book: 'npt', db: portal.databases.book('npt'), documentFiles }
})
afterAll(() => portal.close())

const provider = () => providerOf({ ...portal, documentFiles })
const filesInStore = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile()).length

/** Runs the program until it stops at the step, and kills it there. */
async function killAt(step: SigningStep, work: SigningProgram['work']): Promise<void> {
  const given: Omit<SigningProgram, 'server'> = { folder, step, work }
  await killProgram(portal.database, 'signing-program.ts', given)
}

async function signAs({ session }: Person, envelopeId: string): Promise<void> {
  expect((await signingAt(portal).agreeAndSign(envelopeId, session)).status).toBe(200)
}

test.each(steps)(
  'a repeated request completes an envelope whose creation was killed %s',
  { timeout: 120_000 },
  async step => {
    const { accountId, donor } = await makeFund(portal)
    const request = {
      requestKey: `killed:${step}`,
      about: { kind: 'account' as const, accountId },
      subject: 'Gift agreement',
      signers: [signerOf(donor)],
    }
    const before = await filesInStore()
    const base64 = Buffer.from(pdfOf()).toString('base64')
    await killAt(step, { create: request, name: 'Gift agreement.pdf', base64 })
    const { rows } = await portal.database.admin.query(
      'select envelope_id, state from envelope where request_key = $1',
      [request.requestKey],
    )
    expect(rows).toMatchObject([{ state: 'preparing' }])
    await expect(provider().status(rows[0].envelope_id)).rejects.toThrow('there is no envelope')

    const document = { name: 'Gift agreement.pdf', bytes: pdfOf() }
    const { envelopeId } = await provider().createEnvelope({ ...request, document })
    expect(envelopeId).toBe(rows[0].envelope_id)
    expect((await provider().status(envelopeId)).state).toBe('sent')
    await cleanEnvelopes(store, inHours(2))
    expect(await filesInStore()).toBe(before + 1)
  },
)

test.each(steps)(
  'the job seals a signed envelope once after it was killed %s',
  { timeout: 120_000 },
  async step => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope({ ...portal, documentFiles }, fund)
    await signAs(fund.donor, envelopeId)
    const before = await filesInStore()
    const pem = await makeSealerPem('Almoner test', new Date())
    await killAt(step, { seal: envelopeId, pem })
    expect((await provider().status(envelopeId)).state).toBe('sent')
    await expect(provider().signedDocument(envelopeId)).rejects.toThrow('is not completed')

    await sealAt(portal, envelopeId, { documentFiles, sealer: readSealer(pem, 'The seal') })
    expect((await provider().status(envelopeId)).state).toBe('completed')
    await verifySealedPdf(Buffer.from(await provider().signedDocument(envelopeId)))
    await cleanEnvelopes(store, inHours(2))
    expect(await filesInStore()).toBe(before + 1)
  },
)

test('the clean-up retries a seal that was given up', async () => {
  const fund = await makeFund(portal)
  const envelopeId = await makeEnvelope({ ...portal, documentFiles }, fund)
  await signAs(fund.donor, envelopeId)
  const jobs = async () =>
    (
      await portal.database.admin.query(
        `select 1 from graphile_worker.jobs where key like '%' || $1 || '%'`,
        [envelopeId],
      )
    ).rowCount
  expect(await jobs()).toBe(1)
  await portal.database.admin.query(
    `select graphile_worker.remove_job(key) from graphile_worker.jobs where key like '%' || $1 || '%'`,
    [envelopeId],
  )
  expect(await jobs()).toBe(0)
  await cleanEnvelopes(store, new Date())
  expect(await jobs()).toBe(0)
  await cleanEnvelopes(store, inHours(1))
  expect(await jobs()).toBe(1)
})
