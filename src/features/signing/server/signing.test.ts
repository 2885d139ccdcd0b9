import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startJobWorker } from '../../../server/jobs/worker.ts'
import { NotTheirTurn, type SignatureProvider } from '../../../server/signatures/provider.ts'
import { makeSealerPem } from '../../../server/signatures/seal/make-sealer.ts'
import { readSealer, type Sealer } from '../../../server/signatures/seal/sealer.ts'
import { verifySealedPdf } from '../../../server/signatures/seal/verify-sealed-pdf.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeEnvelope, providerOf, signerOf, sponsor } from '../../../testing/factories/make-envelope.ts'
import { pdfOf } from '../../../testing/factories/make-file.ts'
import { makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { linesOfPdf } from '../../../testing/pdf/pdf-js.ts'
import type { Drawing } from '../domain/signature.ts'
import {
  consentToSigning,
  declineToSign,
  getEnvelope,
  getEnvelopeDocument,
  signDocument,
} from '../signing.contract.ts'
import { sealEnvelope } from './seal-envelope.ts'

const clock = testClock()
let portal: TestApp
let provider: SignatureProvider
let sealer: Sealer
beforeAll(async () => {
  portal = await startTestApp({ clock })
  provider = providerOf(portal)
  sealer = readSealer(await makeSealerPem('Almoner test', new Date()), 'The seal')
})
afterAll(() => portal.close())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const show = (envelopeId: string, as: TestSession) =>
  portal.call(getEnvelope, { params: { envelopeId } }, { as })
const agree = async (envelopeId: string, as: TestSession) => {
  const { version } = (await show(envelopeId, as)).reply.data.consent
  return await portal.call(consentToSigning, { params: { envelopeId }, body: command({ version }) }, { as })
}
const sign = (envelopeId: string, as: TestSession, drawing: Drawing | null = null) =>
  portal.call(
    signDocument,
    { params: { envelopeId }, body: command({ name: 'Ann Taylor', drawing, intends: true as const }) },
    { as },
  )
const agreeAndSign = async (envelopeId: string, as: TestSession, drawing: Drawing | null = null) => {
  await agree(envelopeId, as)
  return await sign(envelopeId, as, drawing)
}
const decline = (envelopeId: string, as: TestSession, reason = 'The amount is wrong.') =>
  portal.call(declineToSign, { params: { envelopeId }, body: command({ reason }) }, { as })

/** Seals as the job does. */
const seal = (envelopeId: string) =>
  sealEnvelope.run(
    { envelopeId },
    {
      ...jobSettings,
      db: portal.databases.book('npt'),
      origin: { book: 'npt' },
      mailer: null,
      documentFiles: portal.documentFiles,
      sealer,
      signal: new AbortController().signal,
    },
  )
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
    expect((await show(envelopeId, joint.session)).reply.data).toMatchObject({
      state: 'sent',
      place: { isTheirTurn: false, isSponsor: false, hasConsented: false },
    })
    const early = await sign(envelopeId, joint.session)
    expect(early.problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Others have to sign'),
    })
    const without = await sign(envelopeId, fund.donor.session)
    expect(without.problem.detail).toBe('Please agree to sign electronically first.')

    const drawing: Drawing = [
      [
        [10, 100],
        [200, 20],
        [400, 150],
      ],
      [[500, 100]],
    ]
    const { reply } = await agreeAndSign(envelopeId, fund.donor.session, drawing)
    expect(reply.data.place.state).toBe('signed')
    expect((await agreeAndSign(envelopeId, joint.session)).status).toBe(200)
    expect((await provider.status(envelopeId)).state).toBe('sent')
    await expect(provider.signedDocument(envelopeId)).rejects.toThrow('is not completed')
    const last = await agreeAndSign(envelopeId, staff.session)
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
    await agreeAndSign(envelopeId, fund.donor.session)
    await vi.waitFor(async () => expect((await provider.status(envelopeId)).state).toBe('completed'), 15_000)
    await worker.stop()
  })

  test('ends when somebody declines, with their reason', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(fund.donor), signerOf(joint)] })
    expect((await decline(envelopeId, joint.session)).reply.data.state).toBe('declined')
    expect(await provider.status(envelopeId)).toMatchObject({
      state: 'declined',
      signers: expect.arrayContaining([
        expect.objectContaining({ signerId: joint.user.userId, reason: 'The amount is wrong.' }),
      ]),
    })
    const { problem } = await sign(envelopeId, fund.donor.session)
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
    const { problem } = await agree(first, fund.donor.session)
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
      'the sponsor must sign last',
    )
  })
})

