import { expect, type Page } from '@playwright/test'

/** Waits for a message with this subject to this address in the demonstration's mailbox, and returns the text of the newest. */
export async function readMail(page: Page, to: string, subject: string): Promise<string> {
  const tab = await page.context().newPage()
  try {
    const mail = tab.getByRole('listitem').filter({ hasText: to }).getByRole('link', { name: subject })
    await expect(async () => {
      await tab.goto('/dev/mail')
      await expect(mail.first()).toBeVisible({ timeout: 500 })
    }).toPass()
    await mail.first().click()
    // Not innerText: it would lose the line breaks until the style sheet has loaded.
    return (await tab.locator('.body').textContent()) ?? ''
  } finally {
    await tab.close()
  }
}
