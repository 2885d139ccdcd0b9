import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountOverview } from '../contract/account-overview.contract.ts'
import { getClientContext } from '../contract/client-context.contract.ts'
import { getSession } from '../contract/session.contract.ts'
import { keysOf } from '../domain/keys-of.ts'
import { searchCharities } from '../features/charities/charities.contract.ts'
import { getGrant } from '../features/grants/grants.contract.ts'
import { approveRun, listPaymentRuns } from '../features/payments/payments.contract.ts'
import { startTestApp, type TestApp, type TestSession } from '../testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { makeCharity } from '../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff } from '../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../testing/factories/make-grant.ts'
import { grantCalls } from '../testing/grants/grant-calls.ts'
import { paymentCalls } from '../testing/payments/payment-calls.ts'
import type { Client } from './client.ts'
import { npt } from './configuration/npt.ts'
import { npttransatlantic } from './configuration/npttransatlantic.ts'
import { nptuk } from './configuration/nptuk.ts'

// Sends one request to npt and to a client that differs in one setting: the responses must differ.

const differs = {
  locale: { locale: 'en-GB' },
  timeZone: { timeZone: 'Europe/London' },
  showsClosedStatus: { showsClosedStatus: false },
  charityRegisters: { charityRegisters: ['uk'] },
  minimumGrantMinor: { minimumGrantMinor: 100_00n },
  maxAmountMinor: { maxAmountMinor: 300_00n },
  wholeUnitsOnly: { wholeUnitsOnly: false },
  overBalance: { overBalance: 'wait-for-funds' },
  grantDays: { grantDays: { decision: 2, payment: 10 } },
  payments: { payments: { ...npt.payments, cheques: false } },
} as const satisfies { [Name in keyof Client]?: Pick<Client, Name> }
type SettingName = keyof typeof differs

/** The host is the setting's name in lower case. */
const nameOf = (name: SettingName) => name.toLowerCase()
const others: Record<string, Client> = Object.fromEntries(
  keysOf(differs).map(name => [nameOf(name), { ...npt, name: nameOf(name), ...differs[name] }]),
)

// Nine in the evening in Philadelphia, two in the morning in London.
const clock = testClock('2026-11-20T02:00:00Z')
let portal: TestApp
let charityId: string
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock, clients: { npt, nptuk, npttransatlantic, ...others } })
  charityId = (await makeCharity(portal.databases, { name: 'WALNUT STREET LIBRARY' })).charityId
  fund = await makeFund(portal, { balanceMinor: 100_000_00n })
})
afterAll(() => portal.close())

/** The fund's donor at the client that differs in this setting. */
const at = (name: SettingName, of: MadeFund = fund): Promise<TestSession> =>
  portal.sessionFor(of.donor.user, { client: nameOf(name) })

const recommendAs = async (as: TestSession, amountMinor: bigint, of: MadeFund = fund) =>
  await recommend(portal, of, recommendation(charityId, { amountMinor, repeatConfirmed: true }), { as })

