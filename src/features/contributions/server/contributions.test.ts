import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import type { Sent } from '../../../contract/endpoint.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeAnnouncement } from '../../../testing/factories/make-announcement.ts'
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
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { nodesOf, readPdf } from '../../../testing/read-pdf.ts'
import { signingCalls } from '../../../testing/signatures/signing-calls.ts'
import {
  enterContribution,
  listAccountContributions,
  prepareContributionDocument,
} from '../contributions.contract.ts'

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
      [...portal.signatures.envelopes.values()].filter(
        ({ request: { about } }) => 'accountId' in about && about.accountId === of.accountId,
      ),
    ).toHaveLength(1)
    expect(envelope.request).toMatchObject({
      subject: `Letter of Authorization ${transactionId}`,
      signers: [{ userId: of.donor.user.userId, routingOrder: 1 }],
    })
    const { bytes } = envelope.request.document
    expect(await pdfFaults(bytes, { locale: 'en-US' })).toEqual([])
    const { structure } = await readPdf(Buffer.from(bytes))
    for (const text of [
      'Letter of Authorization',
      'Heron Fund',
      String(of.fundId),
      'Heron plc',
      'HRN',
      '1,250.5',
      // Who it is given to, as the law knows the organization.
      'NPT Giving, Inc., EIN 99-9000001, called NPT Giving below',
    ])
      expect(structure.text).toContain(text)
    expect(structure.text).not.toMatch(/[{}]/)
  })

  test('of announced securities tells the custodian where to deliver them, so that the signed letter can go to it', async () => {
    const of = await fund()
    const { contributionId, transactionId } = await makeAnnouncement(portal, of, of.donor.user.userId)
    const prepared = await portal.call(
      prepareContributionDocument,
      { params: { fundId: of.fundId, contributionId }, body: command({}) },
      { as: staff.session },
    )
    expect(prepared.status).toBe(200)
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query(
      'select contribution_document_id as id from contribution_document where contribution_id = $1',
      [contributionId],
    )
    const { bytes } = envelopeOf(rows[0].id).envelope.request.document
    expect(await pdfFaults(bytes, { locale: 'en-US' })).toEqual([])
    const { structure } = await readPdf(Buffer.from(bytes))
    const tables = nodesOf(structure, 'Table').map(({ children }) => children.map(({ text }) => text))
    expect(tables[0]).toContain('Sent fromHarbor Brokers')
    expect(tables[2]).toEqual([
      'Deliver toDetails',
      'Account nameNPT Giving, Inc.',
      'CustodianKeystone Custody',
      'DTC number9990',
      'Account numberNPT-001188',
      `For further credit toHeron Fund, ${of.fundId}`,
      `Reference${transactionId}`,
    ])
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
