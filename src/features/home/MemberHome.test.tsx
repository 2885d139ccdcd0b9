import { beforeEach, expect, test, vi } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import type { WireReply } from '../../contract/endpoint.ts'
import type { Permission } from '../../contract/permissions.ts'
import { exampleAccount } from '../../testing/screens/account-overview.ts'
import { applyClientStyle, paragraph, published, showAt } from '../../testing/screens/managed-screen.tsx'
import { factsOf } from '../../testing/screens/session-facts.ts'
import { queryClient } from '../../web/api/query.ts'
import { authToken, type Session, sessionStore } from '../../web/session/session-store.ts'
import type { getBalanceHistory } from '../fund-activity/balance-history.contract.ts'
import type { getHome } from './home.contract.ts'
import { MemberHome } from './MemberHome.tsx'
import '../../web/styles.ts'

// The server is a stub here: server/home.test.ts tests the real responses, e2e/home.e2e.ts the whole page.

const fundId = 204318
const grantId = '01a1f8a3-44cc-798e-904b-52ec9e9547c0'
const charityId = 'US-EIN-231234567'

const account = exampleAccount({ fundId })
const emptyHome: WireReply<typeof getHome> = {
  waiting: { total: 0, grants: [] },
  documentsToSign: null,
  elsewhere: { total: 0, accounts: [] },
  drafts: 0,
  contactsToDecide: 0,
  queues: null,
  activity: [],
  charities: { total: 0, charities: [] },
}
/** A day without money in or out. */
const aDay = { contributionsMinor: '0', grantsMinor: '0', transfersInMinor: '0', transfersOutMinor: '0' }
const emptyHistory: WireReply<typeof getBalanceHistory> = { beginningMinor: '0', days: [] }

const donorPermissions: Permission[] = [
  'USER_SS_VIEW',
  'FUND_ACTIVITY_VIEW',
  'FUND_AC_DETAIL_VIEW',
  'FUND_ENDING_BALANCE_VIEW',
  'ACCOUNT_DETAIL_VIEW',
  'GRANT_VIEW',
  'GRANT_RECOMMEND',
]

const sessionWith = (
  options: { actions?: Permission[]; fundId?: number } = {},
): Session & { state: 'signed-in' } => ({
  state: 'signed-in',
  fundId: options.fundId ?? fundId,
  facts: factsOf({ actions: options.actions ?? donorPermissions }),
})

let responses: Record<string, () => Response>
const block = { name: 'home-member', title: null, body: paragraph('Call us about anything.') }

beforeEach(() => {
  applyClientStyle(npt)
  queryClient.clear()
  const fundPath = `/api/accounts/${fundId}`
  responses = {
    [fundPath]: () => Response.json(account),
    [`${fundPath}/home`]: () => Response.json(emptyHome),
    [`${fundPath}/balance-history`]: () => Response.json(emptyHistory),
    '/api/content/home': () => Response.json(published({ blocks: [block] })),
  }
  vi.spyOn(window, 'fetch').mockImplementation(
    async address => responses[String(address).split('?')[0] ?? '']?.() ?? new Response('', { status: 502 }),
  )
})

async function show(session = sessionWith()) {
  sessionStorage.setItem('almoner-auth-token', 'v1.a-token')
  expect(authToken.read()).not.toBeNull()
  sessionStore.set(session)
  return (await showAt('/', <MemberHome session={session} />)).screen
}

