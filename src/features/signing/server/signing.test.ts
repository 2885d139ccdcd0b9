import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { KeyRing } from '../../../server/files/data-keys.ts'
import { encryptedFiles } from '../../../server/files/encrypted-files.ts'
import { rotateKeys } from '../../../server/files/rotate-keys.ts'
import { startJobWorker } from '../../../server/jobs/worker.ts'
import { NotTheirTurn, type SignatureProvider } from '../../../server/signatures/provider.ts'
import { makeSealerPem } from '../../../server/signatures/seal/make-sealer.ts'
import { readSealer, type Sealer } from '../../../server/signatures/seal/sealer.ts'
import { verifySealedPdf } from '../../../server/signatures/seal/verify-sealed-pdf.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { testDocumentKeys } from '../../../testing/document-keys.ts'
import { makeEnvelope, providerOf, signerOf, sponsor } from '../../../testing/factories/make-envelope.ts'
import { pdfOf } from '../../../testing/factories/make-file.ts'
import { makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { linesOfPdf } from '../../../testing/pdf-js.ts'
import { commandOf, sealAt, signingAt } from '../../../testing/signing.ts'
import type { Drawing } from '../domain/signature.ts'
import { signDocument } from '../signing.contract.ts'
import { type EnvelopeStore, keyOfFile, readFile } from './envelope-store.ts'
import { sealEnvelope } from './seal-envelope.ts'

let portal: TestApp
let provider: SignatureProvider
let sealer: Sealer
let signing: ReturnType<typeof signingAt>
beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  provider = providerOf(portal)
  signing = signingAt(portal)
  sealer = readSealer(await makeSealerPem('Almoner test', new Date()), 'The seal')
})
afterAll(() => portal.close())

const seal = (envelopeId: string) =>
  sealAt(portal, envelopeId, { documentFiles: portal.documentFiles, sealer })
const auditOf = async (envelopeId: string) =>
  (
    await portal.database.admin.query<{ kind: string }>(
      `select kind from audit_event where detail ->> 'envelope' = $1 order by seq`,
      [envelopeId],
    )
  ).rows.map(({ kind }) => kind)

