import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { sessionStore } from '../../../web/session/session-store.ts'
import {
  type BankMonth,
  type BankMonthItem,
  getBankMonth,
  listBankMonthItems,
} from '../bank-month.contract.ts'
import {
  type BankAccount,
  listBankAccounts,
  listSuspenseItems,
  type SuspenseItem,
} from '../reconciliation.contract.ts'
import { BankMonthPage } from './BankMonthPage.tsx'
import { BankPage } from './BankPage.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['POSTING_CREATE'])

/** Answers each address with the reply of the first part that it has. */
const answer = (replies: readonly (readonly [part: string, reply: unknown])[]) =>
  fetched.mockImplementation(async address => {
    const found = replies.find(([part]) => String(address).includes(part))
    return Response.json(found?.[1], { status: found ? 200 : 404 })
  })
const failing = () => {
  const problem = { type: 'urn:almoner:problem:unexpected', title: 'Failed', status: 500, traceId: 'trace-7' }
  fetched.mockImplementation(async () => Response.json(problem, { status: 500 }))
}

const account = (about: Partial<BankAccount> = {}): BankAccount => ({
  ...{ name: 'Contributions', key: 'contributions', bankCode: '099990011', numberEnd: '8840' },
  ...{ closedOn: isoDate('2026-03-31'), closingMinor: 1_250_00n, gaps: [], signedMonth: '2026-02' },
  nextMonth: '2026-03',
  suspense: { items: 1, amountMinor: 18_00n },
  unmatchedDebits: { lines: 0, amountMinor: 0n },
  ...about,
})
const item: SuspenseItem = {
  itemId: '01890a5d-ac96-474b-bcce-b302099a8057',
  accountName: 'Contributions',
  bookedOn: isoDate('2026-03-12'),
  days: 19,
  amountMinor: 18_00n,
  detail: 'GIFT OF A FINCH',
  ...{ counterparty: 'Ada Finch', reference: 'REF-7', ownerName: 'Carl Collector', note: 'Asked the bank' },
  suggestions: [
    {
      ...{ contributionNumber: 1042, accountName: 'The Finch Fund', fundId: 1 },
      amountMinor: 18_00n,
      withItemIds: [],
      reasons: ['Same amount'],
    },
  ],
  transfers: [{ accountName: 'Grants', accountKey: 'grants', on: isoDate('2026-03-11') }],
  postingRequest: null,
}
const bank = (accounts: readonly BankAccount[], items: readonly SuspenseItem[]) =>
  answer([
    [
      '/api/bank-accounts',
      z.encode(listBankAccounts.reply, { data: [...accounts], meta: { currency: 'USD' } }),
    ],
    [
      '/api/suspense-items',
      z.encode(listSuspenseItems.reply, {
        data: [...items],
        meta: { total: items.length, totalMinor: 18_00n, currency: 'USD', books: [], takesIra: true },
      }),
    ],
  ])

test('the page Bank says that a book has no accounts and nothing in suspense', async () => {
  bank([], [])
  const screen = await show(<BankPage />)
  await expect.element(screen.getByText('This book has no bank account.')).toBeVisible()
  await expect.element(screen.getByText('All that the bank credited is matched.')).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test.each([
  ['Bank', <BankPage key="bank" />, {}],
  [
    'a month',
    <BankMonthPage key="month" />,
    {
      path: '/super-user-dashboard/bank/$account/$month',
      at: '/super-user-dashboard/bank/contributions/2026-03',
    },
  ],
] as const)(
  'the page of %s says that it could not be loaded, and offers to try again',
  async (_page, element, place) => {
    failing()
    const screen = await show(element, place)
    await expect.element(screen.getByText(/could not be loaded/).first()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    expect(await pageFaults()).toEqual([])
  },
)

test('the page Bank names gaps, suggests what money may be, and is decided by keyboard', async () => {
  bank([account({ gaps: ['A statement is missing.'] }), account({ name: 'Grants', key: 'grants' })], [item])
  const screen = await show(<BankPage />)
  await expect.element(screen.getByText('Contributions: A statement is missing.')).toBeVisible()
  await expect.element(screen.getByText(/Contribution 1042 to The Finch Fund: same amount/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: /^Grants, / }))
    .toHaveAttribute('href', '/super-user-dashboard/bank/grants/2026-03')
  expect(await pageFaults()).toEqual([])
  const decide = screen.getByRole('button', { name: /^Decide about GIFT OF A FINCH/ })
  decide.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: '$18.00: Ada Finch' })).toHaveFocus()
  await expect.element(screen.getByRole('radio', { name: 'It is a contribution' })).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test('the page Bank says that a credit waits as the other side of a debit, also to a person who may not post', async () => {
  const request = {
    kind: 'bank-debit' as const,
    requestedByName: 'Uma Reed',
    requestedAt: '2026-03-16T15:00:00Z',
  }
  const waiting = [{ ...item, postingRequest: request, transfers: [] }]
  bank([account()], waiting)
  const screen = await show(<BankPage />)
  await expect.element(screen.getByText(/entered by Uma Reed/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^(Decide|Add a note)/ }).all()).toEqual([])
  expect(await pageFaults()).toEqual([])
  sessionStore.set({ state: 'signed-in', facts: factsOf({ actions: [] }), fundId: 0 })
  await expect.element(screen.getByText(/It waits for a second person/)).toBeVisible()
})

