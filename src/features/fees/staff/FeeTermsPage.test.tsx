import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { FeeTermsPage } from './FeeTermsPage.tsx'
import '../../../web/styles.ts'

const path = '/super-user-dashboard/postings/fees'
const changeId = '0190a000-0000-7000-8000-000000000041'
const [width, height] = [window.innerWidth, window.innerHeight]
beforeEach(async () => await page.viewport(320, 700))
afterEach(async () => await page.viewport(width, height))

const terms = {
  ...{ from: '2026-07-01', every: 'month', charged: 'in-arrears', excludedAssets: 'left-out' },
  minimumPerYearMinor: '12000',
  tiers: [
    { upToMinor: '50000000', millionths: 6_000 },
    { upToMinor: null, millionths: 3_000 },
  ],
}
const after = { ...terms, from: '2027-01-01', minimumPerYearMinor: '0' }
const change = {
  ...{ changeId, state: 'waiting', endedBy: null, terms: after, before: terms },
  ...{ reason: 'Resolution of the trustees', requestedByName: 'Prudence Gale' },
  ...{ requestedAt: '2026-11-20T12:00:00Z', decidedByName: null, decidedAt: null, decisionReason: null },
}
const made = {
  ...{ ...change, changeId: '0190a000-0000-7000-8000-000000000042', state: 'made', endedBy: 'file' },
  ...{ decidedByName: 'Amos Reed', decidedAt: '2026-11-10T12:00:00Z' },
}
const waiting = { ...change, endsAt: '2026-11-27T12:00:00Z', isOwn: false, refusal: null }
const schedule = (asked: object | null = waiting) => ({
  ...{ schedule: 'administrative', title: 'Administrative fee', currency: 'USD', waiting: asked },
  versions: [{ terms, to: null, state: 'in-force', setBy: null }],
  firstDays: { month: ['2026-12-01', '2027-01-01'], quarter: ['2027-01-01'] },
  history: [...(asked === null ? [] : [change]), made],
})
const preview = {
  currency: 'USD',
  period: {
    ...{ periodFrom: '2026-10-01', periodTo: '2026-10-31', termsFrom: '2026-07-01' },
    ...{ beforeMinor: '100000', afterMinor: '90000', paysMore: 0, paysLess: 2, paysTheSame: 1 },
    largest: [
      {
        fundId: 204_318,
        accountName: 'The Whitcombe Family Fund',
        beforeMinor: '38000',
        afterMinor: '30000',
      },
    ],
  },
}

const sent: { path: string; attributes: object }[] = []
function answer(fetched: ReturnType<typeof staffScreens>['fetched'], reply: () => unknown) {
  sent.length = 0
  fetched.mockImplementation(async (address, request) => {
    const { pathname } = new URL(String(address), window.location.href)
    if (pathname.endsWith('/preview')) return Response.json(preview)
    if (request?.method === 'POST')
      sent.push({ path: pathname, attributes: JSON.parse(String(request.body)).data.attributes })
    return Response.json(reply())
  })
}
const shown = <FeeTermsPage schedule="administrative" />