describe('who signs (§14)', () => {
  test('an envelope does not exist for anybody without a place in it', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    const others = [
      (await makePersonOf(portal, fund, 'joint_donor')).session,
      (await makePersonOf(portal, fund, 'primary_advisor')).session,
      (await makePersonOf(portal, fund, 'service_team')).session,
      (await makeFund(portal)).donor.session,
      (await makeStaff(portal)).session,
      (await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })).session,
    ]
    const unknown = '0197e0a0-0000-7000-8000-000000000000'
    for (const as of others) {
      const answers = [await show(envelopeId, as), await sign(envelopeId, as), await decline(envelopeId, as)]
      const nothing = [await show(unknown, as), await sign(unknown, as), await decline(unknown, as)]
      const withoutTrace = ({ problem }: (typeof answers)[number]) => ({ ...problem, traceId: '' })
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(answers.map(withoutTrace)).toEqual(nothing.map(withoutTrace))
      const { status } = await portal.call(getEnvelopeDocument, { params: { envelopeId } }, { as })
      expect(status).toBe(404)
    }
    expect((await show(envelopeId, fund.donor.session)).status).toBe(200)
  })

  test('an envelope of another book does not exist', async () => {
    const fund = await makeFund(portal, { book: 'rathbones' })
    const envelopeId = await makeEnvelope(portal, fund)
    expect((await show(envelopeId, (await makeFund(portal)).donor.session)).status).toBe(404)
    await expect(provider.status(envelopeId)).rejects.toThrow('there is no envelope')
    await expect(provider.signedDocument(envelopeId)).rejects.toThrow()
  })

  test('a signer who is no longer a donor signs nothing', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(joint)] })
    await agree(envelopeId, joint.session)
    await portal.database.admin.query(
      `with off as (select set_config('session_replication_role', 'replica', true))
       update account_relationship r set ended_at = now() from off, party p
        where p.book = r.book and p.party_id = r.party_id and p.user_id = $1`,
      [joint.user.userId],
    )
    expect((await sign(envelopeId, joint.session)).status).toBe(404)
  })

  test('nobody countersigns what they sign as a donor, nor without the permission', async () => {
    const fund = await makeFund(portal)
    const both = await makeStaff(portal)
    const { makeRelationship } = await import('../../../testing/factories/make-relationship.ts')
    await makeRelationship(portal.databases, fund, { user: both.user, role: 'joint_donor' })
    const without = await makeStaff(portal, { roles: [{ role: 'super_user', actions: ['DOCUMENT_VIEW'] }] })
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(both), sponsor(2)] })
    expect((await show(envelopeId, without.session)).status).toBe(404)
    expect((await agreeAndSign(envelopeId, both.session)).reply.data.place.isSponsor).toBe(false)
    const { problem } = await sign(envelopeId, both.session)
    expect(problem.detail).toBe('You have already signed this document. Nothing else is needed.')
    await expect(
      portal.database.admin.query(
        `update envelope_signer set state = 'signed', decided_by = $2, decided_by_name = 'x', decided_at = now(), typed_name = 'x'
          where envelope_id = $1 and user_id is null`,
        [envelopeId, both.user.userId],
      ),
    ).rejects.toThrow('in two places')
  })

  test('nothing is signed for a closed account, and an accepted one may sign (§16)', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
    expect((await agree(envelopeId, fund.donor.session)).problem).toMatchObject({ title: 'Access denied.' })
    await setStatusOf(portal.database.admin, fund.accountId, 'Entered')
    expect((await agreeAndSign(envelopeId, fund.donor.session)).status).toBe(200)
  })
})

describe('two at once', () => {
  test('two tabs sign once, and the second gets a clear sentence', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    await agree(envelopeId, fund.donor.session)
    const answers = await Promise.all([1, 2, 3].map(() => sign(envelopeId, fund.donor.session)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.detail).toBe(
      'You have already signed this document. Nothing else is needed.',
    )
    expect((await auditOf(envelopeId)).filter(kind => kind === 'document-signed')).toHaveLength(1)
  })

  test('two last signers at once lead to one seal', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const envelopeId = await makeEnvelope(portal, fund, { signers: [signerOf(fund.donor), signerOf(joint)] })
    const answers = await Promise.all([
      agreeAndSign(envelopeId, fund.donor.session),
      agreeAndSign(envelopeId, joint.session),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const seals = await Promise.allSettled([seal(envelopeId), seal(envelopeId)])
    expect(seals.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await auditOf(envelopeId)).filter(kind => kind === 'document-sealed')).toHaveLength(1)
    expect((await provider.status(envelopeId)).state).toBe('completed')
  })
})

describe('input', () => {
  test.each([
    ['no name', { name: ' ', drawing: null, intends: true }],
    ['a name with a line break', { name: 'Ann\nTaylor', drawing: null, intends: true }],
    ['no intent', { name: 'Ann Taylor', drawing: null, intends: false }],
    ['an empty drawing', { name: 'Ann Taylor', drawing: [], intends: true }],
    ['a point outside the pad', { name: 'Ann Taylor', drawing: [[[601, 1]]], intends: true }],
    ['markup in place of a point', { name: 'Ann Taylor', drawing: [[['1"/><script>', 1]]], intends: true }],
    ['too many points', { name: 'Ann Taylor', drawing: [Array(5001).fill([1, 1])], intends: true }],
  ])('refuses %s', async (_what, attributes) => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    await agree(envelopeId, fund.donor.session)
    // Not by the contract, which would refuse to send it.
    const { statusCode } = await portal.app.inject({
      method: 'POST',
      url: `/api/envelopes/${envelopeId}/sign`,
      headers: { host: hostOf('npt'), origin: originOf('npt'), ...fund.donor.session.headers },
      payload: command(attributes),
    })
    expect(statusCode).toBe(400)
    expect((await show(envelopeId, fund.donor.session)).reply.data.place.state).toBe('waiting')
  })

  test('refuses a consent to another text', async () => {
    const fund = await makeFund(portal)
    const envelopeId = await makeEnvelope(portal, fund)
    const body = command({ version: 'a'.repeat(64) })
    const { problem } = await portal.call(
      consentToSigning,
      { params: { envelopeId }, body },
      { as: fund.donor.session },
    )
    expect(problem.detail).toContain('has changed')
  })
})
