import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { type ChequeStock as ChequeStockData, getChequeStock } from '../cheque-stock.contract.ts'
import { ChequeStock } from './ChequeStock.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['GRANT_PAY', 'SUPER_DASHBOARD_VIEW'])

const stock: ChequeStockData = {
  ...{ account: '0000', isKept: true, left: 37, issued: 60, voided: 3, next: '1064' },
  ...{ waiting: 4, isLow: true, totalBoxes: 1, totalVoids: 3 },
  boxes: [
    {
      boxId: '0190a000-0000-7000-8000-000000000010',
      ...{ first: '1001', last: '1100', isOfAccount: true, receivedOn: isoDate('2026-03-02') },
      ...{ left: 37, issued: 60, voided: 3 },
      ...{ recordedByName: 'Ada Winslow', recordedAt: '2026-03-02T15:00:00Z' },
    },
  ],
  voids: [
    {
      ...{ number: '1010', reason: 'Torn by the printer' },
      ...{ voidedByName: 'Ada Winslow', voidedAt: '2026-03-03T15:00:00Z' },
    },
  ],
}
const none: ChequeStockData = {
  ...stock,
  ...{ isKept: false, left: 0, issued: 0, voided: 0, next: null, isLow: false, totalBoxes: 0 },
  ...{ boxes: [], voids: [], totalVoids: 0 },
}

/** Answers with a stock, and collects what is sent. */
function answering(reply: ChequeStockData | null) {
  const sent: unknown[] = []
  fetched.mockImplementation(async (_address, request) => {
    if (request?.method === 'POST') {
      sent.push(JSON.parse(String(request.body)).data.attributes)
      return Response.json({ stock })
    }
    return Response.json(z.encode(getChequeStock.reply, { stock: reply }))
  })
  return sent
}

test('the stock, its boxes and a spoiled number are recorded by keyboard at 320 px, without faults of access', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 700)
  const sent = answering(stock)
  const screen = await show(<ChequeStock mayPay />)
  await expect.element(screen.getByRole('heading', { name: 'Check stock' })).toBeVisible()
  await expect.element(screen.getByText('Only 37 checks left')).toBeVisible()
  await expect.element(screen.getByText(/1001 to 1100/)).toBeVisible()
  await expect.element(screen.getByText('Torn by the printer')).toBeVisible()
  await expect.element(screen.getByText('The latest 1 of 3 void numbers')).toBeVisible()
  expect(await pageFaults()).toEqual([])

  screen.getByRole('button', { name: 'Record spoiled or lost checks' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('textbox', { name: /^Number/ })).toBeVisible()
  expect(await pageFaults()).toEqual([])
  screen.getByRole('button', { name: 'Make void' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('link', { name: 'Enter the number' })).toBeVisible()
  await screen.getByRole('textbox', { name: /^Number/ }).fill('1064')
  await screen.getByRole('textbox', { name: /^What happened/ }).fill('Coffee')
  screen.getByRole('button', { name: 'Make void' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual([{ first: '1064', last: '1064', reason: 'Coffee' }])
  await expect.element(screen.getByText('Number 1064 is void.')).toBeVisible()
  await page.viewport(width, height)
})

test('the first box says what it changes, and how many checks it has', async () => {
  const sent = answering(none)
  const screen = await show(<ChequeStock mayPay />)
  await expect.element(screen.getByText(/^No box has been recorded/)).toBeVisible()
  await screen.getByRole('button', { name: 'Record a box' }).click()
  await screen.getByRole('textbox', { name: 'First number' }).fill('1001')
  await screen.getByRole('textbox', { name: /^Last number/ }).fill('1500')
  await expect.element(screen.getByText('500 checks in all.')).toBeVisible()
  expect(await pageFaults()).toEqual([])
  await screen.getByRole('button', { name: 'Record the box' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ first: '1001', last: '1500', receivedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }])
})

test('says how a number of a box is typed', async () => {
  const sent = answering(none)
  const screen = await show(<ChequeStock mayPay />)
  await screen.getByRole('button', { name: 'Record a box' }).click()
  await screen.getByRole('textbox', { name: 'First number' }).fill('001001')
  await screen.getByRole('textbox', { name: /^Last number/ }).fill('1000000000001')
  await screen.getByRole('button', { name: 'Record the box' }).click()
  const sentences = screen.getByText('Enter digits only, at most 12, without zeros in front', { exact: true })
  await expect.element(sentences.first()).toBeVisible()
  expect(screen.getByText('Enter the first number of the box').elements()).toEqual([])
  expect(sent).toEqual([])
})

test('who may not pay reads the stock and changes nothing, and a book without checks has none', async () => {
  answering(stock)
  const screen = await show(<ChequeStock mayPay={false} />)
  await expect.element(screen.getByText(/1001 to 1100/)).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})
