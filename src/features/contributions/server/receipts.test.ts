import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sent } from '../../../contract/endpoint.ts'
import { isoDate } from '../../../domain/dates.ts'
import { verifySealedPdf } from '../../../server/signatures/seal/verify-sealed-pdf.ts'
import { hostOf, originOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { type MadeFund, makeFund, makePersonOf, type Person } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { listDocuments } from '../../documents/documents.contract.ts'
import { keyOfDocument } from '../../documents/server/store-document.ts'
import { receiveContribution } from '../contributions.contract.ts'
import { correctContribution } from '../corrections.contract.ts'
import type { Payer } from '../domain/payer.ts'
import { issueReceipt } from './issue-receipt.ts'
import { addMissingReceipts } from './poll-receipts.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock, { filesReceipts: true })
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const query = async (sql: string, ...values: unknown[]) =>
  (await world.portal.database.admin.query(sql, values)).rows
const today = isoDate('2026-03-16')
const company: Payer = { kind: 'company', name: 'Heron plc', address: null, acceptanceReason: null }
const fromIra: Payer = {
  kind: 'ira',
  name: 'Ada Finch',
  address: null,
  acceptanceReason: 'The donor knows that it is no QCD',
}

type Received = Sent<typeof receiveContribution>['body']['data']['attributes']
async function receive(about: Partial<Received> = {}, of: MadeFund = world.fund) {
  const { contributionId } = await makeExpectedContribution(world.portal, of, { at: clock.now() })
  const attributes = { amountMinor: 1_234_56n, giftDate: today, effectiveDate: today, ...about }
  const answer = await world.portal.call(
    receiveContribution,
    { params: { fundId: of.fundId, contributionId }, body: command(attributes) },
    { as: world.staff.session, fundId: of.fundId },
  )
  return { contributionId, answer }
}
/** Posts what the browser would never send. */
async function post(attributes: object) {
  const { contributionId } = await makeExpectedContribution(world.portal, world.fund, { at: clock.now() })
  return await world.portal.app.inject({
    method: 'POST',
    url: `/api/accounts/${world.fund.fundId}/contributions/${contributionId}/receive`,
    headers: {
      ...{ host: hostOf('npt'), origin: originOf('npt'), 'idempotency-key': randomUUID() },
      ...world.staff.session.headers,
    },
    payload: command(attributes),
  })
}
const correct = (
  contributionId: string,
  about: Partial<{ payer: Payer; giftDate: typeof today }> = {},
  as: Person = world.staff,
  of: MadeFund = world.fund,
  idempotencyKey: string = randomUUID(),
) =>
  world.portal.call(
    correctContribution,
    {
      params: { fundId: of.fundId, contributionId },
      body: command({ payer: company, giftDate: today, reason: 'The company gave it', ...about }),
    },
    { as: as.session, fundId: of.fundId, idempotencyKey },
  )
const receiptsOf = (contributionId: string) =>
  query(
    `select r.year || '-' || lpad(r.number::text, 6, '0') as number, r.state, r.payer_name, r.amount_minor, r.document_id, r.facts ->> 'supersedes' as supersedes
      from contribution_receipt r where r.contribution_id = $1 order by r.number`,
    contributionId,
  )
async function bytesOf(documentId: string): Promise<Buffer> {
  const [made] = await query(
    'select key_id, data_key, bytes from document where document_id = $1',
    documentId,
  )
  const dataKey = { keyId: made.key_id, wrapped: made.data_key }
  const parts: Buffer[] = []
  for await (const part of world.portal.documentFiles.read({
    ...{ key: keyOfDocument('npt', documentId), dataKey, bytes: made.bytes },
  }))
    parts.push(part)
  return Buffer.concat(parts)
}
const documentsAs = async (as: Person) =>
  (
    await world.portal.call(
      listDocuments,
      { params: { fundId: world.fund.fundId }, query: {} },
      { as: as.session, fundId: world.fund.fundId },
    )
  ).reply.data.map(({ fileName }) => fileName)
const jobContext = (documentFiles = world.portal.documentFiles) => ({
  ...jobSettings,
  db: world.portal.databases.book('npt'),
  origin: { book: 'npt' },
  mailer: null,
  documentFiles,
  clock,
  signal: new AbortController().signal,
})

describe('the receipt of a contribution', () => {
  test('is sealed, filed for the donors but no viewer, and announced once', async () => {
    const { contributionId } = await receive({ method: 'check', giftDate: isoDate('2026-03-12') })
    await jobsDone(world.portal)
    const [receipt] = await receiptsOf(contributionId)
    expect(receipt).toMatchObject({ state: 'issued', amount_minor: '123456', supersedes: null })
    const pdf = await bytesOf(receipt.document_id)
    await verifySealedPdf(pdf)
    const { structure } = await readPdf(pdf)
    const donor = `${world.fund.donor.user.firstName} ${world.fund.donor.user.lastName}`
    for (const words of [receipt.number, 'March 12, 2026', '$1,234.56', donor, 'Check'])
      expect(structure.text).toContain(words)
    expect(await documentsAs(world.fund.donor)).toContain(`Receipt ${receipt.number}.pdf`)
    const viewer = await makePersonOf(world.portal, world.fund, 'viewer')
    expect(await documentsAs(viewer)).toEqual([])
    const mails = await query(
      `select body from outgoing_mail where kind = 'receipt-ready' and account_id = $1`,
      world.fund.accountId,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0].body).toContain(`The receipt ${receipt.number}`)
    expect(mails[0].body).not.toContain('1,234')
    expect(await calls.contribution(contributionId)).toMatchObject({
      payer: { kind: 'individual', name: donor, address: null },
      method: 'check',
      ...{ amountMinor: 500_00n, receivedMinor: 1_234_56n },
      receipt: { number: receipt.number, state: 'issued', isFiled: true },
    })
  })

  test('is issued once, with one document, where the job is killed or runs twice at once', async () => {
    const { contributionId } = await receive()
    await jobsDone(world.portal)
    const run = () => issueReceipt.run({ contributionId }, jobContext())
    await Promise.all([run(), run()])
    expect(await receiptsOf(contributionId)).toHaveLength(1)

    // The program ends between the posting and the receipt: neither the job nor its number is there.
    const { contributionId: lost } = await receive()
    await jobsDone(world.portal)
    const admin = world.portal.database.admin
    await admin.query('delete from contribution_receipt where contribution_id = $1', [lost])
    clock.advance(6 * 60_000)
    expect(await addMissingReceipts(world.portal.databases.book('npt'), clock.now())).toBe(1)
    await jobsDone(world.portal)
    expect(await receiptsOf(lost)).toMatchObject([{ state: 'issued', document_id: expect.any(String) }])
    expect(await addMissingReceipts(world.portal.databases.book('npt'), clock.now())).toBe(0)
  })

  test('has the next number of its book and year, without gaps, however many are issued at once', async () => {
    const from = await query(
      `select coalesce(max(number), 0) as last from contribution_receipt where book = 'npt' and year = 2026`,
    )
    await Promise.all(Array.from({ length: 6 }, () => receive()))
    await jobsDone(world.portal)
    const rows = await query(
      `select number from contribution_receipt where book = 'npt' and year = 2026 and number > $1 order by number`,
      from[0].last,
    )
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => from[0].last + index + 1))
    expect(rows.length).toBeGreaterThanOrEqual(6)
  })

  test('is never changed, deleted or renumbered by the server’s own connection', async () => {
    const { contributionId } = await receive()
    await jobsDone(world.portal)
    const db = world.portal.databases.book('npt')
    const row = db.updateTable('contribution_receipt').where('contribution_id', '=', contributionId)
    await expect(row.set({ amount_minor: 9n }).execute()).rejects.toThrow('permission denied')
    await expect(row.set({ number: 9 }).execute()).rejects.toThrow('permission denied')
    await expect(db.deleteFrom('contribution_receipt').execute()).rejects.toThrow('permission denied')
    await expect(
      db
        .updateTable('contribution')
        .set({ payer_name: 'Someone else' })
        .where('contribution_id', '=', contributionId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'corrected_by_a_person' })
  })
})