describe('an envelope', () => {
  test('is signed by its signers in turn, countersigned, sealed, and recorded', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const staff = await makeStaff(portal)
    const document = pdfOf()
    const envelopeId = await makeEnvelope(portal, fund, {
      bytes: document,
      signers: [signerOf(fund.donor, 1), signerOf(joint, 2), sponsor(3)],
    })
    expect((await signing.show(envelopeId, joint.session)).reply.data).toMatchObject({
      state: 'sent',
      place: { isTheirTurn: false, isSponsor: false, hasConsented: false },
    })
    const early = await signing.sign(envelopeId, joint.session)
    expect(early.problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Others have to sign'),
    })
    const without = await signing.sign(envelopeId, fund.donor.session)
    expect(without.problem.detail).toBe('Please agree to sign electronically first.')

    const drawing: Drawing = [
      [
        [10, 100],
        [200, 20],
        [400, 150],
      ],
      [[500, 100]],
    ]
    const { reply } = await signing.agreeAndSign(envelopeId, fund.donor.session, drawing)
    expect(reply.data.place.state).toBe('signed')
    expect((await signing.agreeAndSign(envelopeId, joint.session)).status).toBe(200)
    expect((await provider.status(envelopeId)).state).toBe('sent')
    await expect(provider.signedDocument(envelopeId)).rejects.toThrow('is not completed')
    const last = await signing.agreeAndSign(envelopeId, staff.session)
    expect(last.reply.data).toMatchObject({ state: 'signed', place: { isSponsor: true } })

    await seal(envelopeId)
    await seal(envelopeId)
    const status = await provider.status(envelopeId)
    expect(status.state).toBe('completed')
    expect(status.signers.map(({ state }) => state)).toEqual(['signed', 'signed', 'signed'])
    const sealed = Buffer.from(await provider.signedDocument(envelopeId))
    expect((await verifySealedPdf(sealed)).original.sha256).toBe(hash('sha256', document))
    const text = (await linesOfPdf(sealed)).flat().join('\n')
    for (const part of [
      'Record of signatures',
      'Ann Taylor',
      '127.0.0.1',
      'Agreed to sign electronically',
      staff.user.lastName,
    ])
      expect(text).toContain(part)
    expect(await auditOf(envelopeId)).toEqual([
      'envelope-created',
      ...['signing-consented', 'document-signed'],
      ...['signing-consented', 'document-signed'],
      ...['signing-consented', 'document-signed'],
      'document-sealed',
    ])
  })

  test('asks about a typed name that is not the signer’s, and shows it to the countersigner and in the record', async () => {
    const fund = await makeFund(portal)
    const staff = await makeStaff(portal)
    const { session, user } = fund.donor
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(fund.donor, 1), sponsor(2)] })
    await signing.agree(envelopeId, session)
    const sign = (name: string, confirmsName: boolean) =>
      portal.call(
        signDocument,
        {
          params: { envelopeId },
          body: commandOf({ name, confirmsName, drawing: null, intends: true as const }),
        },
        { as: session },
      )
    const name = `${user.firstName} ${user.lastName}`
    const asked = await sign('Nguyễn Mouse', false)
    expect([asked.status, asked.problem.errors]).toEqual([
      400,
      {
        name: [
          `You typed Nguyễn Mouse. Your name here is ${name}. Do you want to sign as Nguyễn Mouse? Confirm it, or type your name.`,
        ],
      },
    ])
    expect((await sign('Nguye\u0302\u0303n\u00a0Mouse\u200b', true)).status).toBe(200)
    const { signers } = (await signing.show(envelopeId, staff.session)).reply.data
    expect(signers.map(({ signature }) => signature)).toEqual([
      { typedName: 'Nguyễn Mouse', isTheirs: false },
      null,
    ])
    await signing.agreeAndSign(envelopeId, staff.session)
    await seal(envelopeId)
    const text = (await linesOfPdf(Buffer.from(await provider.signedDocument(envelopeId)))).flat().join(' ')
    expect(text).toContain(`Typed another name than ${name}: “Nguyễn Mouse”`)
  })

  test('is signed without a question with initials, in another order and without marks', async () => {
    const fund = await makeFund(portal)
    const { session, user } = fund.donor
    const envelopeId = await makeEnvelope(portal, fund)
    await signing.agree(envelopeId, session)
    const name = `${user.lastName.toUpperCase()}, ${user.firstName} X.`
    const body = commandOf({ name, confirmsName: false, drawing: null, intends: true as const })
    const { reply } = await portal.call(signDocument, { params: { envelopeId }, body }, { as: session })
    expect(reply.data.signers[0]?.signature).toEqual({ typedName: name, isTheirs: true })
  })

  test('is sealed by a job after the last signature', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    const worker = await startJobWorker({
      databases: portal.databases,
      tasks: [sealEnvelope],
      ...jobSettings,
      documentFiles: portal.documentFiles,
      sealer,
    })
    await signing.agreeAndSign(envelopeId, fund.donor.session)
    await vi.waitFor(async () => expect((await provider.status(envelopeId)).state).toBe('completed'), 15_000)
    await worker.stop()
  })

  test('ends when a signer declines, with their reason', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(fund.donor), signerOf(joint)] })
    expect((await signing.decline(envelopeId, joint.session)).reply.data.state).toBe('declined')
    expect(await provider.status(envelopeId)).toMatchObject({
      state: 'declined',
      signers: expect.arrayContaining([
        expect.objectContaining({ signerId: joint.user.userId, reason: 'The amount is wrong.' }),
      ]),
    })
    const { problem } = await signing.sign(envelopeId, fund.donor.session)
    expect(problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Another signer has declined'),
    })
  })

  test('is created once per request, and withdrawn once', async () => {
    const fund = await makeFund(portal)
    const requestKey = `contribution:${fund.accountId}`
    const first = await makeEnvelope(portal, fund, { requestKey })
    expect(await makeEnvelope(portal, fund, { requestKey })).toBe(first)
    await provider.voidEnvelope(first, 'Entered by mistake')
    await provider.voidEnvelope(first, 'Entered by mistake')
    expect((await provider.status(first)).state).toBe('voided')
    const { problem } = await signing.agree(first, fund.donor.session)
    expect(problem).toMatchObject({ status: 409, detail: expect.stringContaining('was withdrawn') })
    expect(await auditOf(first)).toEqual(['envelope-created', 'envelope-voided'])
  })

  test('gives an address to the signer whose turn it is, which comes back within the portal only', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(fund.donor), sponsor(2)] })
    const address = (signerId: string, returnTo: string) =>
      provider.signingAddress({ envelopeId, signerId, returnTo: new URL(returnTo) })
    const { userId } = fund.donor.user
    const own = await address(userId, 'http://npt.localhost:3000/sign-pending-document?sort=name')
    expect(String(own)).toBe(
      `http://npt.localhost:3000/sign/${envelopeId}?returnTo=%2Fsign-pending-document%3Fsort%3Dname`,
    )
    expect(provider.hosts).toContain(own.hostname)
    expect(String(await address(userId, 'https://evil.example/'))).not.toContain('evil')
    await expect(address('sponsor', 'http://npt.localhost:3000/')).rejects.toThrow(NotTheirTurn)
  })

  test('refuses a document that could not be sealed', async () => {
    const fund = await makeFund(portal)
    await expect(makeEnvelope(portal, fund, { bytes: Buffer.from('Letter') })).rejects.toThrow()
    const signed = Buffer.concat([pdfOf(), Buffer.from('/ByteRange [0 1 2 3]')])
    await expect(makeEnvelope(portal, fund, { bytes: signed })).rejects.toThrow('has a signature already')
    const misplaced = [sponsor(1), signerOf(fund.donor, 2)]
    await expect(makeEnvelope(portal, fund, { signers: misplaced })).rejects.toThrow(
      'the sponsor does not sign last',
    )
  })
})

