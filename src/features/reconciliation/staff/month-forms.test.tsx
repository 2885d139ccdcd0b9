import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isoDate } from '../../../domain/dates.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { type BankMonth, type BankMonthItem, listBankMonthItems } from '../bank-month.contract.ts'
import { DebitsToExplain } from './DebitsToExplain.tsx'
import { ExplainDebit } from './ExplainDebit.tsx'
import { ExplainedDebits } from './ExplainedDebits.tsx'
import { MonthItems } from './MonthItems.tsx'
import { SignOff } from './SignOff.tsx'

const { fetched, show } = staffScreens(['POSTING_CREATE'])

const [debitId, creditId] = ['01890a5d-ac96-474b-bcce-b302099a8057', '01890a5d-ac96-474b-bcce-b302099a8058']
const debit: BankMonthItem = {
  itemId: debitId,
  kind: 'unexplained',
  on: isoDate('2026-03-12'),
  days: 4,
  amountMinor: -18_00n,
  detail: 'TRANSFER TO GRANTS',
  counterparty: null,
  reference: null,
  note: null,
  postingRequest: null,
  explanation: null,
  otherSide: null,
  transfers: [
    {
      bankLineId: creditId,
      accountName: 'Grants',
      on: isoDate('2026-03-13'),
      detail: 'FROM CONTRIBUTIONS',
    },
  ],
}
const month: BankMonth = {
  account: { key: 'contributions', name: 'Contributions', bankCode: '099990011', numberEnd: '8840' },
  month: '2026-03',
  currency: 'USD',
  figures: { opening: null, closing: null, booked: [], differenceMinor: null, outstanding: [] },
  figuresHash: 'a'.repeat(64),
  gaps: [],
  runs: [],
  refusal: null,
  signed: null,
  previous: null,
  next: null,
}
const answerItems = (items: readonly BankMonthItem[]) => {
  const meta = { total: items.length, next: null }
  const reply = z.encode(listBankMonthItems.reply, { data: [...items], meta } as never)
  fetched.mockImplementation(async () => Response.json(reply))
}
const nothing = () => undefined

test('asks of a transfer which credit it became, and of nothing else', async () => {
  const screen = await show(
    <ExplainDebit
      debit={debit}
      accountName="Contributions"
      currency="USD"
      onDone={nothing}
      onCancel={nothing}
    />,
  )
  await screen.getByRole('textbox', { name: 'Note' }).fill('See the order')
  await screen.getByRole('radio', { name: 'A fee of the bank' }).click()
  expect(screen.getByRole('radio', { name: /^Grants, / }).all()).toEqual([])
  await screen.getByRole('radio', { name: 'A transfer to another account of ours' }).click()
  await screen.getByRole('button', { name: 'Save the explanation' }).click()
  await expect
    .element(screen.getByText('Choose the credit, or that it is none of these').first())
    .toBeVisible()
  expect(fetched.mock.calls.filter(([address]) => String(address).includes('explain'))).toEqual([])
})

test('offers what a debit may be, and a person who may not post no command', async () => {
  answerItems([debit])
  const screen = await show(<DebitsToExplain month={month} mayExplain={false} onDone={nothing} />)
  await expect.element(screen.getByText('A transfer to Grants, Mar 13, 2026: same amount')).toBeVisible()
  expect(screen.getByRole('button').all()).toEqual([])
})

test('says of a signed month that a second person has to confirm the withdrawal', async () => {
  const explanation = { explanationId: creditId, byName: 'Carl Collector', at: '2026-04-01T10:00:00.000Z' }
  answerItems([{ ...debit, kind: 'fee', note: 'Monthly fee', explanation, transfers: [] }])
  const signed = {
    byName: 'Carl',
    at: '2026-04-02T10:00:00Z',
    note: null,
    figures: month.figures,
    changes: [],
  }
  const screen = await show(<ExplainedDebits month={{ ...month, signed }} mayWithdraw onDone={nothing} />)
  await expect.element(screen.getByText(/Fees of the bank: Monthly fee \(Carl Collector/)).toBeVisible()
  await screen.getByRole('button', { name: /^Withdraw/ }).click()
  await expect.element(screen.getByText(/a second person has to confirm it/)).toBeVisible()
  await screen.getByRole('button', { name: 'Withdraw the explanation', exact: true }).click()
  await expect.element(screen.getByText('Enter the reason').first()).toBeVisible()
})

test('shows both sides of a transfer where its explanation is withdrawn', async () => {
  const explanation = { explanationId: creditId, byName: 'Carl Collector', at: '2026-04-01T10:00:00.000Z' }
  const [otherSide = null] = debit.transfers
  answerItems([{ ...debit, kind: 'own-transfer', note: 'Order 7', explanation, otherSide, transfers: [] }])
  const screen = await show(<ExplainedDebits month={month} mayWithdraw onDone={nothing} />)
  await expect.element(screen.getByText('Credit: Grants, March 13, 2026: FROM CONTRIBUTIONS')).toBeVisible()
  await screen.getByRole('button', { name: /^Withdraw/ }).click()
  await expect.element(screen.getByText('Contributions, March 12, 2026: TRANSFER TO GRANTS')).toBeVisible()
  await expect
    .element(screen.getByText('Grants, March 13, 2026: FROM CONTRIBUTIONS', { exact: true }))
    .toBeVisible()
})

test('lists the items of a month, and says when there is none', async () => {
  answerItems([])
  const screen = await show(<MonthItems month={month} />)
  await expect.element(screen.getByText(/^The bank has booked nothing in this month/)).toBeVisible()
})

test('signs off with the figures that are shown', async () => {
  const refusal = { type: 'urn:almoner:problem:conflict', title: 'Changed', status: 409, traceId: 't' }
  fetched.mockImplementation(async () => Response.json(refusal, { status: 409 }))
  const screen = await show(<SignOff month={month} onDone={nothing} />)
  const button = screen.getByRole('button', { name: 'Sign off this month' })
  await button.click()
  await expect.poll(() => fetched.mock.calls.length).toBe(1)
  const [, sent] = fetched.mock.calls[0] ?? []
  expect(JSON.parse(String(sent?.body))).toMatchObject({
    data: { attributes: { figuresHash: month.figuresHash, note: null } },
  })
})
