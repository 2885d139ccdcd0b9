import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../../testing/factories/make-grant.ts'
import { draftOf } from '../../../../testing/grants/make-draft.ts'
import {
  acceptWarnings,
  type Basket,
  type DraftContent,
  discardBasket,
  gatherGrants,
  getBasket,
  getDraft,
  getProgress,
  listDrafts,
  removeDraft,
  saveDraft,
  submitBasket,
  uploadGrants,
} from '../../drafts.contract.ts'

const clock = testClock()
let portal: TestApp
let fund: MadeFund
let charity: MadeCharity
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

beforeEach(async () => {
  fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  charity = await makeCharity(portal.databases)
  session = fund.donor.session
})

const params = (of = fund) => ({ fundId: of.fundId })
const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const content = (about: Partial<DraftContent> = {}) => draftOf(charity, about)

const save = (
  draftId: string,
  revision: number,
  about: Partial<DraftContent> = {},
  as = session,
  of = fund,
) =>
  portal.call(
    saveDraft,
    { params: { ...params(of), draftId }, body: body({ revision, content: content(about) }) },
    { as },
  )
const gather = (drafts: { draftId: string; content: DraftContent }[], as = session) =>
  portal.call(gatherGrants, { params: params(), body: body({ drafts }) }, { as })
const show = async (basketId: string, about: { only?: 'problems' } = {}) =>
  (
    await portal.call(
      getBasket,
      { params: { ...params(), basketId }, query: { first: 500, ...about } },
      { as: session },
    )
  ).reply
const submit = (
  { basketId, version }: Pick<Basket, 'basketId' | 'version'>,
  { key = randomUUID(), certified = true, as = session } = {},
) =>
  portal.call(
    submitBasket,
    { params: { ...params(), basketId }, body: body({ version, certified }) },
    { as, idempotencyKey: key },
  )
const grants = async () =>
  (
    await portal.database.admin.query<{ count: number; sum: string | null }>(
      `select count(*)::int, sum(amount_minor)::text from grant_recommendation where account_id = $1`,
      [fund.accountId],
    )
  ).rows[0]

