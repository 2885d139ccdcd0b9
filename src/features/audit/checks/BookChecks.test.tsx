import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { ChecksToAnswer, LastChecks } from './BookChecks.tsx'
import type { BookCheck } from './book-checks.contract.ts'
import '../../../web/styles.ts'

const place = { path: '/super-user-dashboard/audit', at: '/super-user-dashboard/audit' }
const check: BookCheck = {
  checkId: '0190a000-0000-7000-8000-000000000010',
  day: isoDate('2026-11-28'),
  checkedAt: '2026-11-28T06:00:00Z',
  compared: [
    { part: 'balances', rows: 12_345 },
    { part: 'audit-log', rows: 900 },
  ],
  differenceCount: 22,
  differences: [
    {
      part: 'balances',
      place: 'Account 1000004',
      finding: 'balance, spendable: stored 1.00 USD, posted 2.00 USD',
    },
  ],
  answer: null,
}
const clean: BookCheck = {
  ...check,
  differenceCount: 0,
  differences: [],
  checkId: '0190a000-0000-7000-8000-000000000011',
}
const [width, height] = [window.innerWidth, window.innerHeight]
const reply = (data: BookCheck[], unanswered = 0) => Response.json({ data, unanswered })

const shown = (
  <>
    <ChecksToAnswer />
    <LastChecks />
  </>
)

describe('staff who may answer', () => {
  const { fetched, show } = staffScreens(['AUDIT_VIEW', 'PERIOD_CLOSE'])
  beforeEach(async () => await page.viewport(320, 700))
  afterEach(async () => await page.viewport(width, height))

  test('read what differs and answer by keyboard at 320 px, without faults of access', async () => {
    const sent: unknown[] = []
    fetched.mockImplementation(async (_address, request) => {
      if (request?.method !== 'POST') return sent.length === 0 ? reply([check], 1) : reply([clean])
      sent.push(JSON.parse(String(request.body)).data.attributes)
      return Response.json({ checkId: check.checkId })
    })
    const screen = await show(shown, place)
    await expect
      .element(screen.getByText('The nightly check of November 28, 2026 found 22 differences'))
      .toBeVisible()
    await expect
      .element(screen.getByText(/Account 1000004: balance, spendable: stored 1\.00 USD/))
      .toBeVisible()
    await expect.element(screen.getByText('And 21 more.')).toBeVisible()
    expect(await pageFaults()).toEqual([])
    const submit = screen.getByRole('button', { name: 'Answer the check of November 28, 2026' })
    submit.element().focus()
    await userEvent.keyboard('{Enter}')
    expect(sent).toEqual([])
    screen.getByRole('textbox', { name: 'Why payment runs can go on' }).element().focus()
    await userEvent.keyboard('Restored')
    submit.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent).toEqual([{ reason: 'Restored' }])
    await expect.element(screen.getByText('Your answer was saved.')).toBeVisible()
  })
})

describe('auditors', () => {
  const { fetched, show } = staffScreens(['AUDIT_VIEW'])

  test('read the last checks with what was answered, and have no form', async () => {
    const answer = { reason: 'Restored', byName: 'Prudence Gale', at: '2026-11-28T12:00:00Z' }
    fetched.mockImplementation(async () =>
      reply([check, { ...check, checkId: '0190a000-0000-7000-8000-000000000012', answer }, clean], 1),
    )
    const screen = await show(shown, place)
    await expect.element(screen.getByText(/found 22 differences$/)).toBeVisible()
    expect(screen.getByRole('textbox').query()).toBeNull()
    await screen.getByRole('button', { name: 'Nightly checks of the USD book' }).click()
    await expect.element(screen.getByText('12,345')).toBeVisible()
    await expect
      .element(screen.getByText(/22 differences\. Answered by Prudence Gale,.*: Restored$/))
      .toBeVisible()
    await expect.element(screen.getByText('November 28, 2026: no differences.')).toBeVisible()
  })
})
