import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { isoDate } from '../../domain/dates.ts'
import { contextOfPage } from '../../testing/screens/client-context.ts'
import { FeeWorkingView } from './FeeWorkingView.tsx'
import type { FeeWorking, WorkedCharge } from './fees.contract.ts'

beforeEach(() => {
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
})
afterEach(() => document.getElementById('client-context')?.remove())

const charge: WorkedCharge = {
  ...{ periodFrom: isoDate('2026-03-01'), periodTo: isoDate('2026-03-31'), baseDays: 31 },
  termsFrom: isoDate('2026-01-01'),
  ...{ baseFrom: isoDate('2026-03-01'), baseTo: isoDate('2026-03-31'), excludedAssets: 'left-out' },
  ...{ averageMinor: 750_000_00n, isMinimum: false, reducedHundredths: 0, feeMinor: 318_49n },
  ...{
    chargedBeforeMinor: 0n,
    dueMinor: 318_49n,
    minimumPerYearMinor: 120_00n,
    chargedDays: 31,
    yearDays: 365,
  },
  tiers: [
    { upToMinor: 500_000_00n, millionths: 6_000, partMinor: 500_000_00n, yearlyMinor: 3_000_00n },
    { upToMinor: 1_000_000_00n, millionths: 3_000, partMinor: 250_000_00n, yearlyMinor: 750_00n },
    { upToMinor: null, millionths: 1_500, partMinor: 0n, yearlyMinor: 0n },
  ],
}
const working: FeeWorking = {
  ...{ title: 'Administrative fee', currency: 'USD', charges: [charge], arrearsMinor: 0n },
  ...{ amountMinor: 318_49n, postedMinor: 318_49n },
}
const textOf = async (shown: FeeWorking) => {
  const screen = await render(<FeeWorkingView working={shown} locale="en-US" />)
  await expect.element(screen.getByText('Administrative fee')).toBeVisible()
  return screen.container.textContent.replaceAll('\u00a0', ' ')
}

test('a fee by tiers shows its average balance, its tiers and days, and no tier that is empty', async () => {
  const text = await textOf(working)
  for (const part of [
    ', without excluded assets, over the 31 days',
    'The first $500,000: 0.6% of $500,000.00',
    'The next $500,000: 0.3% of $250,000.00',
    '31 of the 365 days of the year',
    'Fee$318.49',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Above')
  expect(text).not.toContain('owed')
})

test('a difference, a minimum, a waiver, and what the fund still owes are named', async () => {
  const text = await textOf({
    ...working,
    charges: [
      { ...charge, isMinimum: true, feeMinor: 0n, dueMinor: 0n, reducedHundredths: 10_000 },
      { ...charge, periodFrom: isoDate('2026-02-01'), chargedBeforeMinor: 300_00n, dueMinor: 18_49n },
    ],
    arrearsMinor: 5_00n,
    amountMinor: 23_49n,
    postedMinor: 3_00n,
  })
  for (const part of [
    '$120.00, the least that a fund pays',
    'Waived',
    'Charged before$300.00',
    'Difference$18.49',
    'Owed from earlier fees$5.00',
    'Together$23.49',
    'Still owed then$20.49',
  ])
    expect(text).toContain(part)
})