describe('a draft (§13)', () => {
  test('is saved from its first field, and seen by every holder of GRANT_RECOMMEND with who began it', async () => {
    const draftId = randomUUID()
    const saved = await save(draftId, 0, { charityId: null, charityName: null, amountMinor: null })
    expect(saved.reply).toMatchObject({ revision: 1, content: { amountMinor: null } })
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const { reply } = await portal.call(listDrafts, { params: params() }, { as: joint.session })
    const { firstName, lastName } = fund.donor.user
    expect(reply.data).toMatchObject([{ draftId, begunByName: `${firstName} ${lastName}` }])
  })

  test('a second editor gets 409 with who saved it, and loses nothing', async () => {
    const draftId = randomUUID()
    await save(draftId, 0)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    expect((await save(draftId, 1, { amountMinor: 300_00n }, joint.session)).reply.revision).toBe(2)
    const second = await save(draftId, 1, { amountMinor: 400_00n })
    expect(second.status).toBe(409)
    const { firstName, lastName } = joint.user
    expect(second.problem?.otherEdits).toMatchObject({
      revision: 2,
      changes: [{ by: `${firstName} ${lastName}` }],
    })
    expect((await save(draftId, 2, { amountMinor: 400_00n })).reply.content.amountMinor).toBe(400_00n)
  })

  test('two who save the same revision at once: one is refused', async () => {
    const draftId = randomUUID()
    await save(draftId, 0)
    const both = await Promise.all([
      save(draftId, 1, { amountMinor: 300_00n }),
      save(draftId, 1, { amountMinor: 400_00n }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is gone once its grant was recommended, and its id makes no second one', async () => {
    const draftId = randomUUID()
    await save(draftId, 0)
    await recommend(portal, fund, recommendation(charity.charityId), { key: draftId })
    const { reply } = await portal.call(listDrafts, { params: params() }, { as: session })
    expect(reply.data).toEqual([])
    expect((await save(draftId, 0)).status).toBe(409)
    expect((await save(draftId, 1)).status).toBe(409)
  })

  test('another fund’s draft does not exist, and its id cannot be taken', async () => {
    const draftId = randomUUID()
    await save(draftId, 0)
    const other = await makeFund(portal)
    const as = other.donor.session
    const call = { params: { ...params(other), draftId } }
    expect((await portal.call(getDraft, call, { as })).status).toBe(404)
    expect((await save(draftId, 0, {}, as, other)).status).toBe(409)
    expect((await save(draftId, 1, {}, as, other)).status).toBe(409)
    await portal.call(removeDraft, { ...call, body: body({}) }, { as })
    expect((await portal.call(getDraft, { params: { ...params(), draftId } }, { as: session })).status).toBe(
      200,
    )
  })

  test('a viewer sees none', async () => {
    const viewer = await makePersonOf(portal, fund, 'viewer')
    expect((await portal.call(listDrafts, { params: params() }, { as: viewer.session })).status).toBe(404)
    expect((await save(randomUUID(), 0, {}, viewer.session)).status).toBe(400)
  })
})

describe('the basket of a fund', () => {
  const two = async () => {
    const other = await makeCharity(portal.databases)
    const drafts = [
      { draftId: randomUUID(), content: content() },
      { draftId: randomUUID(), content: draftOf(other, { amountMinor: 500_00n }) },
    ]
    return { drafts, brief: (await gather(drafts)).reply }
  }

  test('is submitted whole, once, with its drafts gone and one mail', async () => {
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

  test('whole or not at all: a row with an error, or a sum above the balance, stops all of them', async () => {
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

  test('the same amount within 30 days is a warning that is answered', async () => {
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

  test('the answer to a warning does not stand for another amount', async () => {
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

  test('holds fifty; another fund’s does not exist; a discarded one is gone', async () => {
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

describe('a spreadsheet of grants', () => {
  const upload = (text: string, about: { again?: boolean; name?: string } = {}) =>
    portal.call(
      uploadGrants,
      {
        params: params(),
        query: { name: 'grants.csv', naming: 'fund_only', ...about },
        upload: new Uint8Array(Buffer.from(text)),
      },
      { as: session },
    )
  const heading = 'Tax ID,Charity name,Amount,Purpose,Named to the charity\n'

  test('lists the errors and warnings of each row; what is corrected in place is submitted', async () => {
    const { number, name } = charity
    const { reply } = await upload(
      `${heading}${number},${name},"$1,250",In memory of Ruth Whitcombe,Anonymous\n${number},Another name,300,,\nnonsense,x,abc,,nobody\n`,
    )
    expect(reply).toMatchObject({ rows: 3, fileName: 'grants.csv', totalMinor: 1_550_00n })
    const { rows, basket } = await show(reply.basketId)
    expect(rows[0]).toMatchObject({
      position: 2,
      errors: [],
      warnings: [],
      content: {
        amountMinor: 1_250_00n,
        purposeCode: 'in_memory',
        purposeText: 'Ruth Whitcombe',
        namingCode: 'anonymous',
      },
    })
    expect(rows[1]?.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('The number belongs to'),
    ])
    expect(rows[2]?.errors.map(({ field }) => field)).toEqual(['charityId', 'namingCode', 'amountMinor'])
    expect(basket).toMatchObject({ rowsWithErrors: 1, openWarnings: 1 })
    expect((await show(reply.basketId, { only: 'problems' })).rows).toHaveLength(2)
    await save(rows[2]?.draftId ?? '', 1, { amountMinor: 260_00n })
    await save(rows[1]?.draftId ?? '', 1, { amountMinor: 300_00n })
    const ready = await show(reply.basketId)
    expect(ready.basket).toMatchObject({ rowsWithErrors: 0, openWarnings: 0 })
    expect((await submit(ready.basket)).reply.grants).toBe(3)
    expect(await grants()).toEqual({ count: 3, sum: '181000' })
  })

  test('the same file a second time is asked about', async () => {
    const text = `${heading}${charity.number},${charity.name},300,,\n`
    expect((await upload(text)).status).toBe(200)
    const again = await upload(text)
    expect(Object.keys(again.problem?.errors ?? {})).toEqual(['again'])
    expect((await upload(text, { again: true })).status).toBe(200)
  })

  test('two equal rows: the second is a warning', async () => {
    const row = `${charity.number},${charity.name},300,,\n`
    const { reply } = await upload(`${heading}${row}${row}`)
    const { rows } = await show(reply.basketId)
    expect(rows.map(({ warnings }) => warnings.map(({ message }) => message))).toEqual([
      [],
      ['Row 2 has the same charity and amount.'],
    ])
  })

  test.each([
    ['no headings', '1,2,3\n4,5,6\n'],
    ['no rows', heading],
    ['a binary file', '\0\0'],
  ])('with %s is refused', async (_what, text) => {
    const { status, problem } = await upload(text)
    expect(status).toBe(400)
    expect(Object.keys(problem?.errors ?? {})).toEqual(['file'])
  })

  test('of 5,000 rows is checked and submitted whole, and its progress can be read meanwhile', {
    timeout: 120_000,
  }, async () => {
    fund = await makeFund(portal, { balanceMinor: 50_000_000_00n })
    session = fund.donor.session
    const charities = await Promise.all(Array.from({ length: 20 }, () => makeCharity(portal.databases)))
    const rows = Array.from({ length: 5000 }, (_, index) => {
      const { number, name } = charities[index % 20] ?? charity
      return `${number},${name},${250 + Math.floor(index / 20)},,\n`
    })
    const { reply } = await upload(`${heading}${rows.join('')}`)
    const { basket } = await show(reply.basketId)
    expect(basket).toMatchObject({ rows: 5000, rowsWithErrors: 0, openWarnings: 0 })
    const submitted = submit({ ...basket })
    const seen = new Set<number>()
    let isDone = false
    void submitted.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const progress = await portal.call(
        getProgress,
        { params: { ...params(), basketId: reply.basketId } },
        { as: session },
      )
      seen.add(progress.reply.progress)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect((await submitted).status).toBe(200)
    expect(seen.size).toBeGreaterThan(3)
    expect(await grants()).toMatchObject({ count: 5000 })
  })
})
