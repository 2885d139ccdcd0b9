import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { NamedSetsPage } from './NamedSetsPage.tsx'
import '../../../web/styles.ts'

const path = '/super-user-dashboard/users/sets'
const id = (number: number) => `0190a000-0000-7000-8000-0000000000${number}`
const [width, height] = [window.innerWidth, window.innerHeight]

const reviewer = {
  ...{ title: 'Grants reviewer', purpose: 'Reviews grants.', isGiven: true },
  actions: ['GRANT_VIEW', 'GRANT_APPROVE'],
}
const paying = {
  title: 'Payments',
  purpose: 'Pays grants.',
  isGiven: true,
  actions: ['GRANT_VIEW', 'GRANT_PAY'],
}
const of = { role: 'super_user', isWhole: false, isFixed: false, lastChangeId: null, since: null }
const held = { holders: 0, differing: { total: 0, people: [] }, isHeldByCaller: false }
const change = {
  ...{ changeId: id(31), name: 'payments', role: 'super_user', state: 'waiting', before: paying },
  after: { ...paying, title: 'Paying', actions: ['GRANT_VIEW', 'GRANT_PAY', 'REPORT_EXPORT'] },
  ...{ added: ['REPORT_EXPORT'], taken: [], reason: 'Payments send the report' },
  ...{ requestedByName: 'Prudence Gale', requestedAt: '2026-11-20T12:00:00Z' },
  ...{ decidedByName: null, decidedAt: null, decisionReason: null },
}
const waiting = { ...change, endsAt: '2026-11-27T12:00:00Z', isOwn: false, refusal: null }
const made = {
  ...{ ...change, changeId: id(32), name: 'grants-reviewer', state: 'made', after: reviewer },
  ...{ before: { ...reviewer, title: 'Reviewer' }, added: [] },
}
const roles = [
  { role: 'super_user', actions: ['GRANT_VIEW', 'GRANT_APPROVE', 'GRANT_PAY', 'REPORT_EXPORT'] },
  { role: 'auditor', actions: ['GRANT_VIEW', 'AUDIT_VIEW'] },
  { role: 'content_editor', actions: ['CONTENT_EDIT', 'CONTENT_PUBLISH'] },
]
const sets = (asked: object | null = waiting) => ({
  data: [
    {
      ...{ ...of, ...held, ...reviewer, name: 'grants-reviewer', takesTwoPeople: false, waiting: null },
      ...{ holders: 3, differing: { total: 1, people: [{ personId: id(41), name: 'Ines Halloran' }] } },
      ...{ lastChangeId: id(32), since: { taken: [], added: ['CHARITY_EDIT'], isGone: false } },
    },
    { ...of, ...held, ...paying, name: 'payments', takesTwoPeople: true, waiting: asked },
    {
      ...{ ...of, ...held, ...paying, name: 'everything', title: 'Everything', waiting: null },
      ...{ takesTwoPeople: true, isWhole: true, isFixed: true },
    },
    {
      ...of,
      ...held,
      ...reviewer,
      name: 'old',
      title: 'Old',
      isGiven: false,
      takesTwoPeople: false,
      waiting: null,
    },
  ],
  waitingNew: [],
  history: [...(asked === null ? [] : [change]), made],
  roles,
  meta: { waiting: asked === null ? 0 : 1 },
})

const { fetched, show } = staffScreens(['USER_MANAGE', 'AUDIT_VIEW'])
beforeEach(async () => await page.viewport(320, 700))
afterEach(async () => await page.viewport(width, height))

const sent: { path: string; body: string }[] = []
function answer(reply: () => unknown) {
  sent.length = 0
  fetched.mockImplementation(async (address, request) => {
    if (request?.method !== 'POST') return Response.json(reply())
    sent.push({ path: new URL(String(address), window.location.href).pathname, body: String(request.body) })
    return Response.json({ changeId: id(33), state: 'waiting' })
  })
}
const attributes = (at = 0) => JSON.parse(sent[at]?.body ?? '').data.attributes

