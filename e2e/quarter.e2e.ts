import type { Page } from '@playwright/test'
import { tolleson } from '../src/clients/configuration/tolleson.ts'
import { periodsUntil } from '../src/clients/fee-schedules.ts'
import { type DateRange, dateOf, formatDate } from '../src/domain/dates.ts'
import { dayMs } from '../src/domain/durations.ts'
import { formatMoney } from '../src/domain/money.ts'
import { expect, expectNoAxeFindings } from './fixtures.ts'
import { openSection, readStatement } from './pages/fund-activity.ts'
import { main } from './pages/payment-runs.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'
import { test } from './people/turns.ts'

// No other test has a fund at this client: a fee run charges every fund of its book.
const client = 'tolleson'
const [gainMinor, wrongMinor, rightMinor] = [12_000_00n, 4_000_00n, 400_00n]
const contributedMinor = 1_000_000_00n

const today = dateOf(new Date(), tolleson.timeZone)
/** The last quarter that is over: the demonstration leaves its fees to be charged. */
const lastQuarter = () => {
  const period = periodsUntil(tolleson.feeSchedules[0], today).at(-1)
  if (!period) throw new Error('the schedule has a quarter that is over')
  return period
}

/** The fee of the fund: 0.5% of $500,000 and 0.25% of the rest, with the file's lines on the last day of the quarter. */
function expectedFee({ from, to }: DateRange): bigint {
  const daysOf = (first: number, after: number) => BigInt((after - first) / dayMs)
  const year = Number(from.slice(0, 4))
  const yearDays = daysOf(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
  const days = daysOf(Date.parse(from), Date.parse(to) + dayMs)
  const sum = contributedMinor * days + gainMinor + wrongMinor
  const lower = 500_000_00n * days
  const under = 1_000_000n * yearDays
  return (2n * (lower * 5_000n + (sum - lower) * 2_500n) + under) / (2n * under)
}

const shown = (amountMinor: bigint) => formatMoney(amountMinor, 'USD', 'en-US')

/** At the width of a small phone nothing is cut off, and axe finds nothing. */
async function expectNarrow(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1280, height: 800 })
}

const send = async (page: Page, name: string) => {
  await page.getByRole('textbox', { name: 'Name of the batch' }).fill(name)
  await page.getByRole('button', { name: 'Send for confirmation' }).press('Enter')
  await expect(main(page)).toContainText('Waiting for a second person')
}

