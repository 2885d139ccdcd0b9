import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../../testing/factories/make-grant.ts'
import { basketCalls, commandOf } from '../../../../testing/grants/basket-calls.ts'
import { draftOf } from '../../../../testing/grants/make-draft.ts'
import {
  acceptWarnings,
  type DraftContent,
  discardBasket,
  getBasket,
  getProgress,
  listDrafts,
} from '../drafts.contract.ts'

// npt refuses grants over the balance; this client of the same book lets them wait for funds.
const patient = { ...npt, name: 'patient', overBalance: 'wait-for-funds' as const }
const clock = testClock()
let portal: TestApp
let fund: MadeFund
let charity: MadeCharity
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock, clients: { npt, patient } })
})
afterAll(() => portal.close())

beforeEach(async () => {
  fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  charity = await makeCharity(portal.databases)
  session = fund.donor.session
})

const calls = () => basketCalls(portal, fund, charity)
const save: ReturnType<typeof calls>['save'] = (...about) => calls().save(...about)
const gather: ReturnType<typeof calls>['gather'] = drafts => calls().gather(drafts)
const show: ReturnType<typeof calls>['show'] = (...about) => calls().show(...about)
const submit: ReturnType<typeof calls>['submit'] = (...about) => calls().submit(...about)
const grants = () => calls().grants()
const params = (of = fund) => ({ fundId: of.fundId })
const body = commandOf
const content = (about: Partial<DraftContent> = {}) => draftOf(charity, about)

