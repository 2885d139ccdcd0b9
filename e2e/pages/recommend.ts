import { expect, type Page } from '@playwright/test'

export type Recommendation = {
  amountUnits: number
  purpose?: { choice: string; label: string; text: string }
  naming?: string
}

/** Removes one letter of the longest word: a typing error that the search tolerates. */
export function withOneTypingError(name: string): string {
  const [longest = ''] = name.split(' ').toSorted((one, other) => other.length - one.length)
  const middle = Math.floor(longest.length / 2)
  return name.replace(longest, longest.slice(0, middle) + longest.slice(middle + 1))
}

/** The first step: searches for the charity and selects it. */
export async function pickCharity(page: Page, typed: string, charityId: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a charity' }).fill(typed)
  await page.getByRole('listitem').locator(`a[href*="charity=${charityId}"]`).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
}

/** Fills in the steps from the amount to the review. */
export async function fillIn(page: Page, { amountUnits, purpose, naming }: Recommendation): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill(String(amountUnits))
  if (purpose) {
    await page.getByRole('radio', { name: purpose.choice }).check()
    await page.getByRole('textbox', { name: purpose.label }).fill(purpose.text)
  }
  if (naming) await page.getByRole('radio', { name: naming }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: /^I certify/ }).check()
  await expect(page.getByRole('button', { name: 'Submit recommendation' })).toBeVisible()
}

/** Waits for the confirmation and returns the grant's ID from its URL. */
export async function confirmedGrantId(page: Page): Promise<string> {
  await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toBeVisible()
  const [, grantId = ''] = /\/grants\/([0-9a-f-]{36})$/.exec(page.url()) ?? []
  return grantId
}
