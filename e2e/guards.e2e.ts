import type { Page } from '@playwright/test'
import { type Permission, permissions } from '../src/contract/permissions.ts'
import { type ClientName, expect, originOf, type Role, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { makePerson } from './people/make-person.ts'
import { signInBy } from './people/sign-in.ts'

// A sample of each decision of a guard in a browser; src/web/routing/guards.test.ts checks every route for every role.

const permissionDenied = (page: Page) => page.getByRole('heading', { level: 1, name: 'Permission Denied' })
const signInScreen = (page: Page) => page.getByLabel('User ID')
/** Chromium logs this status of a page to the console. */
const withStatus404 = /status of 404/

type Sample = { who: Role; client: ClientName; at: string; leadsTo: string; why: string }

/** Routes whose screens are not built yet; e2e/page-checks opens all others. */
const later: readonly Sample[] = [
  {
    who: 'viewer',
    client: 'rathbones',
    at: '/update-account/legacy-plan',
    leadsTo: '/403',
    why: 'the action is not theirs',
  },
  {
    who: 'viewer',
    client: 'npt',
    at: '/contributions/contribute',
    leadsTo: '/403',
    why: 'the action is not theirs',
  },
  {
    who: 'donor',
    client: 'npt',
    at: '/financial-advisor-dashboard',
    leadsTo: '/403',
    why: 'the action is not theirs',
  },
]

for (const { who, client, at, leadsTo, why } of later) {
  test(`at ${client} ${who} opens ${at} and arrives at ${leadsTo}, because ${why} (§2.1)`, async ({
    signInAs,
    expectedErrors,
  }) => {
    expectedErrors.push(withStatus404)
    const page = await signInAs(who, client)
    await page.goto(at)
    await expect(permissionDenied(page)).toBeVisible()
    await expect(page).toHaveURL(`${originOf(client)}${leadsTo}`)
  })
}

test('sends a visitor to sign in before a screen that requires it, even if the screen is not built yet (§2.1)', async ({
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(withStatus404)
  const page = await visit('rathbones', { at: '/update-account/legacy-plan' })
  await expect(signInScreen(page)).toBeVisible()
  await expect(page).toHaveURL(`${originOf('rathbones')}/sign-in`)
})

test('a visitor at rathbones must sign in before Forms/Resources, because the client requires a permission (§2.3)', async ({
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(withStatus404)
  await expect(signInScreen(await visit('rathbones', { at: '/resources' }))).toBeVisible()
})

test('leads to the requested address with its query after signing in (§2.1)', async ({ visit }) => {
  const page = await visit('npt')
  await page.goto('/fund-activity?range=last-year&open=2')
  await signInBy(page, 'donor@npt.example')
  await expect(page).toHaveURL(`${originOf('npt')}/fund-activity?range=last-year&open=2`)
})

test('Back leads from the denied page to the screen before it (§2.1)', async ({ signInAs }) => {
  const page = await signInAs('viewer', 'npt', { at: '/fund-activity' })
  await expect(page.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeVisible()
  await page.goto('/super-user-dashboard')
  await expect(permissionDenied(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/fund-activity/)
})

const attacks = {
  'another site': 'https://evil.example/',
  'a site without a scheme': '//evil.example/fund-activity',
  'a backslash': '/\\evil.example',
  'a tab in between': '/\t/evil.example',
  'an encoded slash': '/%2F%2Fevil.example/..//evil.example',
  'a script': 'javascript:alert(document.domain)',
  'the end of the sign-in itself': '/sso?code=1&state=2&iss=3',
  'an address of the API': '/api/session',
  'five thousand characters': `/${'a'.repeat(5000)}`,
}

/** safe-return-to.test.ts checks such addresses at the server; in npm test a browser follows two of them. */
const usualAttacks = ['another site', 'a script']

for (const [what, returnTo] of Object.entries(attacks)) {
  test(
    `signing in with ${what} as the return address leads to the portal's home (§4)`,
    longUnless(usualAttacks.includes(what)),
    async ({ visit }) => {
      const page = await visit('npt')
      const dialogs: string[] = []
      page.on('dialog', dialog => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      await page.goto(`/api/sign-in/start?${new URLSearchParams({ returnTo })}`)
      await signInBy(page, 'viewer@npt.example')
      await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
      await expect(page).toHaveURL(`${originOf('npt')}/`)
      expect(dialogs).toEqual([])
    },
  )
}

test('treats an address crafted by another site as a path of the portal (§2.1)', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(withStatus404)
  const page = await signInAs('donor', 'npt')
  for (const path of [
    '//evil.example/fund-activity',
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '/.//evil.example',
  ]) {
    await page.goto(`${originOf('npt')}${path}`)
    await expect(permissionDenied(page)).toBeVisible()
    expect(new URL(page.url()).origin).toBe(originOf('npt'))
  }
})

test('the HTTP status agrees with what the browser shows (§2.1)', async ({ visit, expectedErrors }) => {
  expectedErrors.push(withStatus404)
  const page = await visit('npt')
  const statusOf = (path: string) =>
    page.evaluate(
      async address =>
        (await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })).status,
      path,
    )
  for (const path of [
    '/',
    '/403',
    '/sso',
    '/fund-activity',
    '/fund-activity/',
    '/grant-activity/US-EIN-010631747',
  ])
    expect(await statusOf(path), path).toBe(200)
  for (const path of [
    '/nothing',
    '/grant-activity',
    '/account/1',
    '/contributions/new',
    '/index.html',
    '/assets',
    '/.env',
    '/oidc',
  ])
    expect(await statusOf(path), path).toBe(404)
})

test('a person without the action of a section, or of viewing accounts, sees the page without it (§2.6)', async ({
  signInPerson,
  expectedErrors,
}) => {
  // React logs what a screen throws.
  expectedErrors.push(/^Problem: We couldn’t find/)
  const without = async (...missing: Permission[]) =>
    await makePerson('npt', {
      roles: [{ role: 'super_user', actions: permissions.filter(action => !missing.includes(action)) }],
    })
  for (const missing of [
    'FUND_BEGINNING_BALANCE_VIEW',
    'FUND_CONTRIBUTION_VIEW',
    'FUND_DISTRIBUTION_VIEW',
  ] as const) {
    const page = await signInPerson('npt', await without(missing), { at: '/fund-activity' })
    await expect(page.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeVisible()
    await expect(page.getByText('Ending Balance').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Balance, / })).toHaveCount(0)
  }
  const page = await signInPerson('npt', await without('USER_SS_VIEW'), { at: '/fund-activity' })
  await expect(page.getByText('No account is open, and most pages are about one.')).toBeVisible()
})
