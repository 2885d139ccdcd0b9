import { demoClients } from '../src/demo/demo-client.ts'
import { demoPeople } from '../src/demo/people/demo-users.ts'
import { quoted } from '../src/testing/quoted-texts.ts'
import { clientNames, expect, type Role, test } from './fixtures.ts'
import { longUnless, onlyLong } from './long.ts'
import { accountBar } from './pages/account-bar.ts'
import { decision } from './pages/review.ts'

const giver = ['Home', 'Fund Activity', 'Recommend a Grant']
const readOnlyMenu = ['Home', 'Fund Activity']
const superUser = ['Home', 'Fund Activity', 'Recommend a Grant', 'Super User Dashboard']

/** The entries of the main menu that differ by role (§14); e2e/page-checks opens the screens themselves. */
const menus: Record<Role, readonly string[]> = {
  donor: giver,
  joint: giver,
  service: giver,
  viewer: readOnlyMenu,
  advisor: readOnlyMenu,
  banker: readOnlyMenu,
  super: superUser,
  super2: superUser,
  auditor: ['Home', 'Fund Activity', 'Super User Dashboard'],
  editor: ['Home'],
}

for (const [at, [role, menu]] of (Object.entries(menus) as [Role, readonly string[]][]).entries()) {
  const client = clientNames[at % clientNames.length] ?? 'npt'
  test(
    `${role} at ${client} sees ${menu.join(', ')} in the menu (§14)`,
    longUnless(role === 'viewer' || role === 'super'),
    async ({ signInAs }) => {
      const page = await signInAs(role, client)
      await expect(
        page.getByRole('heading', { level: 1, name: `Welcome, ${demoPeople[role].firstName}` }),
      ).toBeVisible()
      const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      const shown = (await entries.allInnerTexts()).filter(title => superUser.includes(title))
      expect(shown).toEqual(menu)
    },
  )
}

test(
  'a viewer at npt can neither recommend a grant nor save a charity (§14)',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('viewer', 'npt', { at: '/recommend-a-grant' })
    await expect(page.getByText('The donors of this account recommend its grants.')).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    await page.goto('/fund-activity?range=since-opening&open=2')
    await page.getByRole('table').getByRole('rowheader').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: quoted.previousGrants })).toBeVisible()
    await expect(page.getByRole('link', { name: /Recommend a Grant|New Grant/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Charity List/i })).toHaveCount(0)
  },
)

test('an auditor at rathbones reads the queue and its grants, but can change nothing (§14)', async ({
  signInAs,
}) => {
  const page = await signInAs('auditor', 'rathbones', { at: '/super-user-dashboard' })
  const queue = page.getByRole('table', { name: 'Grants to approve, oldest first' })
  await queue
    .getByRole('link', { name: /^Review/ })
    .first()
    .click()
  await expect(decision(page)).toContainText('not available to you now')
  await expect(decision(page).getByRole('button')).toHaveCount(0)
  await expect(decision(page).getByRole('form')).toHaveCount(0)
  // Neither are they offered what the server would refuse.
  await page.goto('/super-user-dashboard/applications')
  await expect(page.getByRole('button', { name: 'To review' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New application' })).toHaveCount(0)
  await page.goto('/super-user-dashboard/cases')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Steps of this case' })).toHaveCount(0)
})

test('tells an editor at npt that they have no account (§14)', async ({ signInAs }) => {
  const page = await signInAs('editor', 'npt')
  await expect(page.getByText('You don’t have a fund account yet.')).toBeVisible()
  await expect(accountBar(page)).toHaveCount(0)
})

for (const client of clientNames) {
  test(
    `a super user at ${client} finds and reads any account of the realm (§14)`,
    onlyLong,
    async ({ signInAs }) => {
      const { mainFundId } = Object.values(demoClients)[clientNames.indexOf(client)] ?? demoClients.USD
      const page = await signInAs('super2', client, { at: '/super-user-dashboard' })
      await page.getByRole('searchbox', { name: 'Find an account' }).fill(String(mainFundId))
      await page.getByRole('list', { name: 'Accounts found' }).getByRole('button').click()
      await expect(page).toHaveURL(/\/fund-activity/)
      await expect(accountBar(page)).toContainText(`Account ID ${mainFundId}`)
    },
  )
}

test('shows an unknown address like a denied one, with status 404 (§2.12)', async ({
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 .*\/no-such-screen/)
  const page = await visit('npt')
  const answer = await page.goto('/no-such-screen')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: quoted.permissionDenied })).toBeVisible()
})
