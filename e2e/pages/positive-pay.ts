import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings } from '../fixtures.ts'

/** Tells the bank about the first check of a run's register, by keyboard and on a phone. */
export async function tellBank(page: Page, register: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  const positivePay = page.getByRole('region', { name: 'Positive pay' })
  await positivePay.getByRole('button', { name: 'Create the next file' }).focus()
  await page.keyboard.press('Enter')
  await expect(positivePay.getByText(/^File \d+ was created/)).toBeVisible()
  await expect(positivePay).toContainText('Every check and every void is in a file.')
  const saved = page.waitForEvent('download')
  await positivePay
    .getByRole('button', { name: /^Download file/ })
    .first()
    .click()
  const told = await readFile(await (await saved).path(), 'ascii')
  const [number] = /^\d+/.exec(register.split('\n')[1] ?? '') ?? []
  expect(told).toMatch(new RegExp(`^\\d{11}0*${number}`, 'm'))
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
}
