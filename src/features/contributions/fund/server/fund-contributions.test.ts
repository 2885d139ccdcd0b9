import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../../app/server/jobs.ts'
import { clients } from '../../../../clients/clients.ts'
import type { Sent } from '../../../../contract/endpoint.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { hostOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { assetCalls, listedValueMinor } from '../../../../testing/asset-calls.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeContribution } from '../../../../testing/factories/make-contribution.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { jobsDone } from '../../../../testing/mailbox.ts'
import { pdfFaults } from '../../../../testing/pdf-faults.ts'
import { readPdf } from '../../../../testing/read-pdf.ts'
import { receiptCalls } from '../../../../testing/receipt-calls.ts'
import { cancelContribution, listContributions } from '../../contributions.contract.ts'
import {
  announceContribution,
  changeAnnouncement,
  getContributionInstructions,
  withdrawAnnouncement,
} from '../announcements.contract.ts'
import { getContributionYears, listFundContributions } from '../fund-contributions.contract.ts'
import { remindOfAnnouncements } from './remind-of-announcements.ts'

const now = '2026-03-16T15:00:00Z'
const clock = testClock(now)
let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let staff: Person

beforeAll(async () => {
  portal = await startTestApp({ clock })
  const { databases, documentFiles, signatures } = portal
  worker = await startJobWorker({ databases, tasks, ...jobSettings, documentFiles, signatures })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  clock.set(now)
  fund = await makeFund(portal, { accountName: 'Heron Fund', balanceMinor: 0n })
  staff = await makeStaff(portal)
})

type Announcement = Sent<typeof announceContribution>['body']['data']['attributes']
const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const sending = { sentFrom: '', sendsOn: null, note: '' }
const wire: Announcement = { way: 'wire', amountMinor: 5_000_00n, ...sending }
const shares: Announcement = {
  way: 'securities',
  assets: [{ ticker: 'HRN', description: 'Heron plc', quantity: '120.5' }],
  ...sending,
  sentFrom: 'Harbor Brokers',
}

const announced = async (announcement: Announcement = wire) =>
  (
    await portal.call(
      announceContribution,
      { params: { fundId: fund.fundId }, body: command(announcement) },
      { as: fund.donor.session, idempotencyKey: randomUUID() },
    )
  ).reply
const idempotent = () => ({ as: fund.donor.session, idempotencyKey: randomUUID() })
const plain = ({ body }: { body: string }) => body.replaceAll(/\s+/g, ' ')
const receive = (contributionId: string) =>
  receiptCalls({ portal, fund, staff, clock }).receive({ amountMinor: 5_000_00n }, { contributionId })
const list = async (query: Sent<typeof listFundContributions>['query'] = {}) =>
  (
    await portal.call(
      listFundContributions,
      { params: { fundId: fund.fundId }, query },
      { as: fund.donor.session },
    )
  ).reply.data
const mailsOf = async (kind: string) => {
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query(
    'select cause, body from outgoing_mail where account_id = $1 and kind = $2',
    [fund.accountId, kind],
  )
  return rows
}