test('shows each set, who holds it otherwise, what waits and the history, without faults at 320 px', async () => {
  answer(sets)
  await show(<NamedSetsPage />, { path, at: path })
  await expect.element(page.getByRole('heading', { name: 'Grants reviewer' })).toBeVisible()
  await expect.element(page.getByText(/^Super user\. 3 people hold it\. Set by Prudence Gale/)).toBeVisible()
  await expect
    .element(page.getByText(/^Held with other permissions than it has today by\s+Ines Halloran\.$/))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ines Halloran' })).toBeVisible()
  await expect.element(page.getByText(/has added since, but not here: Change charity profiles/)).toBeVisible()
  await expect.element(page.getByText('Before: Payments')).toBeVisible()
  await page.getByRole('button', { name: 'Sets that are no longer given (1)' }).click()
  await expect.element(page.getByText('No longer given', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'History' })).toBeVisible()
  // What cannot be changed, and what waits, offers no change.
  expect(page.getByRole('button', { name: /^Change/ }).elements()).toHaveLength(2)
  await page.getByRole('button', { name: /^2 permissions\s+of Grants reviewer/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Grants and charities' })).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test('says that there are as many sets as can be given, where another one was offered before', async () => {
  const { data, ...others } = sets(null)
  const [first] = data
  const full = Array.from({ length: 40 }, (_, at) => ({ ...first, name: `duty-${at}`, title: `Duty ${at}` }))
  answer(() => ({ ...others, data: full }))
  await show(<NamedSetsPage />, { path, at: path })
  await expect
    .element(page.getByText(/^There are 40 sets, the most that can be given at once\./))
    .toBeVisible()
  expect(page.getByRole('button', { name: 'Make a set' }).elements()).toEqual([])
  expect(await pageFaults()).toEqual([])
})

test('a second person confirms a change by keyboard', async () => {
  answer(sets)
  await show(<NamedSetsPage />, { path, at: path })
  const button = page.getByRole('button', { name: /^Confirm\s+Payments$/ })
  await expect.element(button).toBeVisible()
  // A button is an HTML element.
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toMatchObject([{ path: `/api/staff-set-changes/${id(31)}/confirm` }])
})

test('who proposed it cannot confirm it, and may withdraw it with a reason', async () => {
  const refusal = 'You proposed this, so someone else has to confirm it.'
  answer(() => sets({ ...waiting, isOwn: true, refusal }))
  await show(<NamedSetsPage />, { path, at: path })
  await expect.element(page.getByText(refusal)).toBeVisible()
  expect(page.getByRole('button', { name: /^Confirm/ }).elements()).toEqual([])
  await page.getByRole('button', { name: /^Withdraw\s+Payments$/ }).click()
  await page.getByRole('textbox', { name: /^Why you withdraw it/ }).fill('Too much')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(attributes()).toEqual({ reason: 'Too much' })
})

test('says before it is sent what a change adds and takes away, and that it takes a second person', async () => {
  answer(() => sets(null))
  await show(<NamedSetsPage />, { path, at: path })
  await page.getByRole('button', { name: /^Change\s+Grants reviewer$/ }).click()
  await page.getByRole('checkbox', { name: 'Approve and reject grants' }).click()
  await expect.element(page.getByText('Takes away: Approve and reject grants.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change this set' })).toBeVisible()
  await page.getByRole('checkbox', { name: /^Pay grants/ }).click()
  await expect.element(page.getByText('Adds: Pay grants.')).toBeVisible()
  await expect.element(page.getByText(/^A second person has to confirm this/)).toBeVisible()
  expect(await pageFaults()).toEqual([])
  await page.getByRole('button', { name: 'Send for confirmation' }).click()
  expect(sent).toEqual([])
  await page.getByRole('textbox', { name: /^Reason/ }).fill('The duty has changed')
  await page.getByRole('button', { name: 'Send for confirmation' }).click()
  await expect.poll(() => sent).toMatchObject([{ path: '/api/staff-sets/grants-reviewer' }])
  expect(attributes()).toEqual({
    ...{ title: 'Grants reviewer', purpose: 'Reviews grants.', actions: ['GRANT_VIEW', 'GRANT_PAY'] },
    ...{ lastChangeId: id(32), isGiven: true, reason: 'The duty has changed' },
  })
})

