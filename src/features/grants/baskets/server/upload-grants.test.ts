import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../../testing/factories/make-fund.ts'
import { basketCalls } from '../../../../testing/grants/basket-calls.ts'
import { getProgress, uploadGrants } from '../drafts.contract.ts'

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

const calls = () => basketCalls(portal, fund, charity)
const save: ReturnType<typeof calls>['save'] = (...about) => calls().save(...about)
const show: ReturnType<typeof calls>['show'] = (...about) => calls().show(...about)
const submit: ReturnType<typeof calls>['submit'] = (...about) => calls().submit(...about)
const grants = () => calls().grants()
const params = (of = fund) => ({ fundId: of.fundId })

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
    const { rows, basket, total } = await show(reply.basketId)
    expect(total).toBe(3)
    expect((await show(reply.basketId, { only: 'problems' })).total).toBe(2)
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

  test('asks for a confirmation when the same file is uploaded again', async () => {
    const text = `${heading}${charity.number},${charity.name},300,,\n`
    expect((await upload(text)).status).toBe(200)
    const again = await upload(text)
    expect(Object.keys(again.problem?.errors ?? {})).toEqual(['again'])
    expect((await upload(text, { again: true })).status).toBe(200)
  })

  test('warns about the second of two equal rows', async () => {
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

  test('of 5,000 rows is checked and submitted completely, and its progress can be read in the meantime', {
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
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    expect((await submitted).status).toBe(200)
    expect(seen.size).toBeGreaterThan(3)
    expect(await grants()).toMatchObject({ count: 5000 })
  })
})
