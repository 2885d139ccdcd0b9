import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import '../../../web/styles.ts'

const path = '/super-user-dashboard/settings'
const ids = ['0190a000-0000-7000-8000-000000000031', '0190a000-0000-7000-8000-000000000032'] as const
const [width, height] = [window.innerWidth, window.innerHeight]

const change = {
  ...{ changeId: ids[0], setting: 'dual-control-from', currency: 'USD', state: 'waiting' },
  ...{ value: '2000000', before: '2500000', reason: 'Larger grants since the summer' },
  ...{ requestedByName: 'Prudence Gale', requestedAt: '2026-11-20T12:00:00Z' },
  ...{ decidedByName: null, decidedAt: null, decisionReason: null },
}
const waiting = { ...change, endsAt: '2026-11-27T12:00:00Z', isOwn: false, refusal: null }
const made = {
  ...change,
  ...{ changeId: ids[1], setting: 'support-hours', currency: null, state: 'made' },
  ...{ value: 'Monday to Friday, 8 a.m. to 6 p.m.', before: 'Monday to Friday, 9 a.m. to 5 p.m.' },
}
const none = { currency: null, lastChangeId: null, isOverruledByFile: false, stricterAt: null, waiting: null }
const settings = (asked: object | null = waiting) => ({
  data: [
    { ...none, name: 'support-hours', value: made.value, fileValue: made.before, lastChangeId: ids[1] },
    {
      ...none,
      ...{ name: 'grant-days', value: { decision: 5, payment: 10 }, fileValue: { decision: 5, payment: 10 } },
    },
    {
      ...{ ...none, name: 'dual-control-from', currency: 'USD', waiting: asked },
      ...{ value: '2500000', fileValue: '2500000' },
    },
  ],
  history: [...(asked === null ? [] : [change]), made],
})

const { fetched, show } = staffScreens(['SETTINGS_MANAGE', 'AUDIT_VIEW'])
beforeEach(async () => await page.viewport(320, 700))
afterEach(async () => await page.viewport(width, height))

const sent: { path: string; body: string }[] = []
function answer(reply: () => unknown) {
  sent.length = 0
  fetched.mockImplementation(async (address, request) => {
    if (request?.method === 'POST')
      sent.push({ path: new URL(String(address), window.location.href).pathname, body: String(request.body) })
    return Response.json(reply())
  })
}

test('shows each setting with where it comes from, and its history, without faults at 320 px', async () => {
  answer(settings)
  await show(<SettingsPage />, { path, at: path })
  await expect.element(page.getByRole('heading', { name: 'Two people from' })).toBeVisible()
  await expect.element(page.getByText('$25,000', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Decided within 5 days, paid within 10 days')).toBeVisible()
  await expect.element(page.getByText(/^Set by Prudence Gale/)).toBeVisible()
  await expect.element(page.getByText('$20,000 awaits a second person')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'History' })).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test('a second person confirms an amount by keyboard', async () => {
  answer(settings)
  await show(<SettingsPage />, { path, at: path })
  const button = page.getByRole('button', { name: 'Confirm $20,000' })
  await expect.element(button).toBeVisible()
  // A button is an HTML element.
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toMatchObject([{ path: `/api/settings/thresholds/${ids[0]}/confirm` }])
})

test('who proposed it cannot confirm it, and may withdraw it with a reason', async () => {
  const refusal = 'You proposed this, so someone else has to confirm it.'
  answer(() => settings({ ...waiting, isOwn: true, refusal }))
  await show(<SettingsPage />, { path, at: path })
  await expect.element(page.getByText(refusal)).toBeVisible()
  expect(page.getByRole('button', { name: /^Confirm/ }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Withdraw $20,000' }).click()
  await page.getByRole('textbox', { name: /^Why you withdraw it/ }).fill('Too low')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(JSON.parse(sent[0]?.body ?? '').data.attributes).toEqual({ reason: 'Too low' })
})

test('an amount is proposed at most up to that of the file, and days only as whole numbers', async () => {
  answer(() => settings(null))
  await show(<SettingsPage />, { path, at: path })
  await page.getByRole('button', { name: /^Propose.*Two people from$/ }).click()
  const amount = page.getByRole('textbox', { name: /^Amount/ })
  await amount.fill('25001')
  await page.getByRole('textbox', { name: /^Reason/ }).fill('More care')
  await page.getByRole('button', { name: 'Propose the amount' }).click()
  await expect.element(page.getByText('Enter at most $25,000.00').first()).toBeVisible()
  expect(sent).toEqual([])
  expect(await pageFaults()).toEqual([])
  await amount.fill('12000')
  await page.getByRole('button', { name: 'Propose the amount' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(JSON.parse(sent[0]?.body ?? '').data.attributes).toEqual({
    ...{ threshold: 'dual-control-from', lastChangeId: null },
    ...{ amountMinor: '1200000', reason: 'More care' },
  })
  await page.getByRole('button', { name: /^Change.*Days for a grant$/ }).click()
  await page.getByRole('textbox', { name: /^Days until the decision/ }).fill('2.5')
  await page.getByRole('textbox', { name: /^Reason/ }).fill('More staff')
  await page.getByRole('button', { name: 'Change the days' }).click()
  await expect.element(page.getByText('Enter a whole number').first()).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('says so when the settings cannot be loaded', async () => {
  fetched.mockImplementation(async () => new Response('', { status: 500 }))
  await show(<SettingsPage />, { path, at: path })
  await expect.element(page.getByText(/The settings/).first()).toBeVisible()
})

test('says where a lower amount holds that another client has for the same accounts', async () => {
  const shared = settings(null)
  const stricterAt = { client: 'NPT Transatlantic', value: '500000' }
  answer(() => ({
    ...shared,
    data: shared.data.map(each => (each.name === 'dual-control-from' ? { ...each, stricterAt } : each)),
  }))
  await show(<SettingsPage />, { path, at: path })
  await expect.element(page.getByText('$5,000', { exact: true })).toBeVisible()
  await expect
    .element(
      page.getByText(/^NPT Transatlantic shows the same accounts .* amount of this page is \$25,000\.$/),
    )
    .toBeVisible()
})

test('offers no lower amount where the file has none to leave', async () => {
  const all = settings(null)
  const ofFile = { value: '0', fileValue: '0' }
  answer(() => ({
    ...all,
    data: all.data.map(each => (each.name === 'dual-control-from' ? { ...each, ...ofFile } : each)),
  }))
  await show(<SettingsPage />, { path, at: path })
  await expect.element(page.getByText('$0', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Change\s*: Support hours/ })).toBeVisible()
  expect(page.getByRole('button', { name: /^Propose/ }).elements()).toEqual([])
  expect(page.getByText(/You can lower it/).elements()).toEqual([])
})
