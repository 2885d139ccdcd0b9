import type { Page } from '@playwright/test'

/**
 * Each chart has the table of its figures, and begins at zero or is a line without an area. A picture of a chart has the button that
 * shows its table; bars and columns, which are decoration, stand in a table or beside one.
 */
export async function chartFindings(page: Page): Promise<string[]> {
  const found = await barFindings(page)
  for (const figure of await page.locator('main figure').all()) {
    const picture = figure.locator('svg[role="img"]')
    if ((await picture.count()) === 0) continue
    const name = (await picture.first().getAttribute('aria-label')) ?? ''
    const isExaggerated = await figure.evaluate(element => {
      const isFilled = [...element.querySelectorAll('svg[role="img"] > path')].some(
        path => getComputedStyle(path).fill !== 'none',
      )
      const amounts = [...element.querySelectorAll('svg[role="img"] > g > text')].map(
        ({ textContent }) => textContent ?? '',
      )
      return isFilled && !amounts.some(amount => /^\D*0\D*$/.test(amount))
    })
    if (isExaggerated) found.push(`the chart “${name}” is filled and does not begin at zero`)
    const toTable = figure.getByRole('button', { name: 'Show as table' })
    if ((await toTable.count()) === 0) {
      found.push(`the chart “${name}” has no table`)
      continue
    }
    await toTable.press('Enter')
    const rows = await figure.getByRole('table', { name, exact: true }).getByRole('row').count()
    if (rows < 2) found.push(`the table of the chart “${name}” has no rows`)
    await figure.getByRole('button', { name: 'Show as chart' }).press('Enter')
  }
  return found.map(finding => `chart: ${finding}`)
}

/** Bars of a length in percent that stand neither in a table nor beside one. */
const barFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lone = [...document.querySelectorAll('main [aria-hidden="true"]:has(> span[style*="%"])')].filter(
      bars => !bars.closest('table') && !bars.parentElement?.querySelector('table'),
    )
    const drawn = [...document.querySelectorAll('main svg[aria-hidden="true"]:has(> rect[width])')].filter(
      bar => !bar.closest('table'),
    )
    return [...lone, ...drawn].map(bars => `${bars.outerHTML.slice(0, 80)} has no table`)
  })
