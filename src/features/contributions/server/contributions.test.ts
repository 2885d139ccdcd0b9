import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { clients } from '../../../clients/clients.ts'
import type { Sent } from '../../../contract/endpoint.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { signingCalls } from '../../../testing/signatures/signing-calls.ts'
import { listDocuments } from '../../documents/documents.contract.ts'
import {
  cancelContribution,
  enterContribution,
  listAccountContributions,
  prepareContributionDocument,
} from '../contributions.contract.ts'
import { listPendingDocuments } from '../pending-documents.contract.ts'

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
type Attributes = Sent<typeof enterContribution>['body']['data']['attributes']
const enter = (
  of: Pick<MadeFund, 'fundId'>,
  attributes: Attributes,
  as = staff,
  idempotencyKey: string = randomUUID(),
) =>
  portal.call(
    enterContribution,
    { params: { fundId: of.fundId }, body: command(attributes) },
    { as: as.session, idempotencyKey },
  )
/** Posts what no browser of ours would. */
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

describe('entering a contribution (§10)', () => {
  test('by a double click enters it once, and records it in the audit log', async () => {
    const of = await fund()
    const key = randomUUID()
    const attributes: Attributes = {
      needsCountersignature: true,
      content: { kind: 'wire', amountMinor: 10_000_00n },
    }
    const [one, two] = await Promise.all([
      enter(of, attributes, staff, key),
      enter(of, attributes, staff, key),
    ])
    expect(one.reply).toEqual(two.reply)
    expect(await calls.rowOf(of, one.reply.transactionId)).toMatchObject({
      kind: 'wire',
      amountMinor: 10_000_00n,
      state: 'expected',
      enteredBy: 'Prudence Gale',
      needsCountersignature: true,
      document: null,
      mayPrepare: true,
      mayCancel: true,
    })
    const { rows } = await portal.database.admin.query(
      `select kind, user_id from audit_event where detail ->> 'contribution' = $1`,
      [one.reply.contributionId],
    )
    expect(rows).toEqual([{ kind: 'contribution-entered', user_id: staff.user.userId }])
  })

  const share = { ticker: 'brk.b', description: 'Berkshire Hathaway Inc.', quantity: '12.500000' }
  test('keeps the exact quantities of securities', async () => {
    const of = await fund()
    const content: Attributes['content'] = {
      kind: 'securities',
      assets: [share, { ...share, ticker: null, quantity: '999999999999.999999' }],
    }
    const { reply } = await enter(of, { needsCountersignature: false, content })
    expect((await calls.rowOf(of, reply.transactionId)).assets).toEqual([
      { ...share, ticker: 'BRK.B' },
      { ...share, ticker: null, quantity: '999999999999.999999' },
    ])
  })

  test.each([
    ['an amount of nothing', { kind: 'cash', amountMinor: '0' }],
    ['a negative amount', { kind: 'cash', amountMinor: '-5' }],
    ['an amount beyond every account', { kind: 'wire', amountMinor: '100000000000000' }],
    ['securities without lines', { kind: 'securities', assets: [] }],
    ['more lines than a page has', { kind: 'securities', assets: Array.from({ length: 21 }, () => share) }],
    ['a quantity of zero', { kind: 'securities', assets: [{ ...share, quantity: '0.000' }] }],
    ['a quantity as a power', { kind: 'securities', assets: [{ ...share, quantity: '1e9' }] }],
    ['a ticker with markup', { kind: 'securities', assets: [{ ...share, ticker: '<b>' }] }],
    ['hidden text direction', { kind: 'securities', assets: [{ ...share, description: 'A\u202eB' }] }],
    ['both an amount and lines', { kind: 'securities', amountMinor: '5' }],
    ['another kind', { kind: 'crypto', amountMinor: '5' }],
  ])('refuses %s', async (_what, content) => {
    const { fundId } = await fund()
    const answer = await post(`${fundId}/contributions`, { needsCountersignature: false, content }, staff)
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    const { rows } = await portal.database.admin.query(
      'select from contribution c join fund_account a using (book, account_id) where fund_id = $1',
      [fundId],
    )
    expect(rows).toEqual([])
  })

  test('is possible for an account that was entered, and not for one on hold or closed (§16)', async () => {
    const content: Attributes = {
      needsCountersignature: false,
      content: { kind: 'cash', amountMinor: 5_00n },
    }
    for (const [status, expected] of [
      ['Entered', 200],
      ['Immobile', 409],
      ['Closed', 400],
    ] as const)
      expect((await enter(await makeFund(portal, { status }), content)).status, status).toBe(expected)
  })

  test('shows the service team the contributions of its account alone', async () => {
    const [own, other] = [await fund(), await fund()]
    const service = await makePersonOf(portal, own, 'service_team')
    await makeRelationship(portal.databases, other, { user: service.user, role: 'donor' })
    const content: Attributes = {
      needsCountersignature: false,
      content: { kind: 'cash', amountMinor: 5_00n },
    }
    expect((await enter(own, content, service)).status).toBe(200)
    expect((await enter(other, content, service)).problem.title).toBe('Access denied.')
    const list = async (of: MadeFund) =>
      await portal.call(listAccountContributions, { params: { fundId: of.fundId } }, { as: service.session })
    expect((await list(own)).reply.data).toHaveLength(1)
    expect((await list(other)).status).toBe(404)
  })
})