/** A second person confirms the only request of this name. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.goto('/super-user-dashboard/requests')
  const request = page.getByRole('article').filter({ hasText: name })
  await request.getByRole('button', { name: 'Confirm', exact: true }).press('Space')
  await request.getByRole('button', { name: /^Confirm \$/ }).press('Enter')
  await expect(page.getByText(/^Confirmed \$/)).toBeVisible()
}

/** Waits until the job has posted or reversed the batch that the page shows. */
const settled = (page: Page, text: string) =>
  expect(async () => {
    await page.reload()
    // The screen is drawn after the page has loaded.
    await expect(main(page)).toContainText(text, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })

async function readActivity(page: Page) {
  await page.goto(`/fund-activity?from=${lastQuarter().from}&to=${today}`)
  await expect(page.getByRole('region', { name: 'Statement', exact: true })).toBeVisible()
  return await readStatement(page)
}

test('a quarter: gains by file, a wrong line reversed, the fees charged with their working, and the statement right (§12)', async ({
  signInPerson,
  takeTurn,
}) => {
  test.setTimeout(400_000)
  await takeTurn(`fees of ${client}`)
  const quarter = lastQuarter()
  // Nothing is due from the quarter before, which was charged when the fund did not yet exist.
  const donor = await makeDonor(client, { contributedOn: quarter.from })
  const roles = [{ role: 'super_user' as const, actions: null }]
  const staff = async (firstName: string) =>
    await signInPerson(client, await makePerson(client, { roles, firstName }))

  // One person sends the gains, another one confirms them.
  const one = await staff('Nora')
  await one.goto('/super-user-dashboard/postings')
  await one.getByRole('link', { name: 'New batch' }).press('Enter')
  const row = (kind: string, minor: bigint, comment: string) =>
    `${donor.fundId},${kind},${quarter.to},${minor / 100n}.00,${comment}`
  const lines = [row('Gain', gainMinor, ''), row('Income', wrongMinor, 'Dividends')]
  await one.locator('input[type=file]').setInputFiles({
    name: 'quarter.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Account ID,Kind,Date,Amount,Comment', ...lines].join('\n')),
  })
  const plan = one.getByRole('region', { name: 'What the file would do' })
  await expect(plan).toContainText('quarter.csv: 2 lines for 1 fund, all of ')
  const gains = `Gains of account ${donor.fundId}`
  await send(one, gains)
  const two = await staff('Otis')
  await confirm(two, gains)
  await settled(one, 'Reverse this batch')

  // A third person goes from the wrong line to its entry, and posts the right one in its place.
  const three = await staff('Vera')
  await three.goto(new URL(one.url()).pathname)
  await expectNarrow(three)
  await three
    .getByRole('row', { name: /Dividends and interest/ })
    .filter({ hasText: String(donor.fundId) })
    .getByRole('link')
    .press('Enter')
  await three.getByRole('button', { name: 'Reverse this entry' }).press('Enter')
  await three.getByRole('textbox', { name: 'Why it is reversed' }).fill('A zero too many')
  await three.getByRole('checkbox', { name: 'Post the right entry in its place' }).press('Space')
  await three.getByRole('textbox', { name: 'Amount' }).fill('400')
  await expectNarrow(three)
  await three.getByRole('button', { name: 'Reverse the entry' }).press('Enter')
  await expect(main(three)).toContainText('In its place')

  // The fees of the quarter, with how each is computed.
  await one.goto('/super-user-dashboard/postings/fees')
  await one.getByRole('link', { name: /^Compute the fees/ }).press('Enter')
  await expect(one.getByRole('region', { name: 'What the run would charge' })).toBeVisible()
  await expectNarrow(one)
  const fees = `Fees with account ${donor.fundId}`
  await send(one, fees)
  await confirm(two, fees)
  await settled(one, 'Reverse this batch')
  const feeMinor = expectedFee(quarter)
  await one.getByRole('searchbox', { name: 'Filter by account' }).fill(String(donor.fundId))
  const line = one
    .getByRole('row')
    .filter({ hasText: String(donor.fundId) })
    .last()
  await expect(line).toContainText(shown(feeMinor))

  // The donor reads what was corrected and how the fee came about.
  const page = await signInPerson(client, donor)
  const read = await readActivity(page)
  const changedMinor = gainMinor + rightMinor - feeMinor
  expect(read.adding).toMatchObject({
    'Investment Gains and Losses': gainMinor + rightMinor,
    Fees: -feeMinor,
    'Ending Balance': contributedMinor + changedMinor,
  })
  expect(read.summary.available).toBe(contributedMinor + changedMinor)
  const section = await openSection(page, 'Investment Gains and Losses')
  const day = formatDate(quarter.to, 'en-US')
  await expect(section).toContainText(
    new RegExp(`Takes back dividends and interest \\d+ of ${day}\\. A zero too many`),
  )
  await expect(section).toContainText(new RegExp(`In place of dividends and interest \\d+ of ${day}\\.`))
  const working = (await openSection(page, 'Fees')).getByRole('button', { name: /^How it was computed/ })
  await working.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'How this fee was computed' })
  await expect(dialog).toContainText('The first $500,000: 0.5%')
  await expect(dialog).toContainText(shown(feeMinor))
  await expectNarrow(page)
  await page.keyboard.press('Escape')
  await expect(working).toBeFocused()

  // The run is reversed as a whole, so that the quarter is due again.
  await one.getByRole('button', { name: 'Reverse this batch' }).press('Enter')
  await one.getByRole('textbox', { name: 'Why it is reversed' }).fill('The gains came too late')
  await one.getByRole('button', { name: 'Ask for the reversal' }).press('Enter')
  await expect(main(one)).toContainText('Reversal of a batch, entered by Nora')
  await confirm(two, fees)
  await settled(one, 'Why it was reversed')
  expect((await readActivity(page)).adding.Fees).toBe(0n)
  await one.goto('/super-user-dashboard/postings/fees')
  await expect(one.getByRole('link', { name: /^Compute the fees/ })).toBeVisible()
})
