import type { Page } from '@playwright/test'

const password = process.env.DEMO_PASSWORD ?? 'almoner-demo-2026'

/** Fills in the sign-in screen, which is open, and sends it. */
export async function signInBy(page: Page, userId: string, typed = password): Promise<void> {
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** The same by keyboard alone, from the first field, which has the focus. */
export async function signInByKeyboard(page: Page, userId: string): Promise<void> {
  await page.keyboard.type(userId)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}
