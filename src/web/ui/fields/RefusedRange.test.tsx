import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { isoDate } from '../../../domain/dates.ts'
import { rangeView } from '../../../domain/range-view.ts'
import { RangeSelector } from './RangeSelector.tsx'

const today = isoDate('2026-11-20')
const openedOn = isoDate('2021-03-04')
const years = { taxYearStartsOn: '01-01', fiscalYearStartsOn: '01-01' }

const show = (from: string, to: string, locale = 'en-US') =>
  render(
    <RangeSelector
      view={rangeView({ from, to }, today, openedOn, years)}
      openedOn={openedOn}
      settings={{ ...years, today, locale }}
      onChange={() => undefined}
    />,
  )

test.each([
  ['2026-02-30', '2026-03-31', 'First day “2026-02-30”. Enter a day that exists: February 2026 has 28 days.'],
  [
    '2026-03-15',
    '2026-03-14',
    'Last day “2026-03-14”. Enter March 15, 2026 or a later date, so that it is not before the first day.',
  ],
  ['2026-03-15', '2026-12-01', 'Last day “2026-12-01”. Enter November 20, 2026 or an earlier date.'],
  ['2026-03-15', '', 'Last day. Enter the last day.'],
  ['03/15/2026', '2026-03-31', 'First day “03/15/2026”. Enter the date as YYYY-MM-DD.'],
])('says why the dates %s to %s of an address are not shown', async (from, to, sentence) => {
  const screen = await show(from, to)
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(
      `The dates in the address can’t be shown${sentence}You see January 1, 2026 to November 20, 2026 instead.`,
    )
  await expect
    .element(screen.getByRole('button', { name: 'Year to date' }))
    .toHaveAttribute('aria-pressed', 'true')
})

test('says nothing about dates that are shown', async () => {
  const screen = await show('2026-03-01', '2026-03-31')
  await expect.element(screen.getByRole('group', { name: 'First and last day' })).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