describe('the payer and the date of gift', () => {
  test('are refused where they are in the future, after the effective date, or hostile', async () => {
    for (const [about, field] of [
      [{ giftDate: isoDate('2026-03-17'), effectiveDate: isoDate('2026-03-17') }, 'giftDate'],
      [{ effectiveDate: isoDate('2026-03-15') }, 'giftDate'],
      [{ payer: { ...company, name: ' \u200b ' } }, 'name'],
      [{ payer: { ...company, name: 'A\u202eB' } }, 'name'],
      [{ payer: { ...company, name: 'A'.repeat(201) } }, 'name'],
      [{ payer: { ...company, address: `${'A\n'.repeat(9)}A` } }, 'address'],
      [{ payer: { ...fromIra, acceptanceReason: null } }, 'acceptanceReason'],
      [{ payer: { ...company, acceptanceReason: 'Because' } }, 'acceptanceReason'],
      [{ method: 'dtc' as const }, 'method'],
    ] as const) {
      const answer = await post({ amountMinor: '123456', giftDate: today, effectiveDate: today, ...about })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors ?? answer.json()).toHaveProperty([field])
    }
  })

  test('are corrected by one person until a receipt is issued, in the audit log', async () => {
    const { contributionId } = await receive()
    await jobsDone(world.portal)
    await world.portal.database.admin.query('delete from contribution_receipt where contribution_id = $1', [
      contributionId,
    ])
    const key = randomUUID()
    const [one, two] = await Promise.all([
      correct(contributionId, {}, world.staff, world.fund, key),
      correct(contributionId, {}, world.staff, world.fund, key),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.reply.postingRequest).toBeNull()
    await jobsDone(world.portal)
    expect(await receiptsOf(contributionId)).toMatchObject([{ payer_name: 'Heron plc', state: 'issued' }])
    const events = await query(
      `select kind, user_id, detail ->> 'payerBefore' as before, detail ->> 'payer' as after from audit_event
        where detail ->> 'contribution' = $1 and kind = 'contribution-corrected'`,
      contributionId,
    )
    expect(events).toEqual([
      {
        kind: 'contribution-corrected',
        user_id: world.staff.user.userId,
        before: 'individual',
        after: 'company',
      },
    ])
  })

  test('take two people once a receipt was issued, and another receipt takes its place', async () => {
    const { contributionId } = await receive()
    await jobsDone(world.portal)
    const [first] = await receiptsOf(contributionId)
    const filed = await correct(contributionId, { giftDate: isoDate('2025-12-31') })
    expect(filed.reply.postingRequest).toMatchObject({ kind: 'correct-contribution' })
    expect(await receiptsOf(contributionId)).toEqual([first])
    expect((await correct(contributionId)).status).toBe(409)
    const id = await calls.requestId()
    expect((await calls.confirm(id, world.staff)).status).toBe(400)
    const answers = await Promise.all([calls.confirm(id), calls.confirm(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await jobsDone(world.portal)
    const [, next, ...more] = await receiptsOf(contributionId)
    expect(more).toEqual([])
    expect(next).toMatchObject({ state: 'issued', payer_name: 'Heron plc', supersedes: first.number })
    expect((await readPdf(await bytesOf(next.document_id))).structure.text).toContain(
      `This replaces receipt ${first.number}`,
    )
    expect(await receiptsOf(contributionId)).toMatchObject([{ state: 'superseded' }, { state: 'issued' }])
  })

  test('are corrected by nobody else, of no other fund, and of nothing that was not received', async () => {
    const { contributionId } = await receive()
    const denied = { problem: { type: expect.stringMatching(/access-denied$/) } }
    const other = await makeFund(world.portal)
    expect((await correct(contributionId, {}, world.staff, other)).status).toBe(404)
    for (const role of ['joint_donor', 'viewer', 'primary_advisor', 'service_team'] as const)
      expect(
        await correct(contributionId, {}, await makePersonOf(world.portal, world.fund, role)),
      ).toMatchObject(denied)
    expect(await correct(contributionId, {}, world.fund.donor)).toMatchObject(denied)
    const { contributionId: expected } = await makeExpectedContribution(world.portal, world.fund, {
      at: clock.now(),
    })
    expect((await correct(expected)).status).toBe(409)
    expect((await correct(contributionId, { giftDate: isoDate('2026-03-17') })).status).toBe(400)
  })
})

describe('money from an IRA', () => {
  test('is posted only after another person has decided, and gets no receipt for a deduction', async () => {
    const before = await calls.available()
    const { contributionId, answer } = await receive({ payer: fromIra, amountMinor: 1_00n })
    expect(answer.reply).toMatchObject({
      state: 'expected',
      postingRequest: { kind: 'receive-contribution' },
    })
    expect(await calls.available()).toBe(before)
    const [waiting] = await calls.waiting()
    expect(waiting).toMatchObject({
      reason: 'The donor knows that it is no QCD',
      details: { payer: { kind: 'ira' } },
    })
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    expect(await calls.available()).toBe(before + 1_00n)
    await jobsDone(world.portal)
    const [receipt] = await receiptsOf(contributionId)
    const { structure } = await readPdf(await bytesOf(receipt.document_id))
    expect(structure.text).toContain('Acknowledgment')
    expect(structure.text).not.toMatch(/deduct/)
  })
})

describe('a contribution that is taken back', () => {
  test('has its receipt withdrawn, and the donors are told by its number', async () => {
    const { contributionId } = await receive({ method: 'check' })
    await jobsDone(world.portal)
    const [{ number }] = await receiptsOf(contributionId)
    await calls.bounce(contributionId)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    await jobsDone(world.portal)
    expect(await receiptsOf(contributionId)).toMatchObject([{ number, state: 'withdrawn' }])
    const [mail] = await query(
      `select body from outgoing_mail where kind = 'contribution-bounced' and account_id = $1`,
      world.fund.accountId,
    )
    expect(mail.body.replaceAll(/\s+/g, ' ')).toContain(`receipt ${number} is no longer valid`)
    expect((await calls.bounce((await receive({ method: 'card' })).contributionId)).problem.detail).toContain(
      'Only a contribution by check can bounce',
    )
  })

  test('and moves has one valid receipt, in the right account, with the same payer and date of gift', async () => {
    const { contributionId } = await receive({ payer: company, giftDate: isoDate('2025-12-30') })
    await jobsDone(world.portal)
    const [{ number }] = await receiptsOf(contributionId)
    const right = await makeFund(world.portal)
    await calls.move(contributionId, right.fundId)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    await jobsDone(world.portal)
    expect(await receiptsOf(contributionId)).toMatchObject([{ number, state: 'superseded' }])
    const moved = await query(
      `select r.state, r.account_id, r.payer_name, r.gift_date::text, r.facts ->> 'supersedes' as supersedes
        from contribution_receipt r join contribution c using (book, contribution_id) where c.moved_from_id = $1`,
      contributionId,
    )
    expect(moved).toEqual([
      {
        ...{ state: 'issued', account_id: right.accountId, payer_name: 'Heron plc' },
        ...{ gift_date: '2025-12-30', supersedes: number },
      },
    ])
  })
})
