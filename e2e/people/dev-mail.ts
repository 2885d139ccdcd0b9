import { expect, type Page } from '@playwright/test'

/** The text of the newest mail of this subject to this address, read where the demonstration shows mails; waits for it. */
export async function readMail(page: Page, to: string, subject: string): Promise<string> {
  const tab = await page.context().newPage()
  try {
    const mail = tab.getByRole('listitem').filter({ hasText: to }).getByRole('link', { name: subject })
    await expect(async () => {
      await tab.goto('/dev/mail')
      await expect(mail.first()).toBeVisible({ timeout: 500 })
    }).toPass()
    await mail.first().click()
    return await tab.locator('.body').innerText()
  } finally {
    await tab.close()
  }
}
