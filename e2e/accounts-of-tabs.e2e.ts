import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { accountBar, switchAccount } from './pages/account-bar.ts'
import { signInBy } from './people/sign-in.ts'
import { signInWatched } from './people/watched-session.ts'

test('a tab keeps its account when it is loaded again, and says that another tab shows another one (§4, §9)', async ({
  signInAs,
}) => {
  const page = await signInWatched(signInAs, '/fund-activity')
  const idOf = async () => /Account ID (\d+)/.exec((await accountBar(page).textContent()) ?? '')?.[1] ?? ''
  await expect(accountBar(page)).toContainText('Account ID')
  const here = await idOf()
  const there = here === '204318' ? 204437 : 204318
  const tab = await page.context().newPage()
  await tab.goto('/fund-activity')
  await expect(accountBar(tab)).toContainText(`Account ID ${here}`)
  // The script that tells other tabs loads some seconds after the page.
  const watched = tab.waitForResponse(/\/session-watch-/)
  await page.clock.fastForward(16_000)
  await watched
  await switchAccount(tab, there)

  const notice = page.getByRole('article', { name: 'Your tabs show different accounts' })
  await expect(notice).toContainText(`This tab shows account ${here}. Another tab shows account ${there}.`)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoAxeFindings(page)
  await page.reload()
  await expect(accountBar(page)).toContainText(`Account ID ${here}`)
  await page.clock.fastForward(16_000)
  await expect(notice).toBeVisible()
  await tab.reload()
  await expect(accountBar(tab)).toContainText(`Account ID ${there}`)
})

test('log-ins in two tabs lead each tab where it wanted to go, and Back shows no empty login (§4, §11)', async ({
  page,
  watch,
}) => {
  const tab = await page.context().newPage()
  watch(page.context())
  await page.goto('/fund-activity')
  await expect(page.getByLabel('User ID')).toBeFocused()
  await tab.goto('/grants')
  await expect(tab.getByLabel('User ID')).toBeFocused()
  await signInBy(page, 'donor@npt.example')
  await expect(page).toHaveURL(/\/fund-activity/)
  await tab.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(tab).toHaveURL(/\/grants/)
  await expect(tab.getByRole('heading', { level: 1, name: 'Grants' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re logged in' })).toBeVisible()
  await expect(page.getByLabel('User ID')).toHaveCount(0)
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
})