test('a form sends what the person began with, whatever somebody else has changed since', async () => {
  let isChanged = false
  answer(() => {
    const now = sets(null)
    const since = { actions: ['GRANT_VIEW'], holders: 4, lastChangeId: id(34) }
    if (isChanged) Object.assign(now.data[0] ?? {}, since)
    return now
  })
  const refetch = async () => {
    isChanged = !isChanged
    window.dispatchEvent(new Event('visibilitychange'))
    await expect.element(page.getByText(isChanged ? /4 people hold it/ : /3 people hold it/)).toBeVisible()
  }
  await show(<NamedSetsPage />, { path, at: path })
  await page.getByRole('button', { name: /^Stop giving\s+Grants reviewer$/ }).click()
  await page.getByRole('textbox', { name: /^Why Grants reviewer is no longer given/ }).fill('A reason')
  await refetch()
  await page.getByRole('button', { name: 'Stop giving this set' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  // The server refuses it, because another change came since.
  expect(attributes()).toMatchObject({ isGiven: false, lastChangeId: id(32) })

  await refetch()
  await page.getByRole('button', { name: /^Change\s+Grants reviewer$/ }).click()
  await page.getByRole('textbox', { name: /^Title/ }).fill('Reviewer of grants')
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Clearer')
  await refetch()
  await page.getByRole('button', { name: 'Change this set' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(attributes(1)).toMatchObject({ actions: reviewer.actions, lastChangeId: id(32) })
})

test('a new set has a name, and the permissions of its role alone', async () => {
  answer(() => sets(null))
  await show(<NamedSetsPage />, { path, at: path })
  await page.getByRole('button', { name: 'Make a set' }).click()
  await page.getByRole('button', { name: 'Make this set' }).click()
  await expect.element(page.getByText('Choose at least one permission').first()).toBeVisible()
  await page.getByRole('textbox', { name: /^Title/ }).fill('Web desk')
  await page.getByRole('textbox', { name: /^Name in the audit log/ }).fill('Web Desk')
  await page.getByRole('textbox', { name: /^What people do with it/ }).fill('Writes texts.')
  await page.getByRole('combobox', { name: /^Role/ }).selectOptions('Content editor')
  expect(page.getByRole('checkbox').elements()).toHaveLength(2)
  await page.getByRole('checkbox', { name: 'Write the portal’s texts' }).click()
  await page.getByRole('textbox', { name: /^Reason/ }).fill('A new desk')
  await page.getByRole('button', { name: 'Send for confirmation' }).click()
  await expect.element(page.getByText(/^Use 2 to 41 lower-case letters/).first()).toBeVisible()
  expect(sent).toEqual([])
  expect(await pageFaults()).toEqual([])
  await page.getByRole('textbox', { name: /^Name in the audit log/ }).fill('web-desk')
  await page.getByRole('button', { name: 'Send for confirmation' }).click()
  await expect.poll(() => sent).toMatchObject([{ path: '/api/staff-sets' }])
  expect(attributes()).toMatchObject({ name: 'web-desk', role: 'content_editor', actions: ['CONTENT_EDIT'] })
})

test('what people do with a set is read whole on a phone, and stays one paragraph', async () => {
  answer(() => sets(null))
  await show(<NamedSetsPage />, { path, at: path })
  await page.getByRole('button', { name: /^Change\s+Grants reviewer$/ }).click()
  const purpose = page.getByRole('textbox', { name: /^What people do with it/ })
  await purpose.fill('Reviews and approves grants,\n  and looks after the profiles of charities.')
  await expect
    .element(purpose)
    .toHaveValue('Reviews and approves grants, and looks after the profiles of charities.')
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = purpose.element()
  expect([scrollHeight <= clientHeight, scrollWidth <= clientWidth]).toEqual([true, true])
  await purpose.fill('x'.repeat(301))
  await expect.element(page.getByText('1 character too many')).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test('the printed page has the permissions of each set', async () => {
  answer(() => sets(null))
  await show(<NamedSetsPage />, { path, at: path })
  await expect.element(page.getByRole('button', { name: /^2 permissions of Grants reviewer$/ })).toBeVisible()
  const printed = () => page.getByText('Approve and reject grants').elements().length
  const before = printed()
  window.dispatchEvent(new Event('beforeprint'))
  await expect.poll(printed).toBeGreaterThan(before)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(printed).toBe(before)
})

test('a client without sets says what one is for', async () => {
  answer(() => ({ data: [], waitingNew: [], history: [], roles, meta: { waiting: 0 } }))
  await show(<NamedSetsPage />, { path, at: path })
  await expect.element(page.getByText(/^There are no named sets\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Make a set' })).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test('a set is no longer given with a reason, and given again', async () => {
  answer(() => sets(null))
  await show(<NamedSetsPage />, { path, at: path })
  await page.getByRole('button', { name: 'Sets that are no longer given (1)' }).click()
  await expect.element(page.getByRole('button', { name: /^Give again\s+Old$/ })).toBeVisible()
  await page.getByRole('button', { name: /^Stop giving\s+Grants reviewer$/ }).click()
  await page
    .getByRole('textbox', { name: /^Why Grants reviewer is no longer given/ })
    .fill('A new set has it')
  await page.getByRole('button', { name: 'Stop giving this set' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(attributes()).toMatchObject({ isGiven: false, title: 'Grants reviewer' })
})

test('says so when the sets cannot be loaded', async () => {
  fetched.mockImplementation(async () => new Response('', { status: 500 }))
  await show(<NamedSetsPage />, { path, at: path })
  await expect.element(page.getByText(/The named sets/).first()).toBeVisible()
})