test('the page Bank offers no decision to a person who may not post', async () => {
  sessionStore.set({ state: 'signed-in', facts: factsOf({ actions: [] }), fundId: 0 })
  bank([account()], [item])
  const screen = await show(<BankPage />)
  await expect.element(screen.getByText(/GIFT OF A FINCH/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^(Decide|Add a note)/ }).all()).toEqual([])
})

const place = {
  path: '/super-user-dashboard/bank/$account/$month',
  at: '/super-user-dashboard/bank/contributions/2026-03',
}
const emptyMonth: BankMonth = {
  account: { key: 'contributions', name: 'Contributions', bankCode: '099990011', numberEnd: '8840' },
  ...{ month: '2026-03', currency: 'USD', figuresHash: 'a'.repeat(64), gaps: [], runs: [], signed: null },
  figures: { opening: null, closing: null, booked: [], differenceMinor: null, outstanding: [] },
  ...{
    refusal: 'There is no statement of this month with its balances yet.',
    previous: '2026-02',
    next: null,
  },
}
const fullMonth: BankMonth = {
  ...emptyMonth,
  figures: {
    opening: { on: isoDate('2026-02-27'), amountMinor: 100_00n },
    closing: { on: isoDate('2026-03-31'), amountMinor: 100_00n },
    booked: [
      { kind: 'suspense', items: 1, amountMinor: 18_00n },
      { kind: 'unexplained', items: 1, amountMinor: -18_00n },
    ],
    differenceMinor: 0n,
    outstanding: [{ kind: 'cheque', items: 1, amountMinor: -305_00n, oldestOn: isoDate('2026-03-02') }],
  },
  runs: [
    {
      ...{ runId: '01890a5d-ac96-474b-bcce-b302099a8059', runNumber: 7, method: 'cheque' },
      ...{ paidOn: isoDate('2026-03-02'), payments: 1, amountMinor: 305_00n, days: 29 },
    },
  ],
  gaps: ['A statement is missing.'],
  refusal: 'Explain the debits that no payment explains first.',
}
const debit: BankMonthItem = {
  ...{
    itemId: '01890a5d-ac96-474b-bcce-b302099a8058',
    kind: 'unexplained',
    on: isoDate('2026-03-12'),
    days: 19,
  },
  ...{ amountMinor: -18_00n, detail: 'TRANSFER TO GRANTS', counterparty: null, reference: null, note: null },
  ...{ postingRequest: null, explanation: null, otherSide: null, transfers: [] },
}
const month = (shown: BankMonth, items: readonly BankMonthItem[]) =>
  answer([
    [
      '/items',
      z.encode(listBankMonthItems.reply, {
        data: [...items],
        meta: { total: items.length, next: null },
      } as never),
    ],
    ['/months/', z.encode(getBankMonth.reply, shown)],
  ])

test('a month without statements says so, and cannot be signed off', async () => {
  month(emptyMonth, [])
  const screen = await show(<BankMonthPage />, place)
  await expect.element(screen.getByRole('heading', { name: 'Contributions, March 2026' })).toBeVisible()
  await expect.element(screen.getByText(/There is no statement of this month/)).toBeVisible()
  await expect.element(screen.getByText(/^The bank has booked nothing in this month/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign off this month' }).all()).toEqual([])
  expect(await pageFaults()).toEqual([])
})

test('a month with all that it can have is explained by keyboard', async () => {
  month(fullMonth, [debit])
  const screen = await show(<BankMonthPage />, place)
  await expect.element(screen.getByText('A statement is missing.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /7/ }).first()).toBeVisible()
  const explain = screen.getByRole('button', { name: /^Explain TRANSFER TO GRANTS/ })
  await expect.element(explain).toBeVisible()
  explain.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Contributions, March 12, 2026: TRANSFER TO GRANTS')).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test('a month that is signed off shows who signed it, and what has changed since', async () => {
  const signed: BankMonth['signed'] = {
    ...{ byName: 'Carl Collector', at: '2026-04-02T10:00:00.000Z', note: 'Compared with paper' },
    figures: fullMonth.figures,
    changes: [{ what: 'suspense', beforeMinor: 18_00n, nowMinor: 20_00n }],
  }
  month({ ...fullMonth, refusal: null, signed }, [])
  const screen = await show(<BankMonthPage />, place)
  await expect.element(screen.getByText(/^Carl Collector signed off this month on/)).toBeVisible()
  await expect.element(screen.getByText('Signed off', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('$20.00').first()).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign off this month' }).all()).toEqual([])
  expect(await pageFaults()).toEqual([])
})
