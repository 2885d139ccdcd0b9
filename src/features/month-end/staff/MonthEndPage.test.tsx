import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keysOf } from '../../../domain/keys-of.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { rollForwardColumns } from '../domain/roll-forward-columns.ts'
import { MonthEndPage } from './MonthEndPage.tsx'
import '../../../web/styles.ts'

const path = '/super-user-dashboard/close'
const at = (show: string, months = '') => ({ path, at: `${path}?show=${show}${months}` })
const ids = ['0190a000-0000-7000-8000-000000000021', '0190a000-0000-7000-8000-000000000022'] as const
const [width, height] = [window.innerWidth, window.innerHeight]

const balanceRow = (ledger: string, closingMinor: string) => ({
  ...{ month: '2026-10', ledger, isOfFunds: ledger === 'spendable' },
  ...{ openingMinor: '0', changeMinor: closingMinor, postings: 3, closingMinor },
})
const trialBalance = {
  ...{ currency: 'USD', from: '2026-10', to: '2026-10', first: '2026-01', last: '2026-11' },
  data: [balanceRow('spendable', '123456'), balanceRow('received', '-123456')],
}
const funds = {
  data: [
    {
      ...{ fundId: 204318, accountName: 'The Whitcombe Fund', openingMinor: '100', closingMinor: '350' },
      changes: {
        ...Object.fromEntries(keysOf(rollForwardColumns).map(column => [column, '0'])),
        gains: '250',
      },
    },
  ],
  meta: { total: 1, next: null },
}
const sum = { kind: 'grant_paid', isReversal: false, bank: 'Grants', entries: 1234, amountMinor: '5000' }
const journalOf = (month: string, exported: number) => ({
  ...{ month, currency: 'USD', isMapped: true },
  refusal: exported === 0 ? null : 'Everything was exported.',
  data: [
    { ...sum, name: 'Grant', debit: '5000', credit: '1010' },
    { ...sum, isReversal: true, name: 'Grant', debit: null, credit: null },
  ],
  exports: ids.slice(0, exported).map((exportId, index) => ({
    ...{ exportId, number: index + 1, fileName: `journal-npt-${month}-1.csv`, digest: 'ab'.repeat(32) },
    ...{ byName: 'Prudence Gale', at: '2026-11-05T12:00:00Z' },
  })),
})
const checks = [
  { name: 'bank', isDone: false, detail: 'Not signed off for the month: Grants.' },
  { name: 'ledger', isDone: true, detail: 'The last check left nothing to answer.' },
]
const nextMonth = {
  ...{ month: '2026-10', checks, checksHash: '0'.repeat(64), refusal: null, needsNote: true, isFirst: true },
}
const closedMonth = (reopening: { isOwn: boolean } | null) => ({
  ...{ closeId: ids[0], month: '2026-10', byName: 'Prudence Gale', at: '2026-11-05T12:00:00Z', note: null },
  ...{ checks, reopened: null, isLast: true },
  reopening: reopening && {
    ...{ byName: 'Otis Fell', at: '2026-11-06T12:00:00Z', reason: 'A late file', ...reopening },
  },
})
const closesOf = (...data: unknown[]) => ({
  next: nextMonth,
  data,
  waitingStatements: { lastMonth: '2026-09', accounts: 1204 },
})

const { fetched, show } = staffScreens(['PERIOD_CLOSE', 'AUDIT_VIEW'])
beforeEach(async () => await page.viewport(320, 700))
afterEach(async () => await page.viewport(width, height))

/** Answers each request with the reply of the longest path that it begins with. */
function answer(replies: Record<string, (address: URL, body: string) => unknown>) {
  fetched.mockImplementation(async (address, request) => {
    const url = new URL(String(address), window.location.href)
    const found = Object.entries(replies).find(([key]) => {
      const [method = '', start = ''] = key.split(' ')
      return (request?.method ?? 'GET') === method && url.pathname.endsWith(start)
    })
    if (!found) throw new Error(`no reply for ${request?.method} ${url.pathname}`)
    return Response.json(found[1](url, String(request?.body ?? '')))
  })
}

async function expectNoFaults(): Promise<void> {
  expect(await pageFaults()).toEqual([])
}

const press = async (button: { element: () => Element }) => {
  const element = button.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
}