describe('the list of a fund', () => {
  test('is read by staff with what the donor said', async () => {
    const { transactionId } = await announced({
      ...shares,
      sendsOn: '2026-03-20' as IsoDate,
      note: 'In two parts',
    })
    const { reply } = await portal.call(
      listContributions,
      { query: { keywords: String(transactionId) } },
      { as: staff.session },
    )
    expect(reply.data).toMatchObject([
      {
        state: 'announced',
        mayReceive: true,
        mayCancel: true,
        mayPrepare: true,
        announced: {
          way: 'securities',
          sendsOn: '2026-03-20',
          sentFrom: 'Harbor Brokers',
          note: 'In two parts',
        },
      },
    ])
  })

  test('has the entries of the ledger that no contribution led to, and finds by state, type, year and words', async () => {
    await makeContribution(portal.databases, fund, 70_00n, { on: '2025-06-01' })
    await makeContribution(portal.databases, fund, 90_00n, { on: '2026-02-01', into: 'excluded' })
    const { contributionId, transactionId } = await announced()
    await announced(shares)
    await receive(contributionId)
    const of = async (query: Sent<typeof listFundContributions>['query']) =>
      (await list(query)).map(({ kind, state }) => `${kind} ${state}`)
    expect(await of({ sort: 'date' })).toEqual(
      expect.arrayContaining(['cash received', 'illiquid received', 'wire received', 'securities announced']),
    )
    expect(await list()).toHaveLength(4)
    expect(await of({ year: 2025 })).toEqual(['cash received'])
    expect(await of({ state: 'announced' })).toEqual(['securities announced'])
    expect(await of({ kind: 'illiquid' })).toEqual(['illiquid received'])
    expect(await of({ keywords: 'heron' })).toEqual(['securities announced'])
    expect(await of({ keywords: 'HARBOR' })).toEqual(['securities announced'])
    expect(await of({ keywords: '%' })).toEqual([])
    expect(await of({ keywords: String(transactionId) })).toEqual(['wire received'])
    const pages = await list({ first: 3, sort: 'amount' })
    expect(pages.map(({ amountMinor }) => amountMinor)).toEqual([null, 70_00n, 90_00n])
  })

  test('is added up by calendar and British tax year, without what did not arrive', async () => {
    await makeContribution(portal.databases, fund, 70_00n, { on: '2025-04-05' })
    await makeContribution(portal.databases, fund, 30_00n, { on: '2025-04-06' })
    const { contributionId } = await announced()
    await announced(shares)
    await receive(contributionId)
    const { reply } = await portal.call(
      getContributionYears,
      { params: { fundId: fund.fundId } },
      { as: fund.donor.session },
    )
    expect(reply).toEqual({
      calendar: [
        { year: 2026, amountMinor: 5_000_00n, contributions: 1 },
        { year: 2025, amountMinor: 100_00n, contributions: 2 },
      ],
      british: [
        { year: 2025, amountMinor: 5_030_00n, contributions: 2 },
        { year: 2024, amountMinor: 70_00n, contributions: 1 },
      ],
      elsewhere: [],
    })
  })
})

describe('the instructions', () => {
  test('lead to a bank account whose statements are read, for every book', () => {
    for (const { name, contributionAccounts, payments, bankAccounts } of Object.values(clients)) {
      // A client that pays nothing has no book of its own.
      expect(contributionAccounts === null, name).toBe(payments === null)
      if (contributionAccounts === null || payments === null) continue
      const { bankCode, accountNumber } = contributionAccounts.bank
      const own = {
        bankCode: payments.format === 'nacha' ? payments.routingNumber : payments.sortCode,
        accountNumber: payments.accountNumber,
      }
      const read = [own, ...bankAccounts].map(account => `${account.bankCode} ${account.accountNumber}`)
      expect(read, name).toContain(`${bankCode} ${accountNumber}`)
    }
  })

  test('name the fund and the sponsor’s accounts of its book', async () => {
    const { reply } = await portal.call(
      getContributionInstructions,
      { params: { fundId: fund.fundId } },
      { as: fund.donor.session },
    )
    const valuesOf = (way: string) =>
      reply.ways.find(each => each.way === way)?.facts.map(({ value }) => value)
    expect(valuesOf('wire')).toEqual(
      expect.arrayContaining(['099990011', '0000218840', `Heron Fund, ${fund.fundId}`]),
    )
    expect(valuesOf('securities')).toEqual(expect.arrayContaining(['9990', 'NPT-001188']))
    for (const { way, text } of reply.ways) expect(JSON.stringify(text).length, way).toBeGreaterThan(100)
  })

  test('for a custodian are a tagged PDF without the donor’s account number', async () => {
    const { contributionId, transactionId } = await announced(shares)
    const response = await portal.app.inject({
      method: 'GET',
      url: `/api/accounts/${fund.fundId}/contributions/${contributionId}/letter`,
      headers: { host: hostOf('npt'), ...fund.donor.session.headers },
    })
    expect(response.statusCode).toBe(200)
    expect(await pdfFaults(response.rawPayload, { locale: 'en-US' })).toEqual([])
    const { structure } = await readPdf(response.rawPayload)
    for (const text of [
      'Letter of Instruction',
      'Harbor Brokers',
      'Heron plc',
      '120.5',
      String(transactionId),
      '9990',
    ])
      expect(structure.text).toContain(text)
    expect(structure.text).not.toMatch(/[{}]/)
  })
})