describe('each client setting changes the response (§15)', () => {
  test('locale sets the spelling of messages', async () => {
    const grantId = await makeGrant(portal, fund, {
      charityId,
      purposeCode: 'in_honour',
      purposeText: 'Ada',
      repeatConfirmed: true,
    })
    const purposeTo = async (as: TestSession) =>
      (await portal.call(getGrant, { params: { fundId: fund.fundId, grantId } }, { as })).reply.grantPurpose
    expect(await purposeTo(fund.donor.session)).toContain('In honor of')
    expect(await purposeTo(await at('locale'))).toContain('In honour of')
  })

  test('timeZone sets the sponsor’s day', async () => {
    const todayAt = async (client: string) =>
      (await portal.call(getClientContext, {}, { client })).reply.clientSettings.today
    expect(await todayAt('npt')).toBe('2026-11-19')
    expect(await todayAt(nameOf('timeZone'))).toBe('2026-11-20')
  })

  test('showsClosedStatus adds the status to the name of a closed account', async () => {
    const closed = await makeFund(portal, { status: 'Closed', accountName: 'The Alder Fund' })
    const nameTo = async (as: TestSession) =>
      (await portal.call(getAccountOverview, { params: { fundId: closed.fundId } }, { as })).reply.accountName
    expect(await nameTo(closed.donor.session)).toBe('The Alder Fund (Closed)')
    expect(await nameTo(await at('showsClosedStatus', closed))).toBe('The Alder Fund')
  })

  test('charityRegisters limits search and grants to the client’s registers', async () => {
    const there = await at('charityRegisters')
    const found = async (as: TestSession) =>
      (await portal.call(searchCharities, { query: { keywords: 'walnut street library' } }, { as })).reply
        .data
    expect((await found(fund.donor.session)).map(each => each.charityId)).toEqual([charityId])
    expect(await found(there)).toEqual([])
    expect((await recommendAs(there, 250_00n)).problem.errors).toHaveProperty('charityId')
  })

  test('minimumGrantMinor sets the smallest grant', async () => {
    expect((await recommendAs(fund.donor.session, 100_00n)).problem.errors).toHaveProperty('amountMinor')
    expect((await recommendAs(await at('minimumGrantMinor'), 100_00n)).status).toBe(200)
  })

  test('maxAmountMinor sets the largest amount', async () => {
    expect((await recommendAs(fund.donor.session, 301_00n)).status).toBe(200)
    expect((await recommendAs(await at('maxAmountMinor'), 301_00n)).problem.errors).toEqual({
      amountMinor: ['Enter at most $300.00'],
    })
  })

  test('wholeUnitsOnly allows or rejects cents', async () => {
    expect((await recommendAs(fund.donor.session, 250_50n)).problem.errors).toHaveProperty('amountMinor')
    expect((await recommendAs(await at('wholeUnitsOnly'), 250_50n)).status).toBe(200)
  })

  test('overBalance rejects a grant above the balance or lets it wait for funds', async () => {
    const poor = await makeFund(portal, { balanceMinor: 100_00n })
    expect((await recommendAs(poor.donor.session, 300_00n, poor)).problem.errors).toHaveProperty(
      'amountMinor',
    )
    const { reply } = await recommendAs(await at('overBalance', poor), 300_00n, poor)
    expect(reply.reviewState).toBe('waiting_for_funds')
  })

  test('grantDays says by when a grant is decided', async () => {
    const dayAt = async (as: TestSession) => (await recommendAs(as, 300_00n)).reply.next?.by
    expect(await dayAt(fund.donor.session)).toBe('2026-11-27')
    expect(await dayAt(await at('grantDays'))).toBe('2026-11-23')
  })

  test('payments says by which methods the book pays', async () => {
    const staff = await makeStaff(portal)
    const methodsAt = async (as: TestSession) =>
      (await portal.call(listPaymentRuns, {}, { as })).reply.meta.ready.map(({ method }) => method)
    expect(await methodsAt(staff.session)).toEqual(['eft', 'cheque'])
    expect(await methodsAt(await portal.sessionFor(staff.user, { client: nameOf('payments') }))).toEqual([
      'eft',
    ])
  })
})

// The stricter threshold binds at every client that shows the book (src/features/settings/server/shared-books.ts), so each has a portal.
describe('each threshold holds from its amount on (§15)', () => {
  const stricter = { ...npt, dualControlFromMinor: 300_00n, stepUpFromMinor: 300_00n }
  let strict: TestApp
  beforeAll(async () => {
    strict = await startTestApp({ clock, clients: { npt: stricter } })
  })
  afterAll(() => strict.close())

  const fundAt = async (of: TestApp) => ({
    fund: await makeFund(of, { balanceMinor: 100_000_00n }),
    charityId: (await makeCharity(of.databases)).charityId,
  })

  test('stepUpFromMinor requires step-up', async () => {
    const recommendLater = async (of: TestApp) => {
      const made = await fundAt(of)
      clock.advance(10 * 60 * 1000)
      const sent = recommendation(made.charityId, { amountMinor: 300_00n })
      return await recommend(of, made.fund, sent)
    }
    expect((await recommendLater(portal)).status).toBe(200)
    expect((await recommendLater(strict)).problem.type).toContain('step-up-needed')
  })

  test('dualControlFromMinor requires another payer than the approver', async () => {
    // On the next morning, before the cutoff of its payments.
    clock.set('2026-11-20T15:00:00Z')
    const payIn = async (of: TestApp) => {
      const made = await fundAt(of)
      const [approver, collector] = [await makeStaff(of), await makeStaff(of)]
      const grantId = await makeGrant(of, made.fund, { charityId: made.charityId, amountMinor: 300_00n })
      expect((await grantCalls(of).approve(grantId, approver.session)).status).toBe(200)
      const run = await paymentCalls(of).collect(collector, 'cheque', '2026-11-20')
      const { runId, contentHash, paymentOn } = run.reply
      const body = {
        data: { type: 'command' as const, attributes: { firstCheque: '500100', contentHash, paymentOn } },
      }
      return (await of.call(approveRun, { params: { runId }, body }, { as: approver.session })).status
    }
    expect(await payIn(portal)).toBe(200)
    expect(await payIn(strict)).toBe(400)
  })
})

describe('a client with two books (§15)', () => {
  test('secondaryBook adds a second currency that requests can choose', async () => {
    const inDollars = (client: string) =>
      portal.call(getClientContext, {}, { client, headers: { 'x-currency': 'USD' } })
    expect((await inDollars('npttransatlantic')).reply.dbName).toBe('nptukusd')
    expect((await inDollars('nptuk')).status).toBe(400)
    const donor = await makeFund(portal, { book: 'nptuk' })
    const facts = async (client: string) => {
      const as = await portal.sessionFor(donor.donor.user, { client })
      return (await portal.call(getSession, {}, { as })).reply.alternateCurrency
    }
    expect([await facts('npttransatlantic'), await facts('nptuk')]).toEqual(['GBP', 'GBP'])
  })
})
