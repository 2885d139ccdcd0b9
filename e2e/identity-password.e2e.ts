import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, originOf, test } from './fixtures.ts'
import { longUnless, onlyLong } from './long.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { readMail } from './people/dev-mail.ts'
import { makePerson, withdrawAccess } from './people/make-person.ts'
import { landingHeading, signInBy } from './people/sign-in.ts'

// Each test checks many states with axe, which is slow.
test.slow()

const newPassword = 'quiet otters read maps'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const linkIn = (mail: string) => /http:\S+#[\w-]{43}/.exec(mail)?.[0] ?? ''

test('a person at npt resets a forgotten password by e-mail and signs in, by keyboard alone (§2.12)', async ({
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/password-links\/use/)
  const person = await makePerson('npt')
  const page = await visit('npt', { at: '/api/sign-in/start' })
  await pressByKeyboard(page, page.getByRole('link', { name: 'Create or reset your password' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectNoAxeFindings(page)

  // First an empty form, then a user ID; the answer does not say whether it exists.
  await pressByKeyboard(page, button(page, 'Send the link'))
  await expect(page.getByRole('alert').filter({ hasText: 'Enter your user ID' })).toBeFocused()
  await expectNoAxeFindings(page)
  await tabTo(page, page.getByLabel('User ID'))
  await page.keyboard.type(person.userId)
  await page.keyboard.press('Enter')
  await expect(page.getByText('If this user ID exists, we’ve sent a message')).toBeVisible()
  await expectNoAxeFindings(page)

  const link = linkIn(await readMail(page, person.email, 'Set your password'))
  expect(link).toMatch(new RegExp(`^${originOf('npt')}/password-setup#`))
  await page.goto(link)
  await expect(page.getByLabel('User ID')).toHaveValue(person.userId)
  // The token is removed from the URL at once, so it stays out of the history.
  await expect(page).toHaveURL(`${originOf('npt')}/password-setup`)
  await expectNoAxeFindings(page)
  await tabTo(page, page.getByLabel('New password'))
  await page.keyboard.type('Winslow-2026!')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'your name or ours' })).toBeFocused()
  await expectNoAxeFindings(page)
  await tabTo(page, page.getByLabel('New password'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(newPassword)
  await tabTo(page, page.getByLabel('Show password'))
  await page.keyboard.press('Space')
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text')
  await pressByKeyboard(page, button(page, 'Set password'))
  await expect(page.getByText('Use your new password the next time you log in.')).toBeVisible()
  await expectNoAxeFindings(page)

  await pressByKeyboard(page, page.getByRole('main').getByRole('link', { name: 'Log In' }))
  await signInBy(page, person.userId, newPassword)
  await expect(landingHeading(page)).toBeVisible()
})

test('a forced change of e-mail at rathbones allows only its screen and Logout until the code is confirmed (§4)', async ({
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 .*\/(faq|nowhere)/)
  const person = await makePerson('rathbones', { forceEmailChange: true })
  const page = await visit('rathbones', { at: '/api/sign-in/start' })
  await signInBy(page, person.userId, person.password)
  const heading = page.getByRole('heading', { level: 1, name: 'Change E-mail' })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button')).toHaveText(['Logout'])
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  for (const elsewhere of ['/', '/fund-activity', '/my-profile', '/password-setup', '/faq', '/nowhere']) {
    await page.goto(elsewhere)
    await expect(page).toHaveURL(/\/my-profile\/email$/)
    await expect(heading).toBeVisible()
  }
  await expectNoAxeFindings(page)

  const email = `new-${person.email}`
  await tabTo(page, page.getByLabel('New e-mail address'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We’ve sent a code to ${email}`)).toBeVisible()
  await expectNoAxeFindings(page)
  await tabTo(page, page.getByLabel('Code', { exact: true }))
  await page.keyboard.type('0000 000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Enter the eight digits' })).toBeFocused()
  const mail = await readMail(page, email, 'Confirm your e-mail address')
  expect(mail).toMatch(/^\d{4} \d{4}$/m)
  await page.getByLabel('Code', { exact: true }).fill(/^\d{4} \d{4}$/m.exec(mail)?.[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We’ll now e-mail you at ${email}`)).toBeVisible()
  await expectNoAxeFindings(page)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Ada Winslow' })).toBeVisible()
  await pressByKeyboard(page, page.getByRole('link', { name: 'Go to the home page' }))
  await expect(landingHeading(page)).toBeVisible()
  await expect(readMail(page, person.email, 'Your e-mail address was changed')).resolves.not.toContain(email)
})

test(
  'sends a forgotten user ID by e-mail, and answers the same for an unknown address (§2.12)',
  onlyLong,
  async ({ page }) => {
    const person = await makePerson('npt')
    const ask = async (email: string) => {
      await page.goto('/forgot-user')
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('E-mail address').press('Enter')
      await expect(page.getByText('Check your e-mail')).toBeVisible()
      return await page.getByRole('main').innerText()
    }
    await page.goto('/forgot-user')
    await expectNoAxeFindings(page)
    const known = await ask(person.email)
    await expectNoAxeFindings(page)
    expect(await ask(`nobody-${person.email}`)).toBe(known)
    expect(await readMail(page, person.email, 'Your user ID')).toContain(`${person.userId} (Ada Winslow)`)
  },
)

test(
  'says that a used link no longer works, and offers a new one (§2.12)',
  onlyLong,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 409 .*\/password-links\/check/)
    const person = await makePerson('npt')
    await page.goto('/password-setup')
    await page.getByLabel('User ID').fill(person.userId)
    await page.getByLabel('User ID').press('Enter')
    const link = linkIn(await readMail(page, person.email, 'Set your password'))
    await page.goto(link)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByLabel('New password').press('Enter')
    await expect(page.getByText('Thank You')).toBeVisible()
    // Only the fragment changes, so the browser does not load the page again.
    await page.goto(link)
    await expect(page.getByText('This link no longer works')).toBeVisible()
    await expectNoAxeFindings(page)
    await button(page, 'Request a new link').click()
    await expect(page.getByLabel('User ID')).toBeVisible()
  },
)

