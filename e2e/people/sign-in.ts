import type { Page } from '@playwright/test'

const password = process.env.DEMO_PASSWORD ?? 'almoner-demo-2026'

/** The heading of the screen where people land: the home, or the dashboard of staff. */
export const landingHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^(Welcome, |Super User Dashboard$)/ })

/** Fills in and submits the open sign-in screen. */
export async function signInBy(page: Page, userId: string, typed = password): Promise<void> {
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** Signs in by keyboard alone, starting at the first field, which has the focus. */
export async function signInByKeyboard(page: Page, userId: string): Promise<void> {
  await page.keyboard.type(userId)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}
