import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, expectNoAxeFindings } from './fixtures.ts'
import { tabTo } from './pages/keyboard.ts'
import { collect, main, recommendTo } from './pages/payment-runs.ts'
import { approve, openReview } from './pages/review.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'
import { test } from './people/turns.ts'

/** No other test writes checks here: once a box is recorded, nobody types a number any more. */
const client = 'tolleson'
const staffRoles = [{ role: 'super_user' as const, actions: null }]
const phone = { width: 320, height: 640 }

test('staff record a box, spoil a number, and print the checks of a run by keyboard at 320 px (§13)', async ({
  signInPerson,
  takeTurn,
}) => {
  test.setTimeout(400_000)
  await takeTurn(`checks of ${client}`)
  const donor = await makeDonor(client)
  const { grantId } = await recommendTo(await signInPerson(client, donor), donor, 800)
  const at = '/super-user-dashboard/payments?view=cheques'
  const staff = await makePerson(client, { roles: staffRoles })
  const page = await signInPerson(client, staff, { at, viewport: phone })
  const stock = page.getByRole('region', { name: 'Check stock' })
  await expect(stock).toContainText(/No box has been recorded|Next number/)
  // The lowest number is taken first, so the box comes before what an earlier run of this test left.
  const [, next] = /Next number\s*(\d+)/.exec(await stock.innerText()) ?? []
  const first = next === undefined ? randomInt(100_000_000, 900_000_000) : Number(next) - 2_000
  await tabTo(page, stock.getByRole('button', { name: 'Record a box', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, stock.getByRole('textbox', { name: 'First number' }))
  await page.keyboard.type(String(first))
  await tabTo(page, stock.getByRole('textbox', { name: /^Last number/ }))
  await page.keyboard.type(String(first + 999))
  await expect(stock).toContainText('1,000 checks in all.')
  await expectNoAxeFindings(page)
  await tabTo(page, stock.getByRole('button', { name: 'Record the box' }))
  await page.keyboard.press('Enter')
  await expect(stock).toContainText(`The box from ${first} to ${first + 999} was recorded.`)

  await tabTo(page, stock.getByRole('button', { name: 'Record spoiled or lost checks' }))
  await page.keyboard.press('Enter')
  await tabTo(page, stock.getByRole('textbox', { name: /^Number/ }))
  await page.keyboard.type(String(first))
  await tabTo(page, stock.getByRole('textbox', { name: /^What happened/ }))
  await page.keyboard.type('Torn when the box was opened')
  await tabTo(page, stock.getByRole('button', { name: 'Make void' }))
  await page.keyboard.press('Enter')
  await expect(stock).toContainText(`Number ${first} is void.`)
  await expect(stock.getByRole('table', { name: /^Void numbers/ })).toContainText('Torn when the box')
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await openReview(page, grantId)
  await approve(page)
  const { address, number } = await collect(page, 'Checks')
  const second = await signInPerson(client, await makePerson(client, { roles: staffRoles }), {
    at: new URL(address).pathname,
    viewport: phone,
  })
  const form = second.getByRole('form', { name: 'Approve this run' })
  await expect(form).toContainText(`: ${first + 1}`)
  await tabTo(second, form.getByRole('checkbox'))
  await second.keyboard.press('Space')
  await tabTo(second, form.getByRole('button', { name: 'Approve this run' }))
  await second.keyboard.press('Enter')
  await expect(second.getByText('Approved. The file and the letters are ready.')).toBeVisible()
  await expect(main(second)).toContainText(String(first + 1))
  await tabTo(second, second.getByRole('button', { name: 'Release the register' }))
  await second.keyboard.press('Enter')
  await expect(second.getByText('You can download the file now.')).toBeVisible()
  const [cheques] = await Promise.all([
    second.waitForEvent('download'),
    tabTo(second, second.getByRole('button', { name: /^Checks to print/ }).first()).then(() =>
      second.keyboard.press('Enter'),
    ),
  ])
  expect(cheques.suggestedFilename()).toBe(`${client}-run-${number}-checks-1.pdf`)
  expect((await readFile(await cheques.path())).subarray(0, 5).toString()).toBe('%PDF-')
  const [micr] = await Promise.all([
    second.waitForEvent('download'),
    tabTo(second, second.getByRole('button', { name: 'MICR lines' })).then(() =>
      second.keyboard.press('Enter'),
    ),
  ])
  expect(JSON.parse(await readFile(await micr.path(), 'utf8')).checks[0].micr.line).toContain(
    `C${first + 1}C A`,
  )
  await expectNoAxeFindings(second)
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // Somebody who did not release the run saw that the printer tore the check.
  await page.goto(address)
  await tabTo(page, page.getByRole('button', { name: `Reprint ${first + 1}` }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: /^What happened/ }))
  await page.keyboard.type('Torn by the printer')
  await expectNoAxeFindings(page)
  await tabTo(page, page.getByRole('button', { name: 'Reprint this check' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The spoiled check is void')).toBeVisible()
  const [alone] = await Promise.all([
    page.waitForEvent('download'),
    tabTo(page, page.getByRole('button', { name: /^Only check / })).then(() => page.keyboard.press('Enter')),
  ])
  expect(alone.suggestedFilename()).toMatch(new RegExp(`^${client}-run-${number}-checks-\\d+\\.pdf$`))
  await expect(main(page)).toContainText('Check reprinted')
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
