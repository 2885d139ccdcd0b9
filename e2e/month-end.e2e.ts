import { readFile } from 'node:fs/promises'
import { dateOf, isoDate } from '../src/domain/dates.ts'
import { lastMonth, monthName } from '../src/features/month-end/domain/months.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { main } from './pages/payment-runs.ts'
import { inDatabase, makePerson } from './people/make-person.ts'

const roles = [{ role: 'super_user' as const, actions: null }]
const month = lastMonth(dateOf(new Date(), 'Europe/London'))
const name = monthName(month, 'en-GB')

/** The nightly check of a portal that has not run through a night. */
const checkBook = () =>
  inDatabase(async databases => {
    await databases
      .book('nptuk')
      .insertInto('book_check')
      .values({ day: isoDate('2020-01-01'), checked_at: new Date(), compared: '{}', difference_count: 0 })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })

test('one person closes a month by keyboard at 320 px, and two open it again (§17)', async ({
  signInPerson,
}) => {
  test.setTimeout(180_000)
  await checkBook()
  const at = '/super-user-dashboard/close'
  const viewport = { width: 320, height: 640 }
  const one = await signInPerson('nptuk', await makePerson('nptuk', { roles, firstName: 'Erin' }), {
    ...{ at, viewport },
  })
  const close = one.getByRole('button', { name: `Close ${name}` })
  await expect(close).toBeVisible()
  await expectNoAxeFindings(one)
  expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await one.getByRole('textbox').fill('The statement of the bank is late')
  await close.press('Enter')
  await expect(main(one)).toContainText(`${name} was closed.`)
  const closed = one.getByRole('button', { name: `${name}, closed` })
  await closed.press('Enter')
  await expect(main(one)).toContainText('Erin Winslow closed it on')
  await one
    .getByRole('textbox', { name: 'Why it is to be opened again' })
    .fill('A late file of the custodian')
  await one.getByRole('button', { name: `Ask to open ${name}` }).press('Enter')
  await expect(main(one)).toContainText(`A colleague now has to confirm that ${name} is opened again.`)
  await expect(one.getByRole('button', { name: `Open ${name} again` })).toHaveCount(0)
  await expectNoAxeFindings(one)

  const two = await signInPerson('nptuk', await makePerson('nptuk', { roles, firstName: 'Tom' }), {
    ...{ at, viewport },
  })
  await expect(main(two)).toContainText('A late file of the custodian')
  await two.getByRole('button', { name: `Open ${name} again` }).press('Enter')
  await expect(main(two)).toContainText(`${name} takes entries again.`)
  await expectNoAxeFindings(two)
  expect(await two.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  // The person who asked reads what the colleague did.
  await one.reload()
  await expect(one.getByRole('button', { name: `Close ${name}` })).toBeVisible()
  await one
    .getByRole('button', { name: `${name}, opened again` })
    .first()
    .press('Enter')
  await expect(main(one)).toContainText('Tom Winslow opened it on')
})

test('the figures of a month are read and exported, and its journal leaves once (§17)', async ({
  signInPerson,
}) => {
  test.setTimeout(120_000)
  const person = await makePerson('rathbones', { roles, firstName: 'Vera' })
  const page = await signInPerson('rathbones', person, {
    at: '/super-user-dashboard/close?show=trial-balance',
  })
  const save = async (press: () => Promise<void>) => {
    const downloading = page.waitForEvent('download')
    await press()
    const download = await downloading
    return { file: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') }
  }
  await expect(page.getByRole('table', { name: `Trial balance, ${name}` })).toBeVisible()
  // On paper a title says what the fields of the months say on screen.
  const title = page.getByRole('paragraph').filter({ hasText: `Trial balance, ${name}` })
  await page.emulateMedia({ media: 'print' })
  await expect(title).toBeVisible()
  await expect(page.getByLabel('From', { exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(title).toBeHidden()
  await expectNoAxeFindings(page)
  const balance = await save(() =>
    page.getByRole('button', { name: 'Export ledger accounts as CSV' }).press('Enter'),
  )
  expect(balance.content).toContain('Received from outside')

  const show = page.getByRole('group', { name: 'Show' })
  await show.getByRole('button', { name: 'Funds' }).press('Enter')
  await expect(page.getByRole('table', { name: `Roll-forward of funds, ${name}` })).toBeVisible()
  await expectNoAxeFindings(page)
  await show.getByRole('button', { name: 'Journal' }).press('Enter')
  await expect(page.getByRole('table', { name: `Journal of ${name}` })).toBeVisible()
  await expectNoAxeFindings(page)
  // Another run of this test may have exported the month; what left then is still there to save.
  const exportIt = page.getByRole('button', { name: /^Export/ })
  if (await exportIt.isVisible()) await save(() => exportIt.press('Enter'))
  await expect(main(page)).toContainText('Everything was exported.')
  const saveIt = page.getByRole('button', { name: /^Save journal-rathbones-/ }).first()
  const journal = await save(() => saveIt.press('Enter'))
  expect(journal.file).toBe(`journal-rathbones-${month}-1.csv`)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