describe('the basket of a fund', () => {
  const two = async () => {
    const other = await makeCharity(portal.databases)
    const drafts = [
      { draftId: randomUUID(), content: content() },
      { draftId: randomUUID(), content: draftOf(other, { amountMinor: 500_00n }) },
    ]
    return { drafts, brief: (await gather(drafts)).reply }
  }

  test('is submitted once with all grants, deletes its drafts and sends one mail', async () => {
    const { brief } = await two()
    expect(brief).toMatchObject({ source: 'selection', rows: 2, totalMinor: 750_00n })
    const { basket, rows } = await show(brief.basketId)
    expect(rows.map(({ errors, warnings }) => [errors, warnings])).toEqual([
      [[], []],
      [[], []],
    ])
    const key = randomUUID()
    const both = await Promise.all([submit(basket, { key }), submit(basket, { key })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await grants()).toEqual({ count: 2, sum: '75000' })
    expect((await submit(basket, { key })).reply).toMatchObject({ grants: 2, totalMinor: 750_00n })
    expect((await submit(basket)).status).toBe(409)
    expect((await submit({ ...basket, version: 'other' }, { key })).status).toBe(409)
    const { rows: jobs } = await portal.database.admin.query(
      `select t.identifier, count(*)::int from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where j.payload::text like '%' || $1 || '%' group by 1`,
      [brief.basketId],
    )
    expect(jobs).toEqual([{ identifier: 'mail-basket', count: 1 }])
  })

  test('rows that others changed since are not certified by this person', async () => {
    const { brief, drafts } = await two()
    const { basket } = await show(brief.basketId)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    await save(drafts[0]?.draftId ?? '', 1, { amountMinor: 9_000_00n }, joint.session)
    expect((await submit(basket)).status).toBe(409)
    expect(await grants()).toMatchObject({ count: 0 })
  })

  test('submits all grants or none: a row with an error, or a total above the balance, stops all of them', async () => {
    const { brief, drafts } = await two()
    await save(drafts[1]?.draftId ?? '', 1, { amountMinor: 1_00n })
    const wrong = await show(brief.basketId)
    expect(wrong.basket).toMatchObject({ rowsWithErrors: 1 })
    expect((await submit(wrong.basket)).status).toBe(400)
    await save(drafts[1]?.draftId ?? '', 2, { amountMinor: 19_900_00n })
    const over = await show(brief.basketId)
    expect(over.basket.problem).toContain('more than the available balance')
    expect((await submit(over.basket)).status).toBe(400)
    expect((await submit(over.basket, { certified: false })).status).toBe(400)
    expect(await grants()).toMatchObject({ count: 0 })
  })

  test('where grants may wait for funds, those that fit are set aside in their order, and only the others wait', async () => {
    const amounts = [12_000_00n, 15_000_00n, 8_000_00n, 250_00n]
    const drafts = await Promise.all(
      amounts.map(async amountMinor => ({
        draftId: randomUUID(),
        content: draftOf(await makeCharity(portal.databases), { amountMinor }),
      })),
    )
    session = await portal.sessionFor(fund.donor.user, { client: 'patient' })
    const patientCalls = basketCalls(portal, { ...fund, donor: { ...fund.donor, session } }, charity)
    const { reply } = await patientCalls.gather(drafts)
    const { basket } = await patientCalls.show(reply.basketId)
    expect((await patientCalls.submit(basket)).reply.grants).toBe(4)
    const { rows } = await portal.database.admin.query(
      `select g.amount_minor::int as amount, g.transaction_status_code as status, g.review_state as state, h.to_status_code as step,
        (select e.kind from journal_entry e where e.entry_id = h.entry_id) as entry
      from grant_recommendation g join grant_history_entry h using (book, grant_id)
      where g.account_id = $1 order by g.grant_id`,
      [fund.accountId],
    )
    const setAside = { status: 1, state: null, step: 1, entry: 'grant_recommended' }
    const waits = { status: 2, state: 'waiting_for_funds', step: 2, entry: null }
    expect(rows).toEqual([
      { amount: 12_000_00, ...setAside },
      { amount: 15_000_00, ...waits },
      { amount: 8_000_00, ...setAside },
      { amount: 250_00, ...waits },
    ])
  })

  test('warns about the same charity and amount within 30 days, which must be confirmed', async () => {
    await recommend(portal, fund, recommendation(charity.charityId))
    const { brief, drafts } = await two()
    const before = await show(brief.basketId)
    const [warning] = before.rows[0]?.warnings ?? []
    expect(warning).toMatchObject({ isAccepted: false })
    expect((await submit(before.basket)).status).toBe(400)
    await portal.call(
      acceptWarnings,
      {
        params: { ...params(), draftId: drafts[0]?.draftId ?? '' },
        body: body({ keys: [warning?.key ?? ''], accepted: true }),
      },
      { as: session },
    )
    const after = await show(brief.basketId)
    expect(after.basket.openWarnings).toBe(0)
    expect((await submit(after.basket)).status).toBe(200)
  })

  test('the answer to a warning does not apply to another amount', async () => {
    await recommend(portal, fund, recommendation(charity.charityId))
    await recommend(portal, fund, recommendation(charity.charityId, { amountMinor: 300_00n }))
    const { brief, drafts } = await two()
    const [row] = (await show(brief.basketId)).rows
    const accepted = (row?.warnings ?? []).map(({ key }) => key)
    await save(drafts[0]?.draftId ?? '', 1, { amountMinor: 300_00n, accepted })
    expect((await show(brief.basketId)).basket.openWarnings).toBe(1)
  })

  test('step-up measures the sum', async () => {
    fund = await makeFund(portal, { balanceMinor: 5_000_000_00n })
    session = fund.donor.session
    const half = npt.stepUpFromMinor / 2n
    await gather([
      { draftId: randomUUID(), content: content({ amountMinor: half }) },
      { draftId: randomUUID(), content: content({ amountMinor: half + 100_00n }) },
    ])
    clock.advance(stepUpLifetimeMs + 1)
    const { reply } = await portal.call(listDrafts, { params: params() }, { as: session })
    const { basket } = await show(reply.baskets[0]?.basketId ?? '')
    expect((await submit(basket)).status).toBe(403)
    expect(await grants()).toMatchObject({ count: 0 })
  })

  test('has up to fifty grants; that of another fund and a discarded one do not exist', async () => {
    const many = Array.from({ length: 50 }, () => ({ draftId: randomUUID(), content: content() }))
    const { reply } = await gather(many)
    expect((await gather([{ draftId: randomUUID(), content: content() }])).status).toBe(400)
    const other = await makeFund(portal)
    const of = { params: { ...params(other), basketId: reply.basketId } }
    const as = other.donor.session
    expect((await portal.call(getBasket, { ...of, query: {} }, { as })).status).toBe(404)
    expect((await portal.call(getProgress, of, { as })).status).toBe(404)
    expect((await portal.call(discardBasket, { ...of, body: body({}) }, { as })).status).toBe(404)
    const own = { params: { ...params(), basketId: reply.basketId } }
    await portal.call(discardBasket, { ...own, body: body({}) }, { as: session })
    const drafts = await portal.call(listDrafts, { params: params() }, { as: session })
    expect(drafts.reply.baskets).toEqual([])
  })
})