describe('a reminder', () => {
  test('goes out after 14 and 30 days, once each, unless it has arrived', async () => {
    const { contributionId } = await announced()
    await announced({ ...wire, sendsOn: '2026-03-26' as IsoDate })
    const book = { name: 'npt', currency: 'USD' as const }
    const run = async (on: string) =>
      await remindOfAnnouncements.run({
        db: portal.databases.book('npt'),
        book,
        day: on as IsoDate,
        clock,
      } as never)
    await run('2026-03-29')
    expect(await mailsOf('contribution-reminder')).toEqual([])
    await run('2026-03-30')
    await run('2026-03-30')
    expect(await mailsOf('contribution-reminder')).toHaveLength(1)
    await run('2026-04-09')
    expect(await mailsOf('contribution-reminder')).toHaveLength(2)
    await receive(contributionId)
    await run('2026-04-15')
    await run('2026-04-25')
    expect(await mailsOf('contribution-reminder')).toHaveLength(3)
  })
})

describe('mails about what was announced', () => {
  test('tell each donor of a change once, and of the cancelling by whom', async () => {
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const { contributionId } = await announced()
    const params = { fundId: fund.fundId, contributionId }
    const body = command({ revision: 1, announcement: { ...wire, amountMinor: 6_000_00n } })
    const as = { as: joint.session, idempotencyKey: randomUUID() }
    await portal.call(changeAnnouncement, { params, body }, as)
    await portal.call(changeAnnouncement, { params, body }, as)
    const name = `${joint.user.firstName} ${joint.user.lastName}`
    const changed = (await mailsOf('contribution-changed')).map(plain)
    expect(changed).toHaveLength(2)
    expect(changed.filter(body => body.includes('You changed a contribution'))).toHaveLength(1)
    expect(changed.filter(body => body.includes(`${name} changed a contribution`))).toHaveLength(1)
    for (const body of changed) expect(body).not.toContain('6,000')
    await portal.call(withdrawAnnouncement, { params, body: command({}) }, idempotent())
    const cancelled = (await mailsOf('contribution-cancelled')).map(plain)
    expect(cancelled).toHaveLength(2)
    expect(cancelled.filter(body => body.includes('You canceled a contribution'))).toHaveLength(1)
  })

  test('say that staff cancelled it, without their reason', async () => {
    const { contributionId } = await announced()
    await portal.call(
      cancelContribution,
      { params: { fundId: fund.fundId, contributionId }, body: command({ reason: 'A mistake of the bank' }) },
      { as: staff.session, idempotencyKey: randomUUID() },
    )
    const [mail, ...more] = (await mailsOf('contribution-cancelled')).map(plain)
    expect(more).toEqual([])
    expect(mail).toContain('We canceled a contribution')
    expect(mail).not.toContain('A mistake of the bank')
  })

  test('say what money has arrived and when it was given, and no value of securities', async () => {
    await receive((await announced(wire)).contributionId)
    const { contributionId } = await announced(shares)
    const { answer } = await assetCalls({ portal, fund, staff, clock }).receive({}, { contributionId })
    expect(answer.reply.giftValueMinor).toBe(listedValueMinor)
    const bodies = (await mailsOf('contribution-received')).map(plain)
    expect(bodies).toHaveLength(2)
    for (const body of bodies) expect(body).toContain('Date of gift: March 16, 2026')
    expect(bodies.filter(body => body.includes('Amount: $5,000.00'))).toHaveLength(1)
    expect(bodies.filter(body => body.includes('5,000'))).toHaveLength(1)
    expect(bodies.filter(body => body.includes('12,019'))).toEqual([])
  })
})