describe('concurrent signers', () => {
  test('two tabs sign once, and the second is told why it was refused', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    await signing.agree(envelopeId, fund.donor.session)
    const answers = await Promise.all([1, 2, 3].map(() => signing.sign(envelopeId, fund.donor.session)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.detail).toBe(
      'You have already signed this document. You don’t need to do anything else.',
    )
    expect((await auditOf(envelopeId)).filter(kind => kind === 'document-signed')).toHaveLength(1)
  })

  test('two last signers lead to one seal', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(fund.donor), signerOf(joint)] })
    const answers = await Promise.all([
      signing.agreeAndSign(envelopeId, fund.donor.session),
      signing.agreeAndSign(envelopeId, joint.session),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const seals = await Promise.allSettled([seal(envelopeId), seal(envelopeId)])
    expect(seals.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await auditOf(envelopeId)).filter(kind => kind === 'document-sealed')).toHaveLength(1)
    expect((await provider.status(envelopeId)).state).toBe('completed')
  })
})

test('an envelope is readable with a newer key alone once the keys were rotated', async () => {
  const document = pdfOf()
  const envelopeId = await makeEnvelope(portal, await makeFund(portal), { bytes: document })
  const db = portal.databases.book('npt')
  const newer = { keyId: 'newer', key: Buffer.alloc(32, 9) }
  const withKeys = (...ring: KeyRing) => ({
    book: 'npt',
    db,
    documentFiles: encryptedFiles(portal.files, ring),
  })
  const rotate = ({ documentFiles: { keys } }: EnvelopeStore) =>
    rotateKeys({ db, keys, table: 'envelope_file', ownerOf: id => keyOfFile('npt', id) })
  const { rotated, failed } = await rotate(withKeys(newer, ...testDocumentKeys))
  expect([rotated > 0, failed]).toEqual([true, []])
  expect(await readFile(withKeys(newer), envelopeId, 'original')).toEqual(Buffer.from(document))
  await rotate(withKeys(...testDocumentKeys, newer))
  expect(await readFile(withKeys(...testDocumentKeys), envelopeId, 'original')).toEqual(Buffer.from(document))
})
