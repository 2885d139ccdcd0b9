import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import type { BatchPlan } from '../posting-batches.contract.ts'
import { BatchPlanView } from './BatchPlanView.tsx'
import '../../../web/styles.ts'

const plan: BatchPlan = {
  ...{ currency: 'USD', planHash: '0'.repeat(64), lines: 14, totals: [], refusal: null },
  ...{ wrong: [], wrongLines: 0, leftOut: [], leftOutLines: 0, repeated: [], repeatedLines: 0 },
  ...{ moved: [], movedLines: 0, firstOpenDay: null, earlier: [], earlierLines: 0, days: null },
  ...{ funds: [], fundCount: 2, fundsBelowZero: 0 },
}

/** Numbers and dates have blanks that do not break. */
const plainText = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ')

const { show } = staffScreens(['POSTING_CREATE'])

test('names the days of a file, and the lines that earlier batches have', async () => {
  await page.viewport(320, 700)
  const days = { from: isoDate('2026-03-04'), to: isoDate('2026-04-03') }
  const earlier = Array.from({ length: 12 }, (_none, index) => ({ line: index + 2, batchNumber: 5112 }))
  await show(
    <main>
      <h1>New batch</h1>
      <BatchPlanView name="gains.xlsx" plan={{ ...plan, days, earlier, earlierLines: 12 }} />
    </main>,
  )
  const told = page.getByRole('region', { name: 'What the file would do' })
  await expect
    .poll(() => plainText(told.element()))
    .toContain('gains.xlsx: 14 lines for 2 funds, from March 4, 2026 to April 3, 2026.')
  await expect
    .poll(() => plainText(told.element()))
    .toContain(
      '12 lines with the same account, kind, date, and amount as a line of batch 5112: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and others. Were they posted before?',
    )
  expect(await pageFaults()).toEqual([])
})

test('names several batches, and a single day', async () => {
  const days = { from: isoDate('2026-03-04'), to: isoDate('2026-03-04') }
  const earlier = [
    { line: 2, batchNumber: 5113 },
    { line: 3, batchNumber: 5112 },
  ]
  await show(<BatchPlanView name="gains.csv" plan={{ ...plan, days, earlier, earlierLines: 2 }} />)
  const told = page.getByRole('region', { name: 'What the file would do' })
  await expect.poll(() => plainText(told.element())).toContain('for 2 funds, all of March 4, 2026.')
  await expect.poll(() => plainText(told.element())).toContain('as a line of batches 5112, 5113: 2, 3.')
})
