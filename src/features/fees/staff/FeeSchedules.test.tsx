import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isoDate } from '../../../domain/dates.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import type { TermsVersion } from '../fee-terms.contract.ts'
import type { FeeScheduleReply } from '../fees.contract.ts'
import { FeeSchedules } from './FeeSchedules.tsx'
import { LaterTerms } from './LaterTerms.tsx'

const terms: TermsVersion['terms'] = {
  ...{ from: isoDate('2026-07-01'), every: 'month', charged: 'in-arrears', excludedAssets: 'left-out' },
  minimumPerYearMinor: 0n,
  tiers: [{ upToMinor: null, millionths: 3_000 }],
}
const schedule: FeeScheduleReply = {
  ...{
    name: 'administrative',
    title: 'Administrative fee',
    kind: 'administrative_fee',
    fundTypes: ['Joint'],
  },
  ...{ terms, coming: [], due: [], last: null, termsWait: false },
}

describe('the schedules', () => {
  const { show } = staffScreens(['SUPER_DASHBOARD_VIEW', 'SETTINGS_MANAGE'])

  test('say whose new terms await a second person, as the number beside Postings counts them', async () => {
    const another = { ...schedule, name: 'investment', title: 'Investment fee', termsWait: true }
    await show(<FeeSchedules schedules={[schedule, another]} currency="USD" mayPost={false} />)
    const [administrative, investment] = [
      page.getByRole('region', { name: 'Administrative fee' }),
      page.getByRole('region', { name: 'Investment fee' }),
    ]
    await expect.element(investment.getByText(/New terms await a second person\./)).toBeVisible()
    expect(administrative.getByText(/await/).elements()).toEqual([])
  })

  test('do not call a period charged while its run waits for a second person', async () => {
    const last = {
      ...{ batchId: '0190a000-0000-7000-8000-000000000041', batchNumber: 5179, isWaiting: true },
      ...{ periodFrom: isoDate('2026-10-01'), periodTo: isoDate('2026-10-31') },
    }
    await show(<FeeSchedules schedules={[{ ...schedule, last }]} currency="USD" mayPost={false} />)
    await expect.element(page.getByText(/which waits for a second person/)).toBeVisible()
    await expect.element(page.getByText('Not charged yet', { exact: true })).toBeVisible()
    expect(page.getByText('Last charged', { exact: true }).elements()).toEqual([])
  })

  test('terms to come that would be replaced are named one after the other', async () => {
    const setBy = { requestedByName: 'One', decidedByName: 'Two', decidedAt: '2026-11-20T12:00:00Z' }
    const versions = ['2027-01-01', '2027-02-01', '2027-03-01'].map(
      (from): TermsVersion => ({
        ...{ terms: { ...terms, from: isoDate(from) }, to: null, state: 'coming', setBy },
      }),
    )
    await show(<LaterTerms versions={versions} from={isoDate('2027-01-01')} locale="en-US" />)
    const dates = /from January 1, 2027, February 1, 2027, and March 1, 2027\.$/
    await expect.element(page.getByText(dates)).toBeVisible()
  })
})