test('changing the password in the profile keeps this tab signed in and logs out another browser (§2.1)', async ({
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/my-profile\/password/, /status of 401/)
  const person = await makePerson('npt')
  const pages = []
  for (let browser = 0; browser < 2; browser++) {
    const page = await visit('npt', { at: '/api/sign-in/start' })
    await signInBy(page, person.userId, person.password)
    await expect(landingHeading(page)).toBeVisible()
    pages.push(page)
  }
  const [here, there] = pages as [Page, Page]
  await here.goto('/my-profile/password')
  await expect(here.getByLabel('Current password')).toBeVisible()
  await expectNoAxeFindings(here)
  await here.getByLabel('Current password').fill('not my password')
  await here.getByLabel('New password').fill(newPassword)
  await here.getByLabel('New password').press('Enter')
  await expect(here.getByRole('alert').filter({ hasText: 'This isn’t your current password' })).toBeFocused()
  await expectNoAxeFindings(here)
  await here.getByLabel('Current password').fill(person.password)
  await here.getByLabel('Current password').press('Enter')
  await expect(here.getByText('You’ve been logged out in one other place')).toBeVisible()
  await expectNoAxeFindings(here)
  await here.goto('/')
  await expect(landingHeading(here)).toBeVisible()
  await there.reload()
  await expect(there.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
  expect(await readMail(here, person.email, 'Your password was changed')).toContain(person.userId)
})

test(
  'denies the forgotten-password screens to a signed-in person with api_access (§2.1)',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('viewer', 'npt')
    for (const address of ['/password-setup', '/forgot-user']) {
      await page.goto(address)
      await expect(page).toHaveURL(/\/403$/)
    }
  },
)

for (const width of [320, 1440])
  test(
    `a person whose access was withdrawn sees only an explanation, a contact link and Logout at ${width} px (§2.1)`,
    longUnless(width === 320),
    async ({ visit }) => {
      const person = await makePerson('npt')
      const page = await visit('npt', { at: '/api/sign-in/start', viewport: { width, height: 800 } })
      await signInBy(page, person.userId, person.password)
      await expect(landingHeading(page)).toBeVisible()
      // A call of the home that is still under way would be refused too.
      await page.waitForLoadState('networkidle')
      await withdrawAccess('npt', person)
      await page.goto('/fund-activity')
      const heading = page.getByRole('heading', { level: 1, name: 'You don’t have access at the moment' })
      await expect(heading).toBeVisible()
      await expect(page.getByRole('banner')).toHaveCount(0)
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('link')).toHaveText(['contact us'])
      await expectNoAxeFindings(page)
      await pressByKeyboard(page, button(page, 'Logout'))
      await expect(heading).toBeHidden()
      await expect(page).toHaveURL(`${originOf('npt')}/`)
    },
  )
