import { expect, type Page } from '@playwright/test'
import { readMoney } from './money.ts'

export const accountBar = (page: Page) => page.getByRole('region', { name: 'Account', exact: true })

/** The name of the account in its bar. It is no heading: the screen's own heading is the first. */
export const shownAccountName = (page: Page) => accountBar(page).getByRole('paragraph').first()

/** The available balance in the account bar, in minor units. */
export async function readAvailable(page: Page): Promise<bigint> {
  return await readMoney(accountBar(page))
}

/** Selects another account in the dialog (§2.4) by searching for its Account ID. */
export async function switchAccount(page: Page, fundId: number): Promise<void> {
  await accountBar(page).getByRole('button', { name: 'View Accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'View Accounts' })
  await dialog.getByRole('searchbox').fill(String(fundId))
  const rows = dialog.getByRole('row').filter({ has: page.getByRole('cell', { name: String(fundId) }) })
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await rows.getByRole('rowheader').getByRole('button').click()
  await expect(dialog).toHaveCount(0)
  await expect(accountBar(page)).toContainText(`Account ID ${fundId}`)
}
