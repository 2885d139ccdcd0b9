import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { pressByKeyboard } from './pages/keyboard.ts'
import { makePerson } from './people/make-person.ts'

const everything = [{ role: 'super_user' as const, actions: null }]

test('a joiner gets a right that two people give, and a leaver is out at once (§14)', async ({
  signInPerson,
}) => {
  test.setTimeout(120_000)
  const lastName = `Ashdown ${Date.now().toString(36)}`
  const joiner = await makePerson('npt', { firstName: 'Orla', lastName, roles: [] })
  const name = `Orla ${lastName}`
  const one = await signInPerson('npt', await makePerson('npt', { lastName: 'One', roles: everything }))
  await one.goto('/super-user-dashboard/users?show=everyone')
  await one.getByLabel('Find a person').fill(joiner.userId)
  await one.getByRole('link', { name }).click()
  await expect(one.getByRole('heading', { level: 1, name })).toBeVisible()
  await pressByKeyboard(one, one.getByRole('button', { name: 'Give a right' }))
  const form = one.getByRole('form', { name: 'Give a right' })
  await form.getByRole('button', { name: 'Give this right' }).click()
  await expect(form.getByRole('alert')).toContainText('Choose a set, or choose permissions')
  await form.getByRole('radio', { name: /^Payments/ }).check()
  await form.getByRole('textbox', { name: 'What they need it for' }).fill('Joins the payments team')
  await form.getByRole('button', { name: 'Send for confirmation' }).click()
  await expect(one.getByRole('article', { name: 'Payments' })).toContainText('Waiting for a second person')
  await one.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(one)
  expect(await one.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await one.setViewportSize({ width: 1280, height: 800 })

  const page = await signInPerson('npt', joiner)
  await page.goto('/super-user-dashboard/payments')
  await expect(page).toHaveURL(/\/403$/)

  const two = await signInPerson('npt', await makePerson('npt', { lastName: 'Two', roles: everything }))
  await two.goto('/super-user-dashboard/users')
  const waiting = two.getByRole('article', { name: `Payments for ${name}` })
  await waiting.getByRole('button', { name: 'Confirm', exact: true }).click()
  await waiting.getByRole('button', { name: 'Confirm this right' }).click()
  await expect(waiting).toHaveCount(0)

  await page.goto('/super-user-dashboard/payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()

  await one.reload()
  await one.getByRole('button', { name: 'End access for good' }).click()
  const leaving = one.getByRole('form', { name: 'End access for good' })
  await leaving.getByRole('textbox', { name: 'Reason' }).fill('Left the trust')
  await leaving.getByRole('button', { name: 'End access for good' }).click()
  await expect(one.getByText('No access', { exact: true })).toBeVisible()
  await expect(one.getByRole('table', { name: 'Earlier rights' })).toContainText('Left the trust')

  await page.goto('/super-user-dashboard/payments')
  await expect(page.getByLabel('User ID')).toBeVisible()
})
