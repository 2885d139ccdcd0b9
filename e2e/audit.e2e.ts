import type { Page } from '@playwright/test'
import { type ClientName, expect, expectNoAxeFindings, test } from './fixtures.ts'
import { signInBy } from './people/sign-in.ts'

const auditLog = '/super-user-dashboard/audit'
const rows = (page: Page) => page.getByRole('table', { name: 'Events, newest first' }).getByRole('row')

async function refuse(page: Page, client: ClientName): Promise<void> {
  await page.goto('/api/sign-in/start')
  await signInBy(page, `viewer@${client}.example`, 'not the password')
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
}

test('a super user at npt finds a failed sign-in and their own sign-in (§11)', async ({
  signInAs,
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/api\/(Authentication\/Login|audit-events)/)
  await refuse(await visit('npt'), 'npt')
  const page = await signInAs('super', 'npt', { at: auditLog, isOwnSession: true })
  const mine = rows(page).filter({ hasText: 'Ngozi Ekwueme' })
  await expect(mine.filter({ hasText: 'Logged in' }).first()).toBeVisible()

  const person = page.getByRole('searchbox', { name: 'Find a person by name or user ID' })
  await person.fill('viewer@')
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  await expect(filters).toBeEnabled()
  await filters.press('Enter')
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Entered a wrong password')
  await page.getByRole('button', { name: 'Show events' }).click()
  await expect(page).toHaveURL(/person=viewer%40&kind=password-refused/)
  const failed = rows(page).filter({ hasText: 'Entered a wrong password' })
  await expect(failed.first()).toBeVisible()

  const firstDay = page.getByRole('textbox', { name: 'First day' })
  await firstDay.fill('02/30/2026')
  await page.getByRole('button', { name: 'Show events' }).press('Enter')
  await expect(firstDay).toBeFocused()
  await expect(firstDay).toHaveAccessibleDescription('Enter a day that exists: February 2026 has 28 days')
  await expect(page).toHaveURL(/person=viewer%40&kind=password-refused$/)
  await firstDay.fill('')
  await expect(failed.first()).toContainText('127.0.0.1')
  await expect(mine).toHaveCount(0)
  const open = failed.first().getByRole('button')
  await open.press('Enter')
  const details = page.getByRole('dialog', { name: 'Entered a wrong password' })
  await expect(details.getByText('viewer@npt.example')).toBeVisible()
  await expect(details.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.setViewportSize({ width: 320, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await expectNoAxeFindings(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  // The URL holds the filters, so they are restored after leaving and going back.
  await page.getByRole('link', { name: /^To pay/ }).click()
  await page.goBack()
  await expect(person).toHaveValue('viewer@')
  await expect(failed.first()).toBeVisible()

  await page.getByRole('textbox', { name: 'IP address' }).fill('somewhere')
  await page.getByRole('textbox', { name: 'IP address' }).press('Enter')
  await expect(page.getByText('Enter an IP address such as 192.0.2.7', { exact: false })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'IP address' })).toBeFocused()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(person).toHaveValue('')
  await expect(mine.first()).toBeVisible()
})

test('denies a donor the audit log (§14)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { at: auditLog })
  await expect(page.getByRole('heading', { level: 1, name: 'Permission Denied' })).toBeVisible()
})

test('shows an auditor the audit log, and prints it whole (§14)', async ({ signInAs }) => {
  const page = await signInAs('auditor', 'npt', { at: auditLog })
  await expect(rows(page).nth(1)).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Super User Dashboard' }).getByRole('link', { name: 'Audit Log' }),
  ).toHaveAttribute('aria-current', 'page')

  // The events of one page are not what is printed.
  await expect(rows(page)).toHaveCount(51)
  const printed = page.evaluate(
    () =>
      new Promise<number>(resolve => {
        window.print = () => {
          const table = document.querySelector('main table')
          const count = table?.getAttribute('aria-rowcount') ?? table?.querySelectorAll('tr').length
          resolve(Number(count) - 1)
        }
      }),
  )
  const button = page.getByRole('button', { name: /^Print all [\d,]+ events$/ })
  const found = Number((await button.innerText()).replace(/\D/g, ''))
  expect(found).toBeGreaterThan(50)
  await button.press('Enter')
  expect(await printed).toBeGreaterThanOrEqual(found)
})
