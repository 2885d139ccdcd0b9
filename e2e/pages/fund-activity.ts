import { expect, type Locator, type Page } from '@playwright/test'
import { parseShown, readMoney } from './money.ts'

/** The statement's amounts in minor units by heading, without the row count. */
export type Statement = Record<string, bigint>

type Shown = {
  textContent: string | null
  nextElementSibling: Shown | null
  querySelector: (what: string) => Shown | null
}

async function readLines(statement: Locator): Promise<[string, bigint][]> {
  const lines = await statement
    .getByRole('heading', { level: 2 })
    .evaluateAll((headings: Shown[]) =>
      headings.map(heading => [
        heading.textContent ?? '',
        heading.nextElementSibling?.querySelector('[aria-hidden]')?.textContent ?? '',
      ]),
    )
  return lines.map(([heading = '', amount = '']) => [heading.replace(/ \d+$/, ''), parseShown(amount)])
}

/** Reads the statement: the lines that add up, those included in the ending balance, and the summary. */
export async function readStatement(page: Page) {
  const summary = page.getByRole('complementary', { name: 'Balance breakdown' })
  const line = (term: string) =>
    readMoney(summary.locator('dl > div', { has: page.getByRole('term').filter({ hasText: term }) }))
  return {
    adding: Object.fromEntries(await readLines(page.getByRole('region', { name: 'Statement', exact: true }))),
    parts: Object.fromEntries(
      await readLines(page.getByRole('region', { name: 'Included in the ending balance' })),
    ),
    summary: {
      ending: await line('Ending balance'),
      pending: await line('Pending grants'),
      excluded: await line('Excluded assets'),
      available: await line('Available'),
    },
  }
}

/** Chooses a range and waits until the page shows the server's amounts for it. */
export async function chooseRange(page: Page, range: string): Promise<void> {
  const answered = page.waitForResponse(response => /\/activity\?/.test(response.url()))
  await page.getByRole('group', { name: 'Date range' }).getByRole('button', { name: range }).click()
  const { sections } = (await (await answered).json()) as { sections: { totalMinor: string }[] }
  const totals = sections.map(({ totalMinor }) => BigInt(totalMinor))
  await expect
    .poll(async () => {
      const { adding, parts } = await readStatement(page)
      return [...Object.values(adding), ...Object.values(parts)].map(String).sort()
    })
    .toEqual(totals.map(String).sort())
}

/** Opens a section of the statement and returns its panel. */
export async function openSection(page: Page, heading: string): Promise<Locator> {
  const opener = page.getByRole('button', { name: new RegExp(`^${heading} \\d+$`) })
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  return page.locator(`[id="${await opener.getAttribute('aria-controls')}"]`)
}
