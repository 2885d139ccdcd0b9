import type { Page } from '@playwright/test'
import { linesOfPdf, textsBeyondPaper } from '../src/testing/pdf-js.ts'
import { expect, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { makeDonor } from './people/make-donor.ts'

// Lists on paper. Writing a PDF is what the browser's dialog does: it sends `beforeprint`, lays the page out on the paper that the page
// asks for, and waits for nothing.

const print = async (page: Page) => {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return { pages: await linesOfPdf(pdf), cut: await textsBeyondPaper(pdf) }
}

const accounts = 260
type Row = { id: string; fundId: number; accountName: string }
const nameOf = (index: number) => `Merganser ${index} Charitable Fund`
const manyOf = <R extends Row>(row: R | undefined): R[] =>
  row === undefined
    ? []
    : Array.from({ length: accounts }, (_, index) => ({
        ...row,
        id: `row-${index}`,
        fundId: 70_000_000 + index,
        accountName: nameOf(index),
      }))
/** The accounts whose names are on the paper, once each. */
const printedOf = (pages: readonly string[][]) =>
  pages.flatMap(lines => lines.flatMap(line => /Merganser \d+ Charitable Fund/.exec(line)?.[0] ?? []))
const allNames = Array.from({ length: accounts }, (_, index) => nameOf(index))

/** Replaces the rows of replies, which have one of them at least. */
async function replaceRows(page: Page, path: string, change: (reply: Reply, first: number) => object) {
  await page.route(`**${path}*`, async route => {
    const { host, port, pathname, search, searchParams } = new URL(route.request().url())
    // Only Chromium resolves every name under localhost; Node sends this request.
    const url = `http://127.0.0.1:${port}${pathname}${search}`
    const response = await route.fetch({ url, headers: { ...route.request().headers(), host } })
    await route.fulfill({
      response,
      json: change(await response.json(), Number(searchParams.get('first'))),
    })
  })
}
type Reply = { rows: Row[]; data: Row[] }

test('an activity report is printed with all of its accounts in landscape, under repeated heads, with no column cut (§17)', async ({
  signInAs,
}) => {
  const page = await signInAs('advisor', 'npt')
  await replaceRows(page, '/api/advisor-dashboard/report', reply => ({
    ...reply,
    rows: manyOf(reply.rows[0]),
  }))
  await page.goto('/financial-advisor-dashboard/report')
  // Few of the rows are rendered.
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(accounts + 1))
  expect(await page.getByRole('row').count()).toBeLessThan(accounts)
  const { pages, cut } = await print(page)
  expect(printedOf(pages)).toEqual(allNames)
  expect(cut).toEqual([])
  for (const lines of pages.slice(1)) expect(lines[0]).toMatch(/^Account Account ID .* Available$/)
  // The total and what is chosen above the table is on the first page; the last one has more than a line.
  expect(pages[0]?.join('\n')).toContain('Ending balance')
  expect(pages.at(-1)?.length).toBeGreaterThan(2)
})

test(
  'a dashboard that shows 50 accounts prints all by keyboard, and by the browser’s menu says how many there are (§17)',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('advisor', 'npt')
    await replaceRows(page, '/api/advisor-dashboard/accounts', (reply, first) => ({
      data: manyOf(reply.data[0]).slice(0, first),
      meta: { total: accounts, next: null },
    }))
    await page.goto('/financial-advisor-dashboard')
    const rows = page.getByRole('table', { name: 'The accounts that you look after' }).getByRole('rowheader')
    await expect(rows).toHaveCount(50)
    const printed = await print(page)
    expect(printedOf(printed.pages)).toEqual(allNames.slice(0, 50))
    expect(printed.cut).toEqual([])
    expect(printed.pages.flat()).toContain(
      `50 of ${accounts} rows. To print all, choose “Print all ${accounts} accounts” below the list.`,
    )

    // The headless browser has no dialog; what it would take is printed below.
    const dialog = page.evaluate(
      () =>
        new Promise<void>(resolve => {
          window.print = resolve
        }),
    )
    const button = page.getByRole('button', { name: `Print all ${accounts} accounts` })
    await button.focus()
    await page.keyboard.press('Control+p')
    await dialog
    const whole = await print(page)
    expect(printedOf(whole.pages)).toEqual(allNames)
    expect(whole.pages.flat().join('\n')).not.toContain('To print all')
    await expect(rows).toHaveCount(50)
    await expect(button).toBeFocused()
  },
)

test('a file of grants is printed with the rows of all its pages, as text (§13)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const number = donor.charityId.replace('US-EIN-', '')
  const rows = Array.from({ length: 60 }, (_, index) => `${number},Some name,300,In memory of Smew ${index}.`)
  const page = await signInPerson('npt', donor, { at: '/grants/upload' })
  await page.locator('input[type=file]').setInputFiles({
    name: 'grants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Tax ID,Charity name,Amount,Purpose', ...rows].join('\n')),
  })
  await expect(page.getByRole('heading', { level: 1, name: 'grants.csv' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveCount(50)
  const printedOf = (lines: readonly string[][]) =>
    lines.flat().flatMap(line => /Smew \d+\b/.exec(line)?.[0] ?? [])
  const names = Array.from({ length: 60 }, (_, index) => `Smew ${index}`)
  const part = await print(page)
  expect(printedOf(part.pages)).toEqual(names.slice(0, 50))
  expect(part.pages.flat().join(' ')).toContain('50 of 60 rows. To print all')

  // What somebody is typing is kept.
  const amount = page.getByRole('textbox', { name: 'Amount' }).first()
  await amount.fill('325')
  const dialog = page.evaluate(() => new Promise<void>(resolve => Object.assign(window, { print: resolve })))
  await page.keyboard.press('Control+p')
  await dialog
  const { pages, cut } = await print(page)
  expect(printedOf(pages)).toEqual(names)
  expect(cut).toEqual([])
  expect(pages.flat().join(' ')).not.toContain('To print all')
  await expect(amount).toHaveValue('325')
})
