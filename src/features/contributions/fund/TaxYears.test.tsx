import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { npttransatlantic } from '../../../clients/configuration/npttransatlantic.ts'
import { applyClientStyle, showAt } from '../../../testing/screens/managed-screen.tsx'
import { queryClient } from '../../../web/api/query.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { authToken } from '../../../web/session/session-store.ts'
import { TaxYears } from './TaxYears.tsx'
import '../../../web/styles.ts'

// The component reads these three alone.
const account = { fundId: 110, accountName: 'Heron Pounds', currency: 'GBP' } as CurrentAccount
const year = (number: number, amountMinor: string) => [{ year: number, amountMinor, contributions: 1 }]
const pounds = { calendar: year(2026, '250000'), british: year(2025, '250000') }
const dollars = {
  ...{ fundId: 220, accountName: 'Heron Dollars', currency: 'USD' },
  ...{ calendar: year(2026, '750000'), british: year(2025, '750000') },
}

beforeEach(() => {
  queryClient.clear()
  applyClientStyle(npttransatlantic)
  authToken.replace('Bearer of-this-test', authToken.generation())
})
afterEach(() => authToken.clear())

const show = async (elsewhere: readonly object[]) => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ ...pounds, elsewhere }))
  return (await showAt('/contributions?view=tax-year', <TaxYears account={account} />)).screen
}

test('the years of the donor’s accounts in both books stand beside each other, each in its currency', async () => {
  const screen = await show([dollars])
  const own = screen.getByRole('region', { name: 'Heron Pounds, in pounds sterling' })
  const other = screen.getByRole('region', { name: 'Heron Dollars, in US dollars' })
  for (const [region, currency, shown] of [
    [own, 'Amount (GBP)', '2,500.00'],
    [other, 'Amount (USD)', '7,500.00'],
  ] as const)
    for (const name of [/^UK tax years/, /^US tax years/]) {
      const table = region.getByRole('table', { name })
      await expect.element(table).toBeVisible()
      expect(table.element().textContent).toContain(currency)
      expect(table.element().textContent).toContain(shown)
    }
})

test('a donor with one account sees its years without a heading of their own', async () => {
  const screen = await show([])
  await expect.element(screen.getByRole('table', { name: /^UK tax years/ })).toBeVisible()
  expect(screen.getByRole('heading', { level: 2, name: /Heron Pounds/ }).elements()).toEqual([])
})
