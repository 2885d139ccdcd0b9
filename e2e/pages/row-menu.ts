import type { Locator } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** Opens the menu of a row, or of a table's only row, by keyboard, and presses an action in it. */
export async function pressInRowMenu(row: Locator, action: string | RegExp): Promise<void> {
  await row.getByRole('button', { name: /^Actions for / }).press('Enter')
  const menu = row.getByRole('dialog', { name: /^Actions for / })
  const entry = menu.getByRole('button', { name: action })
  await expect(entry).toBeEnabled()
  await entry.press('Enter')
}
