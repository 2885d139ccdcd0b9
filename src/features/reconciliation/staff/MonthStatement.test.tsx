import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { isoDate } from '../../../domain/dates.ts'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import type { MonthFigures } from '../bank-month.contract.ts'
import { MonthChanges } from './MonthChanges.tsx'
import { MonthStatement } from './MonthStatement.tsx'

beforeEach(() => {
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
})
afterEach(() => document.getElementById('client-context')?.remove())

const on = isoDate('2026-03-31')
const figures: MonthFigures = {
  opening: { on: isoDate('2026-02-27'), amountMinor: 100_00n },
  closing: { on, amountMinor: 160_00n },
  booked: [{ kind: 'suspense', items: 2, amountMinor: 70_00n }],
  differenceMinor: -10_00n,
  outstanding: [{ kind: 'cheque', items: 1, amountMinor: -25_00n, oldestOn: on }],
}

test('shows what a month is made of, what is missing, and the balance once all is booked', async () => {
  const screen = await render(<MonthStatement figures={figures} currency="USD" />)
  await expect.element(screen.getByText('Difference: in no statement that we have')).toBeVisible()
  const text = screen.container.textContent
  for (const part of [
    'Opening balance, Feb 27, 2026',
    'Credits in suspense',
    'Checks not cashed, since Mar 31',
    '135.00',
  ])
    expect(text).toContain(part)
})

test.each([
  [-5_00n, 'The bank’s files have added lines'],
  [0n, 'adds up to the same'],
])('says whether lines were added since the sign-off: %s', async (addedMinor, sentence) => {
  const changes = [
    { what: 'suspense' as const, beforeMinor: 70_00n, nowMinor: 0n },
    { what: 'contributions' as const, beforeMinor: 0n, nowMinor: 70_00n + addedMinor },
  ]
  const signed = { byName: 'Carl', at: '2026-04-02T10:00:00Z', note: null, figures, changes }
  const screen = await render(<MonthChanges signed={signed} currency="USD" />)
  await expect.element(screen.getByText(new RegExp(sentence))).toBeVisible()
})
