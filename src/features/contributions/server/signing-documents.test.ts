import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { clients } from '../../../clients/clients.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { afterReply, hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { sampleOf } from '../../../testing/property-runs.ts'
import { signingCalls } from '../../../testing/signatures/signing-calls.ts'
import { listDocuments } from '../../documents/documents.contract.ts'
import { cancelContribution } from '../contributions.contract.ts'
import { getSigningOutcome, listPendingDocuments } from '../pending-documents.contract.ts'

let portal: TestApp
let worker: JobWorker
let staff: Person
let calls: ReturnType<typeof signingCalls>

beforeAll(async () => {
  portal = await startTestApp()
  const { databases, documentFiles, signatures } = portal
  worker = await startJobWorker({ databases, tasks, ...jobSettings, documentFiles, signatures })
  staff = await makeStaff(portal)
  calls = signingCalls(portal, staff)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const fund = () => makeFund(portal, { accountName: 'Heron Fund' })
const envelopeOf = (documentId: string) => portal.signatures.envelopeOf(documentId)
const pending = async (of: MadeFund, as: Person) =>
  (await portal.call(listPendingDocuments, { params: { fundId: of.fundId } }, { as: as.session })).reply.data
/** Posts a request that the browser would never send. */
const post = async (path: string, attributes: unknown, as: Person) => {
  const response = await portal.app.inject({
    method: 'POST',
    url: `/api/accounts/${path}`,
    headers: {
      host: hostOf('npt'),
      origin: originOf('npt'),
      'idempotency-key': randomUUID(),
      ...as.session.headers,
    },
    payload: command(attributes),
  })
  return { status: response.statusCode, body: { ...response.json(), traceId: '' } }
}

describe('signing (§2.10, §7)', () => {
  test('alone: leads to the provider, files the signed document, and tells everyone once', async () => {
    const of = await fund()
    const advisor = await makePersonOf(portal, of, 'primary_advisor')
    const { documentId, transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    expect(await pending(of, of.donor)).toMatchObject([
      { transactionId, accountId: of.accountId, maySign: true, waitsFor: null },
    ])
    expect(await pending(of, advisor)).toMatchObject([{ maySign: false }])
    const { reply } = await calls.sign(of, transactionId, of.donor)
    const address = new URL(reply.meta.url)
    expect(address.host).toBe('sign.quill.example')
    expect(address.searchParams.get('returnTo')).toBe(
      `http://npt.localhost:3000/sign-pending-document?signing=${transactionId}`,
    )
    const { envelopeId } = envelopeOf(documentId)
    portal.signatures.sign(envelopeId, of.donor.user.userId)
    expect(await Promise.all([calls.webhook(envelopeId), calls.webhook(envelopeId)])).toEqual([204, 204])
    await jobsDone(portal)
    expect(await calls.webhook(envelopeId)).toBe(204)
    const mails = await calls.mailsAbout(of)
    expect(mails.map(({ kind, to_address: to }) => [kind, to]).toSorted()).toEqual(
      [
        ['document-prepared', of.donor.user.email],
        ['document-signed', clients.npt?.support.email],
        ['document-signed', of.donor.user.email],
        ['document-signed', advisor.user.email],
      ].toSorted(),
    )
    expect(await pending(of, of.donor)).toEqual([])
    const filed = await portal.call(listDocuments, { params: { fundId: of.fundId } }, { as: advisor.session })
    expect(filed.reply.data).toMatchObject([
      { type: 'contribution', fileName: `Gift Agreement ${transactionId}.pdf` },
    ])
    expect((await calls.rowOf(of, transactionId)).document?.state).toBe('filed')
    expect((await calls.sign(of, transactionId, of.donor)).problem.detail).toBe(
      'You have already signed this document.',
    )
  })

  test('by two in order: the second waits for the first, and is notified when it is their turn', async () => {
    const of = await fund()
    const joint = await makePersonOf(portal, of, 'joint_donor')
    const { documentId, transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    expect(await pending(of, joint)).toMatchObject([{ maySign: false, waitsFor: expect.any(String) }])
    expect((await calls.sign(of, transactionId, joint)).status).toBe(409)
    const { envelopeId } = envelopeOf(documentId)
    portal.signatures.sign(envelopeId, of.donor.user.userId)
    await calls.webhook(envelopeId)
    await jobsDone(portal)
    expect(await pending(of, joint)).toMatchObject([{ maySign: true }])
    expect(await pending(of, of.donor)).toMatchObject([{ maySign: false }])
    portal.signatures.sign(envelopeId, joint.user.userId)
    await calls.webhook(envelopeId)
    const turns = (await calls.mailsAbout(of)).filter(mail => mail.kind === 'document-to-sign')
    expect(turns.map(mail => mail.to_address)).toEqual([joint.user.email])
    expect((await calls.rowOf(of, transactionId)).document?.state).toBe('filed')
  })

  test('declined: ends it, and tells staff the reason and the donors that it was declined', async () => {
    const of = await fund()
    const { documentId, transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    const { envelopeId } = envelopeOf(documentId)
    portal.signatures.decline(envelopeId, of.donor.user.userId, 'The amount is wrong')
    await calls.webhook(envelopeId)
    const mails = (await calls.mailsAbout(of)).filter(mail => mail.kind === 'document-declined')
    expect(
      mails.filter(mail => mail.body.includes('The amount is wrong')).map(mail => mail.to_address),
    ).toEqual([clients.npt?.support.email])
    expect(mails).toHaveLength(2)
    expect(await calls.rowOf(of, transactionId)).toMatchObject({
      document: { state: 'declined', signers: [{ state: 'declined', reason: 'The amount is wrong' }] },
      mayPrepare: true,
    })
  })

  test('while the provider is down: says so with its name (§8), and works when it is back', async () => {
    const of = await fund()
    const { transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    portal.signatures.isDown = true
    const refused = await calls.sign(of, transactionId, of.donor)
    portal.signatures.isDown = false
    expect(refused.problem).toMatchObject({ status: 503, title: 'Service Unavailable', service: 'Quill' })
    expect(await pending(of, of.donor)).toMatchObject([{ maySign: true }])
    expect((await calls.sign(of, transactionId, of.donor)).status).toBe(200)
  })

  test.each(
    sampleOf(
      [
        'https://sign.quill.example.evil.example/',
        'http://sign.quill.example/',
        'https://evil@sign.quill.example/',
        'https://sign.quill.example:8443/',
        'javascript:alert(1)',
        'https://npt.localhost.evil.example/',
      ],
      2,
    ),
  )('never answers with the address %s (§7)', async address => {
    const of = await fund()
    const { transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    const before = portal.signatures.address
    portal.signatures.address = () => address
    const answer = await calls.sign(of, transactionId, of.donor)
    portal.signatures.address = before
    expect(answer.status).toBe(503)
    expect(JSON.stringify(answer.problem)).not.toContain('evil')
  })

  test('needs the ids of the account and the transaction, which must belong together (§5)', async () => {
    const [of, other] = [await fund(), await fund()]
    const { transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    const sign = async (fundId: number, attributes: object, as: Person) =>
      await post(`${fundId}/pending-documents/sign`, attributes, as)
    const { accountId } = of
    expect((await sign(of.fundId, { transactionId }, of.donor)).status).toBe(400)
    expect((await sign(of.fundId, { accountId }, of.donor)).status).toBe(400)
    const unknown = await sign(
      other.fundId,
      { accountId: other.accountId, transactionId: 999_999 },
      other.donor,
    )
    const foreign = await sign(other.fundId, { accountId: other.accountId, transactionId }, other.donor)
    const mixed = await sign(other.fundId, { accountId, transactionId }, other.donor)
    for (const answer of [unknown, foreign, mixed]) expect(answer.status).toBe(404)
    expect(foreign).toEqual(unknown)
    expect(mixed).toEqual(unknown)
  })

  test('is possible for an account that was entered, and not for one on hold (§16)', async () => {
    const of = await makeFund(portal, { status: 'Entered', balanceMinor: 0n })
    const { transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    expect((await calls.sign(of, transactionId, of.donor)).status).toBe(200)
    const held = await fund()
    const second = await calls.prepare(held)
    await jobsDone(portal)
    await setStatusOf(portal.database.admin, held.accountId, 'Immobile')
    expect(await pending(held, held.donor)).toMatchObject([{ maySign: false }])
    expect((await calls.sign(held, second.transactionId, held.donor)).problem.title).toBe('Access denied.')
  })
})

describe('cancelling (§10)', () => {
  const cancel = (of: MadeFund, contributionId: string) =>
    portal.call(
      cancelContribution,
      { params: { fundId: of.fundId, contributionId }, body: command({ reason: 'Entered twice' }) },
      { as: staff.session },
    )

  test('withdraws the document at its provider, and tells the donors', async () => {
    const of = await fund()
    const { contributionId, documentId, transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    const answers = await Promise.all([cancel(of, contributionId), cancel(of, contributionId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const mails = await calls.mailsAbout(of)
    expect(mails.at(-1)).toMatchObject({ kind: 'document-withdrawn', to_address: of.donor.user.email })
    expect(envelopeOf(documentId).envelope.state).toBe('voided')
    expect(await calls.rowOf(of, transactionId)).toMatchObject({
      state: 'cancelled',
      cancelReason: 'Entered twice',
      document: { state: 'voided' },
      mayPrepare: false,
      mayCancel: false,
    })
    expect(await pending(of, of.donor)).toEqual([])
  })

  test('that comes after the last signature files the document nevertheless', async () => {
    const of = await fund()
    const { contributionId, documentId, transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    portal.signatures.sign(envelopeOf(documentId).envelopeId, of.donor.user.userId)
    expect((await cancel(of, contributionId)).status).toBe(200)
    await jobsDone(portal)
    expect(await calls.rowOf(of, transactionId)).toMatchObject({
      state: 'cancelled',
      document: { state: 'filed' },
    })
  })
})

describe('webhooks of a provider', () => {
  test('are refused with a wrong signature, an empty body, a large body or an unknown provider', async () => {
    const of = await fund()
    const { documentId, transactionId } = await calls.prepare(of)
    await jobsDone(portal)
    const { envelopeId } = envelopeOf(documentId)
    portal.signatures.sign(envelopeId, of.donor.user.userId)
    expect(await calls.webhook(envelopeId, { signature: '0'.repeat(64) })).toBe(401)
    expect(await calls.webhook(envelopeId, { body: `{"envelopeId":"${randomUUID()}"}` })).toBe(401)
    expect(await calls.webhook(envelopeId, { body: '' })).toBe(400)
    expect(await calls.webhook(envelopeId, { body: 'x'.repeat(300_000) })).toBe(413)
    expect(await calls.webhook(envelopeId, { provider: 'nobody' })).toBe(404)
    await jobsDone(portal)
    expect((await calls.rowOf(of, transactionId)).document?.state).toBe('pending')
    expect(await calls.webhook(randomUUID())).toBe(204)
    expect(await calls.webhook(envelopeId)).toBe(204)
    await jobsDone(portal)
    expect((await calls.rowOf(of, transactionId)).document?.state).toBe('filed')
  })
})

test('the session lasts until 30 minutes after the redirect: a return after 29 minutes works, after 31 not (§9)', async () => {
  const clock = testClock(new Date())
  const later = await startTestApp({ clock })
  try {
    const of = await makeFund(later)
    const { transactionId } = await makeExpectedContribution(later, of, {
      userId: of.donor.user.userId,
      isPending: true,
      at: clock.now(),
    })
    // The session was renewed long before.
    clock.advance(20 * 60_000)
    const sign = signingCalls(later, of.donor).sign
    const redirected = await sign(of, transactionId, of.donor)
    const session = afterReply(of.donor.session, redirected.headers)
    const params = { fundId: of.fundId, transactionId }
    clock.advance(31 * 60_000)
    expect((await later.call(getSigningOutcome, { params }, { as: session })).status).toBe(401)
    clock.advance(-2 * 60_000)
    const back = await later.call(getSigningOutcome, { params }, { as: session })
    expect(back.reply).toMatchObject({ state: 'pending', ownState: 'waiting' })
  } finally {
    await later.close()
  }
})
