import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// ASVS 5.0, 6.2.6 and 6.2.7: passwords are masked, can be pasted, and password managers recognize each field.

async function expectKindFields(page: Page, expected: Record<string, string>): Promise<void> {
  for (const [label, autocomplete] of Object.entries(expected)) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', autocomplete)
  }
}

test('the sign-in masks the password, accepts pasting, and marks its fields for password managers', async ({
  visit,
}) => {
  const page = await visit('npt', { at: '/api/sign-in/start' })
  await expectKindFields(page, { Password: 'current-password' })
  const userId = page.getByLabel('User ID')
  await expect(userId).toHaveAttribute('autocomplete', /^username/)
  await userId.fill('copied from a manager')
  await userId.press('ControlOrMeta+a')
  await userId.press('ControlOrMeta+c')
  await page.getByLabel('Password', { exact: true }).press('ControlOrMeta+v')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('copied from a manager')
})

test('the change of a password masks both fields, and marks each for password managers', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt', { at: '/my-profile/password' })
  await expectKindFields(page, { 'Current password': 'current-password', 'New password': 'new-password' })
})