describe('preparing a document (§10)', () => {
  test('draws a tagged PDF from the managed text with the account’s data, and sends it once', async () => {
    const of = await fund()
    const content = {
      kind: 'securities' as const,
      assets: [{ ticker: 'HRN', description: 'Heron plc', quantity: '1250.5' }],
    }
    const { contributionId, documentId, transactionId } = await calls.prepare(of, { content })
    const params = { fundId: of.fundId, contributionId }
    const again = await Promise.all(
      [1, 2].map(() =>
        portal.call(prepareContributionDocument, { params, body: command({}) }, { as: staff.session }),
      ),
    )
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    await jobsDone(portal)
    const { envelope } = envelopeOf(documentId)
    expect(portal.signatures.envelopes.size).toBeGreaterThan(0)
    expect(
      [...portal.signatures.envelopes.values()].filter(each => each.request.accountId === of.accountId),
    ).toHaveLength(1)
    expect(envelope.request).toMatchObject({
      subject: `Letter of Authorization ${transactionId}`,
      signers: [{ userId: of.donor.user.userId, routingOrder: 1 }],
    })
    const { structure, language } = await readPdf(Buffer.from(envelope.request.document.bytes))
    expect(language).toBe('en-US')
    for (const text of [
      'Letter of Authorization',
      'Heron Fund',
      String(of.fundId),
      'Heron plc',
      'HRN',
      '1,250.5',
      'NPT Giving',
    ])
      expect(structure.text).toContain(text)
    expect(structure.text).not.toMatch(/[{}]/)
  })

  test('asks donors before joint donors, and the sponsor last', async () => {
    const of = await fund()
    const joint = await makePersonOf(portal, of, 'joint_donor')
    const { documentId } = await calls.prepare(of, { needsCountersignature: true })
    await jobsDone(portal)
    expect(
      envelopeOf(documentId).envelope.request.signers.map(({ userId, routingOrder }) => [
        userId,
        routingOrder,
      ]),
    ).toEqual([
      [of.donor.user.userId, 1],
      [joint.user.userId, 2],
      [null, 3],
    ])
  })

  test('is refused while a donor has no login, who is named', async () => {
    const of = await fund()
    await makeRelationship(portal.databases, of, { role: 'joint_donor', email: 'post@people.example' })
    await expect(calls.prepare(of)).rejects.toThrow(/must sign, but cannot do so online/)
  })
})

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

  test('by two in order: the second waits for the first, and is told when it is their turn', async () => {
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

  test.each([
    'https://sign.quill.example.evil.example/',
    'http://sign.quill.example/',
    'https://evil@sign.quill.example/',
    'https://sign.quill.example:8443/',
    'javascript:alert(1)',
    'https://npt.localhost.evil.example/',
  ])('never answers with the address %s (§7)', async address => {
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
