import { expect, type Page } from '@playwright/test'
import { generate } from 'otplib'
import { landingHeading, signInBy } from './sign-in.ts'

const password = 'copper teapot under a bridge'

/** From the page of a first login’s link: a password, one-time codes and their backup codes, until the first screen shows. */
export async function setUpLogin(page: Page, userId: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('New password').press('Enter')
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  await page.goto('/api/sign-in/start')
  await signInBy(page, userId, password)
  await page.getByRole('button', { name: 'Set up one-time codes' }).click()
  const secret = (await page.locator('ol code').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'One-time code' }).fill(await generate({ secret }))
  await page.getByRole('textbox', { name: 'One-time code' }).press('Enter')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(landingHeading(page)).toBeVisible()
}
