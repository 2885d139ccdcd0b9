import { demoClients } from '../src/demo/demo-client.ts'
import { demoPeople } from '../src/demo/people/demo-users.ts'
import { clientNames, expect, type Role, test } from './fixtures.ts'
import { accountBar } from './pages/account-bar.ts'
import { decision } from './pages/review.ts'

const giver = ['Home', 'Fund Activity', 'Recommend a Grant']
const onlooker = ['Home', 'Fund Activity']
const superUser = ['Home', 'Fund Activity', 'Recommend a Grant', 'Super User Dashboard']

/** Of these entries, by which the matrix of open-points 3 shows, the ones that each has in the menu; e2e/page-checks opens the screens. */
const menus: Record<Role, readonly string[]> = {
  donor: giver,
  joint: giver,
  service: giver,
  viewer: onlooker,
  advisor: onlooker,
  banker: onlooker,
  super: superUser,
  super2: superUser,
  auditor: ['Home', 'Fund Activity', 'Super User Dashboard'],
  editor: ['Home'],
}

for (const [at, [role, menu]] of (Object.entries(menus) as [Role, readonly string[]][]).entries()) {
  const client = clientNames[at % clientNames.length] ?? 'npt'
  test(`open-points 3 at ${client} ${role} sees ${menu.join(', ')} in the menu`, async ({ signInAs }) => {
    const page = await signInAs(role, client)
    await expect(
      page.getByRole('heading', { level: 1, name: `Welcome, ${demoPeople[role].firstName}` }),
    ).toBeVisible()
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const shown = (await entries.allInnerTexts()).filter(title => superUser.includes(title))
    expect(shown).toEqual(menu)
  })
}

for (const client of clientNames) {
  test(`open-points 3 at ${client} a viewer looks on: no grant can be recommended, no charity kept`, async ({
    signInAs,
  }) => {
    const page = await signInAs('viewer', client, { at: '/recommend-a-grant' })
    await expect(page.getByText('Grants from this account are recommended by its donors.')).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    await page.goto('/fund-activity?range=since-opening&open=2')
    await page.getByRole('table').getByRole('rowheader').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Previous Grants To This Charity' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Recommend a Grant|New Grant/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Charity List/i })).toHaveCount(0)
  })

  test(`open-points 3 at ${client} an auditor reads the queue and its grants, and can command nothing`, async ({
    signInAs,
  }) => {
    const page = await signInAs('auditor', client, { at: '/super-user-dashboard' })
    const queue = page.getByRole('table', { name: 'Grants to approve, oldest first' })
    await queue
      .getByRole('link', { name: /^Review/ })
      .first()
      .click()
    await expect(decision(page)).toContainText('not available to you now')
    await expect(decision(page).getByRole('button')).toHaveCount(0)
    await expect(decision(page).getByRole('form')).toHaveCount(0)
  })

  test(`open-points 3 at ${client} an editor has no account and is told so`, async ({ signInAs }) => {
    const page = await signInAs('editor', client)
    await expect(page.getByText('You don’t have a fund account yet.')).toBeVisible()
    await expect(accountBar(page)).toHaveCount(0)
  })

  test(`open-points 7 at ${client} a super user finds any account of the realm and reads it`, async ({
    signInAs,
  }) => {
    const { mainFundId } = Object.values(demoClients)[clientNames.indexOf(client)] ?? demoClients.USD
    const page = await signInAs('super2', client, { at: '/super-user-dashboard' })
    await page.getByRole('searchbox', { name: 'Find an account' }).fill(String(mainFundId))
    await page.getByRole('list', { name: 'Accounts found' }).getByRole('button').click()
    await expect(page).toHaveURL(/\/fund-activity/)
    await expect(accountBar(page)).toContainText(`Account ID ${mainFundId}`)
  })
}

test('§2.12 an address that no screen has shows the same as one that is denied, with status 404', async ({
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 .*\/no-such-screen/)
  const page = await visit('npt')
  const answer = await page.goto('/no-such-screen')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Permission Denied' })).toBeVisible()
})
