import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { demoClients } from '../src/demo/demo-client.ts'
import { linesOfPdf } from '../src/testing/pdf-js.ts'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { switchAccount } from './pages/account-bar.ts'

// The statement on paper (§2.6). The browser writes it as a PDF, and pdf.js reads the text. Lists on paper: print-lists.e2e.ts.

type Rows = { data: { transactionId: string }[] }

/** Opens Fund Activity and waits until it can be printed; returns the transactions of all its sections. */
async function openStatement(page: Page, address: string): Promise<string[]> {
  const transactions = new Set<string>()
  const read: Promise<void>[] = []
  page.on('response', response => {
    if (/\/activity\/\d+\?.*first=500/.test(response.url()))
      read.push(
        response.json().then(({ data }: Rows) => {
          for (const { transactionId } of data) transactions.add(transactionId)
        }),
      )
  })
  const printButton = page.getByRole('button', { name: 'Print this statement' })
  await page.goto(address)
  await expect(printButton).not.toHaveAttribute('aria-disabled')
  await expect(page.getByRole('figure', { name: /^Balance/ })).toBeVisible()
  await Promise.all(read)
  // The page may still be drawing what was read here.
  await expect(printButton).not.toHaveAttribute('aria-disabled')
  return [...transactions]
}

const print = async (page: Page, heightIn = 11) =>
  await linesOfPdf(await page.pdf({ width: '8.5in', height: `${heightIn}in` }))

test('the printed statement has every row of every section, its range and the day of printing (§2.6)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt')
  await switchAccount(page, demoClients.USD.mainFundId)
  const transactions = await openStatement(page, '/fund-activity?range=since-opening&open=2')
  // More than a table shows at first.
  expect(transactions.length).toBeGreaterThan(20)
  const opener = page.getByRole('button', { name: /^Contributions \d+$/ })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')

  const lines = (await print(page)).flat()
  const text = lines.join('\n')
  expect(transactions.filter(transaction => !text.includes(transaction))).toEqual([])
  expect(text).not.toMatch(/\d+ of \d+ rows|incomplete|Choose another range/)
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })
  expect(lines).toContain(`Printed on ${today.format()}`)
  expect(text).toMatch(/\w+ \d+, \d{4} to \w+ \d+, \d{4}/)
  expect(text).toContain(`Account ID ${demoClients.USD.mainFundId}`)

  // Printing changes nothing on the screen.
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('table')).toHaveCount(1)
})

test('no line stands alone on the last page of a statement (§2.6)', onlyLong, async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt')
  await openStatement(page, '/fund-activity?range=since-opening')
  for (const heightIn of [8, 8.6, 9.2, 9.8, 10.4, 11]) {
    const pages = await print(page, heightIn)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.at(-1)?.length, `lines on the last of ${pages.length} pages`).toBeGreaterThanOrEqual(4)
  }
})

test(
  'a statement that is printed too early says that it is incomplete (§2.6)',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('donor', 'npt')
    // The rows never arrive.
    await page.route(/\/activity\/\d+\?/, () => undefined)
    await page.goto('/fund-activity')
    await expect(page.getByRole('region', { name: 'Statement', exact: true })).toBeVisible()
    expect((await print(page)).flat().join(' ')).toContain(
      'This printout is incomplete. The statement was still loading. Please print it again.',
    )
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test('a donor saves the shown range as a PDF by keyboard on a small screen, and finds the quarter’s statement among the documents (§12)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt')
  await switchAccount(page, demoClients.USD.mainFundId)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/fund-activity?range=last-year')
  const button = page.getByRole('button', { name: 'Save as PDF' })
  await expect(button).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await button.focus()
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const saved = await downloading
  const year =
    Number(new Date().toLocaleString('en-US', { year: 'numeric', timeZone: 'America/New_York' })) - 1
  expect(saved.suggestedFilename()).toBe(`Statement-${year}-01-01-${year}-12-31.pdf`)
  const lines = (await linesOfPdf(await readFile(await saved.path()))).flat()
  const text = lines.join('\n')
  for (const words of [
    `Beginning Balance on January 1, ${year}`,
    'Available Balance',
    'Contributions',
    'Grants',
  ])
    expect(text).toContain(words)
  await expect(button).toBeFocused()

  await page.goto('/account-documents?type=statement')
  await expect(page.getByRole('row', { name: /Statement \d{4}-Q[1-4]/ })).toHaveCount(1)
})