describe('figures', () => {
  test('both sides of the trial balance are said; months that only an address could ask for are not asked', async () => {
    const asked: string[] = []
    answer({
      'GET /trial-balance': ({ search }) => {
        asked.push(search)
        return trialBalance
      },
    })
    const screen = await show(<MonthEndPage />, at('trial-balance', '&from=2026-10&to=2031-01'))
    const sentence = screen.getByText(/^At the end of October 2026 debits are/)
    await expect.element(sentence).toBeVisible()
    const [debits, credits] = (sentence.element().textContent ?? '').split(' and credits ')
    expect(debits).toContain('1,234.56')
    expect(credits).toContain('1,234.56')
    expect(asked).toEqual([''])
    await expectNoFaults()
  })

  test('the roll-forward shows each fund, and the page fits 320 px', async () => {
    answer({ 'GET /trial-balance': () => trialBalance, 'GET /roll-forward': () => funds })
    const screen = await show(<MonthEndPage />, at('roll-forward'))
    await expect.element(screen.getByText('The Whitcombe Fund')).toBeVisible()
    await expect.element(screen.getByText('$3.50')).toBeVisible()
    await expectNoFaults()
  })
})

describe('the journal', () => {
  test('is of the month in the address, apart from the choices above it', async () => {
    answer({ 'GET /journal': ({ searchParams }) => journalOf(searchParams.get('month') ?? '', 1) })
    const screen = await show(<MonthEndPage />, at('journal', '&from=2024-03&to=2024-03'))
    await expect.element(screen.getByText('Everything was exported.')).toBeVisible()
    await expect.element(screen.getByText('Grant, reversed')).toBeVisible()
    const month = screen.getByRole('combobox', { name: 'Month' })
    const bar = screen.getByRole('group', { name: 'Show' })
    const between = month.element().getBoundingClientRect().top - bar.element().getBoundingClientRect().bottom
    expect(between).toBeGreaterThan(16)
    await expectNoFaults()
  })

  test('is exported by keyboard, once for all presses', async () => {
    const sent: string[] = []
    const saves: string[] = []
    answer({
      'GET /journal': () => journalOf('2026-10', sent.length),
      'POST /journal-exports': (_address, body) => {
        sent.push(body)
        return {
          exportId: ids[0],
          fileName: 'journal-npt-2026-10-1.csv',
          digest: 'ab'.repeat(32),
          isNew: true,
        }
      },
      'GET /file': ({ pathname }) => saves.push(pathname),
    })
    const screen = await show(<MonthEndPage />, at('journal', '&from=2026-10&to=2026-10'))
    await expect.element(screen.getByRole('button', { name: 'Export October 2026' })).toBeVisible()
    await press(screen.getByRole('button', { name: 'Export October 2026' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('was saved.', { exact: false })).toBeVisible()
    expect(sent.map(body => JSON.parse(body).data.attributes)).toEqual([{ month: '2026-10' }])
    expect(saves).toEqual([`/api/month-end/journal-exports/${ids[0]}/file`])
  })
})

describe('closing', () => {
  test('needs a note where checks are open, by keyboard', async () => {
    const sent: string[] = []
    answer({
      'GET /closes': () => (sent.length === 0 ? closesOf() : closesOf(closedMonth(null))),
      'POST /closes': (_address, body) => {
        sent.push(body)
        return closesOf(closedMonth(null))
      },
    })
    const screen = await show(<MonthEndPage />, at('close'))
    await expect.element(screen.getByText('Not signed off for the month: Grants.')).toBeVisible()
    await expect
      .element(
        screen.getByText('The quarterly statements of 1,204 accounts wait until September 2026 is closed.'),
      )
      .toBeVisible()
    await expectNoFaults()
    const submit = screen.getByRole('button', { name: 'Close October 2026' })
    await press(submit)
    await expect.element(screen.getByRole('alert').first()).toBeVisible()
    expect(sent).toEqual([])
    const note = screen.getByRole('textbox', { name: /Why it is closed with what is open/ })
    await userEvent.type(note, 'The bank is late')
    await press(submit)
    await expect.element(screen.getByText('October 2026 was closed.')).toBeVisible()
    expect(sent.map(body => JSON.parse(body).data.attributes)).toEqual([
      { month: '2026-10', checksHash: '0'.repeat(64), note: 'The bank is late' },
    ])
  })

  test.each([
    ['the person who asked cannot confirm it', true],
    ['a colleague can confirm it', false],
  ])('of a month that is to be opened again, %s', async (_who, isOwn) => {
    answer({ 'GET /closes': () => closesOf(closedMonth({ isOwn })) })
    const screen = await show(<MonthEndPage />, at('close'))
    await expect
      .element(screen.getByText(/Otis Fell asked on .* to open it again: A late file/))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Leave it closed' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Open October 2026 again' }).elements()).toHaveLength(
      isOwn ? 0 : 1,
    )
    await expectNoFaults()
  })
})
