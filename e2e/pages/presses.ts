import type { Page } from '@playwright/test'

/** Counts the presses of the pointer from now on, until the page is loaded again. */
export async function countPresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isCounting = document.documentElement.dataset.presses !== undefined
    document.documentElement.dataset.presses = '0'
    if (isCounting) return
    document.addEventListener(
      'pointerdown',
      () => {
        const { dataset } = document.documentElement
        dataset.presses = String(Number(dataset.presses) + 1)
      },
      { capture: true },
    )
  })
}

/** The presses since countPresses. */
export const presses = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset.presses))