test('shows what will appear for an empty fund, and a link to find a charity (§2.1)', async () => {
  const screen = await show()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
  await expect.element(screen.getByText('You’re all caught up.')).toBeVisible()
  await expect.element(screen.getByText('Call us about anything.')).toBeVisible()
  await expect.element(screen.getByText(/^There has been no activity in this fund yet/)).toBeVisible()
  await expect.element(screen.getByText(/^Contributions, grants,? and gains will appear here/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Find a charity' }))
    .toHaveAttribute('href', '/recommend-a-grant')
  expect(screen.getByRole('list', { name: 'Latest activity' }).elements()).toEqual([])
})

test('shows the year as contributed, transferred, granted, and gains, fees and other, and marks each (§2.1)', async () => {
  responses[`/api/accounts/${fundId}/balance-history`] = () =>
    Response.json({
      beginningMinor: '100000',
      days: [
        { ...aDay, date: '2026-03-01', balanceMinor: '150000', contributionsMinor: '50000' },
        { ...aDay, date: '2026-04-01', balanceMinor: '175000', transfersInMinor: '25000' },
        { ...aDay, date: '2026-06-01', balanceMinor: '145000', grantsMinor: '-30000' },
        { ...aDay, date: '2026-07-01', balanceMinor: '140000', transfersOutMinor: '-5000' },
        { ...aDay, date: '2026-09-30', balanceMinor: '139000' },
      ],
    } satisfies WireReply<typeof getBalanceHistory>)
  const screen = await show()
  await expect.element(screen.getByRole('figure', { name: /^Balance/ })).toBeVisible()
  const figures = screen
    .getByRole('definition')
    .elements()
    .map(definition => definition.firstElementChild?.firstElementChild?.textContent)
  expect(figures).toEqual(['$500.00', '$200.00', '$300.00', '($10.00)'])
  const titles = [
    ...screen
      .getByRole('figure', { name: /^Balance/ })
      .element()
      .querySelectorAll('g > title'),
  ]
  expect(titles.map(title => title.textContent)).toEqual([
    'March 1, 2026, contribution: received, $500.00',
    'April 1, 2026, transfer: from another fund, $250.00',
    'June 1, 2026, grant: paid, $300.00',
    'July 1, 2026, transfer: to another fund, $50.00',
  ])
})

test('links waiting grants, queues, activity and charities to their pages (§2.1)', async () => {
  responses[`/api/accounts/${fundId}/home`] = () =>
    Response.json({
      waiting: {
        total: 7,
        grants: [
          {
            grantId,
            charityName: 'HARBOR LIGHT FOOD BANK',
            amountMinor: '30000',
            reviewState: 'information_needed',
            question: 'Which campus?',
            since: '2026-11-18',
          },
        ],
      },
      documentsToSign: 2,
      elsewhere: {
        total: 3,
        accounts: [
          {
            fundId: 555123,
            currency: 'USD',
            accountName: 'The Alder Fund 555123 (Active)',
            documentsToSign: 1,
            questions: 1,
          },
        ],
      },
      drafts: 2,
      contactsToDecide: 1,
      queues: { toApprove: { total: 12, oldestAgeDays: 9 }, toPay: { total: 0, oldestAgeDays: 0 } },
      activity: [
        {
          date: '2026-11-19',
          section: 2,
          title: 'HARBOR LIGHT FOOD BANK',
          grantId,
          state: 'Rejected',
          amountMinor: null,
        },
        {
          date: '2026-10-31',
          section: 3,
          title: 'Investment loss',
          grantId: null,
          state: null,
          amountMinor: '-1234',
        },
      ],
      charities: {
        total: 9,
        charities: [
          { charityId, name: 'HARBOR LIGHT FOOD BANK', canBeSelected: true, grantedMinor: '120000' },
          { charityId: 'US-EIN-2', name: 'OLD MILL', canBeSelected: false, grantedMinor: '0' },
        ],
      },
    } satisfies WireReply<typeof getHome>)
  const screen = await show()
  const waiting = screen.getByRole('region', { name: 'For your attention' })
  await expect.element(waiting.getByText(/Which campus\?/)).toBeVisible()
  await expect.element(waiting.getByText(/Question asked on Nov 18, 2026/)).toBeVisible()
  await expect.element(waiting.getByText(/and 6 more grants/)).toBeVisible()
  await expect.element(waiting.getByText(/Oldest waiting for 9 days/)).toBeVisible()
  await expect
    .element(waiting.getByRole('link', { name: 'Documents are waiting for your signature' }))
    .toHaveAttribute('href', '/sign-pending-document')
  await expect
    .element(waiting.getByRole('link', { name: 'You were added to an account' }))
    .toHaveAttribute('href', '/my-profile/accounts')
  await expect
    .element(waiting.getByRole('link', { name: 'Recommendations were not submitted' }))
    .toHaveAttribute('href', '/recommend-a-grant')
  await expect.element(waiting.getByRole('button', { name: 'The Alder Fund 555123 (Active)' })).toBeVisible()
  await expect.element(waiting.getByText('Waiting for your signature and your answer')).toBeVisible()
  await expect.element(waiting.getByText('and 2 more accounts')).toBeVisible()
  await expect
    .element(waiting.getByRole('link', { name: 'Grants to approve' }))
    .toHaveAttribute('href', '/super-user-dashboard/grants?queue=to-approve')
  const activity = screen.getByRole('list', { name: 'Latest activity' })
  await expect
    .element(activity.getByRole('link', { name: 'Harbor Light Food Bank' }))
    .toHaveAttribute('href', `/grants/${grantId}`)
  await expect
    .element(activity.getByRole('link', { name: 'Investment loss' }))
    .toHaveAttribute('href', '/fund-activity?from=2026-10-01&to=2026-10-31&open=3')
  await expect.element(activity.getByText(/Not deducted/)).toBeVisible()
  const charities = screen.getByRole('region', { name: 'Charity List' })
  await expect.element(charities.getByRole('link', { name: 'Give to Harbor Light Food Bank' })).toBeVisible()
  expect(charities.getByRole('link', { name: /^Give to/ }).elements()).toHaveLength(1)
  await expect.element(charities.getByRole('link', { name: 'All 9 charities' })).toBeVisible()
})

test.each([
  ['Closed', /^This fund is closed\./],
  ['Immobile', /^This fund is on hold\./],
  ['Entered', /^This fund is not open yet\./],
] as const)('explains that a fund is %s and offers no grant (§16)', async (accountStatus, note) => {
  responses[`/api/accounts/${fundId}`] = () =>
    Response.json({ ...account, accountStatus, writeAccess: false })
  const screen = await show()
  await expect.element(screen.getByText(note)).toBeVisible()
  expect(screen.getByRole('link', { name: /Recommend a Grant|Give to|Find a charity/ }).elements()).toEqual(
    [],
  )
})

test('offers no grant to a viewer, and tells a person without a fund (§14)', async () => {
  const viewer = await show(
    sessionWith({ actions: donorPermissions.filter(action => action !== 'GRANT_RECOMMEND') }),
  )
  await expect.element(viewer.getByRole('link', { name: 'Fund Activity' })).toBeVisible()
  expect(viewer.getByRole('link', { name: /Recommend a Grant|Find a charity/ }).elements()).toEqual([])
  await viewer.unmount()
  const withoutFund = await show(sessionWith({ actions: [], fundId: 0 }))
  await expect.element(withoutFund.getByText(/^You don’t have a fund account yet\./)).toBeVisible()
  expect(withoutFund.getByRole('region').elements()).toEqual([])
})

test('offers a retry when the home page fails to load, and works without the editors’ text', async () => {
  const home = responses[`/api/accounts/${fundId}/home`]
  responses[`/api/accounts/${fundId}/home`] = () => new Response('', { status: 502 })
  responses['/api/content/home'] = () => new Response('', { status: 502 })
  const screen = await show()
  await expect
    .element(
      screen.getByText(
        'Your home page could not be loaded. We apologize for the inconvenience. Our staff has been notified of the error. Please try again.',
      ),
    )
    .toBeVisible()
  if (home) responses[`/api/accounts/${fundId}/home`] = home
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('You’re all caught up.')).toBeVisible()
})
