import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { AllGrantsPage } from './AllGrantsPage.tsx'
import '../../../web/styles.ts'

const path = '/super-user-dashboard/all-grants'
const [width, height] = [window.innerWidth, window.innerHeight]
const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW'])
beforeEach(async () => await page.viewport(320, 700))
afterEach(async () => await page.viewport(width, height))

const grant = {
  ...{ grantId: '0190a000-0000-7000-8000-000000000031', transactionId: '100123', createdDate: '2026-10-02' },
  ...{ charityId: 'US-EIN-470424785', charityName: 'HARBOR LIGHT', grantPurpose: 'A roof' },
  ...{ namingCode: 'fund_only', amountMinor: '25000', returnedMinor: '0', transactionStatusCode: 6 },
  ...{ outcome: null, state: 'Paid', fundId: 204318, accountName: 'The Whitcombe Fund' },
  ...{ donorName: 'Eleanor Whitcombe', charityClass: 'P30', paidOn: '2026-10-09', paymentMethod: 'cheque' },
  ...{ paymentReference: '100418', checkNumber: 100418, runNumber: 7 },
}

test('the filters of the address are asked for and shown; the page fits 320 px and has no faults of access', async () => {
  const asked: URLSearchParams[] = []
  fetched.mockImplementation(async address => {
    asked.push(new URL(String(address), window.location.href).searchParams)
    return Response.json({ data: [grant], meta: { total: 1, next: null, isTotalExact: true } })
  })
  const screen = await show(<AllGrantsPage />, { path, at: `${path}?keywords=Harbor&method=cheque&run=x` })
  await expect.element(screen.getByRole('link', { name: '100123' })).toBeVisible()
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ keywords: 'Harbor', method: 'cheque' })
  expect(asked[0]?.has('run')).toBe(false)
  await expect.element(screen.getByRole('combobox', { name: 'Payment' })).toHaveValue('cheque')
  expect(await pageFaults()).toEqual([])
  const clear = screen.getByRole('button', { name: 'Clear filters' }).element()
  if (clear instanceof HTMLElement) clear.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.at(-1)?.has('method')).toBe(false)
  expect(asked.at(-1)?.get('keywords')).toBe('Harbor')
})