describe('for those who change settings', () => {
  const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW', 'SETTINGS_MANAGE'])

  test('what waits stands beside what holds, with what it changes, and is confirmed by keyboard at 320 px', async () => {
    answer(fetched, schedule)
    await show(shown, { path, at: path })
    await expect.element(page.getByRole('table', { name: 'Before and after' })).toBeVisible()
    await expect.element(page.getByText('No minimum', { exact: true }).first()).toBeVisible()
    await expect.element(page.getByRole('rowheader', { name: /Whitcombe/ })).toBeVisible()
    await expect.element(page.getByText(/client’s file was changed since/)).toBeVisible()
    expect(await pageFaults()).toEqual([])
    const button = page.getByRole('button', { name: 'Confirm the terms' })
    // A button is an HTML element.
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent).toMatchObject([{ path: `/api/fee-terms/${changeId}/confirm` }])
  })

  test('who proposed terms cannot confirm them, and may withdraw them with a reason', async () => {
    const refusal = 'You proposed this, so someone else has to confirm it.'
    answer(fetched, () => schedule({ ...waiting, isOwn: true, refusal }))
    await show(shown, { path, at: path })
    await expect.element(page.getByText(refusal)).toBeVisible()
    expect(page.getByRole('button', { name: /^Confirm/ }).elements()).toEqual([])
    await page.getByRole('button', { name: 'Withdraw the terms' }).click()
    await page.getByRole('textbox', { name: /^Why you withdraw them/ }).fill('Too high')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect.poll(() => sent).toMatchObject([{ attributes: { reason: 'Too high' } }])
  })

  test('terms are proposed tier by tier, with what is wrong at its field', async () => {
    answer(fetched, () => schedule(null))
    await show(shown, { path, at: path })
    await page.getByRole('button', { name: 'Propose new terms' }).click()
    await page.getByRole('button', { name: 'Add a tier' }).click()
    const upTo = page.getByRole('textbox', { name: /Tier 2, Up to/ })
    await expect.element(upTo).toHaveFocus()
    await upTo.fill('400000')
    await page.getByRole('textbox', { name: /Tier 3, Rate/ }).fill('0.12345')
    await page.getByRole('button', { name: 'Propose the terms' }).click()
    await expect.element(page.getByText(/at most four decimals/).first()).toBeVisible()
    await expect.element(page.getByText('Enter the reason').first()).toBeVisible()
    await page.getByRole('textbox', { name: /Tier 3, Rate/ }).fill('0.1234')
    await page.getByRole('textbox', { name: /^Reason/ }).fill('Agreed')
    await page.getByRole('button', { name: 'Propose the terms' }).click()
    await expect.element(page.getByText('Let each tier end above the one before it').first()).toBeVisible()
    expect(await pageFaults()).toEqual([])
    expect(sent).toEqual([])
    await upTo.fill('900000')
    await page.getByRole('radio', { name: 'Each quarter' }).click()
    await page.getByRole('button', { name: 'Show what they change' }).click()
    await expect.element(page.getByText('On these terms', { exact: true })).toBeVisible()
    expect(await pageFaults()).toEqual([])
    await page.getByRole('button', { name: 'Propose the terms' }).click()
    await expect
      .poll(() => sent)
      .toEqual([
        {
          path: '/api/fee-schedules/administrative/terms',
          attributes: {
            ...{ ...terms, from: '2027-01-01', every: 'quarter', reason: 'Agreed' },
            tiers: [
              { upToMinor: '50000000', millionths: 6_000 },
              { upToMinor: '90000000', millionths: 3_000 },
              { upToMinor: null, millionths: 1_234 },
            ],
          },
        },
      ])
  })

  test('a removed tier leaves the others as they were', async () => {
    answer(fetched, () => schedule(null))
    await show(shown, { path, at: path })
    await page.getByRole('button', { name: 'Propose new terms' }).click()
    await page.getByRole('button', { name: 'Remove Tier 1' }).click()
    await expect.element(page.getByText('The whole balance', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: /Tier 1, Rate/ })).toHaveValue('0.3')
    await expect.element(page.getByRole('textbox', { name: /Tier 1, Rate/ })).toHaveFocus()
  })

  test('a failure is said', async () => {
    fetched.mockImplementation(async () => new Response('', { status: 500 }))
    await show(shown, { path, at: path })
    await expect.element(page.getByText(/The terms could not/).first()).toBeVisible()
  })
})

describe('for those who only read', () => {
  const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW', 'AUDIT_VIEW'])

  test('the terms and their history are without buttons, and nothing is computed', async () => {
    answer(fetched, schedule)
    await show(shown, { path, at: path })
    await expect.element(page.getByRole('table', { name: 'History' })).toBeVisible()
    expect(page.getByRole('button', { name: /terms$/ }).elements()).toEqual([])
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})
