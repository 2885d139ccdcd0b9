import { randomUUID } from 'node:crypto'
import { nptuk } from '../src/clients/configuration/nptuk.ts'
import { isoDate, monthEnd } from '../src/domain/dates.ts'
import { camtFile } from '../src/testing/payments/camt.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { pressByKeyboard } from './pages/keyboard.ts'
import { makePerson } from './people/make-person.ts'

/**
 * The first month, before all that other tests read at this client. Each repetition takes the next one, so that they run one after the
 * other (`--workers=1`).
 */
const firstMonth = '2015-01'

/** A statement of a month whose credit and debit are equal, so that each month opens as the one before closed. */
function statementOf(month: string, mark: string): string {
  const { accountNumber: account, sortCode: bank } = nptuk.payments
  const entries = (['CRDT', 'DBIT'] as const).map(side => ({
    side,
    amount: '30.00',
    on: `${month}-14`,
    servicerRef: randomUUID(),
    text: `${side === 'CRDT' ? 'GIFT' : 'FEE'} ${mark}`,
  }))
  const balances = { opening: '100.00', closing: '100.00' }
  const last = monthEnd(isoDate(`${month}-01`))
  return camtFile([{ account, bank, currency: 'GBP', ...balances, entries }], {
    id: `MONTH-${mark}`,
  }).replaceAll('</CdtDbtInd></Bal>', `</CdtDbtInd><Dt><Dt>${last}</Dt></Dt></Bal>`)
}

test('a statement is read, its credit decided, its debit explained, and the month signed off (§13)', async ({
  signInPerson,
}) => {
  test.setTimeout(120_000)
  const roles = [{ role: 'super_user' as const, actions: null }]
  const bank = '/super-user-dashboard/bank'
  const page = await signInPerson('nptuk', await makePerson('nptuk', { roles }), { at: bank })
  const main = page.getByRole('main')
  const account = main.getByRole('row').filter({ hasText: 'Grants' })
  await expect(account).toBeVisible()
  const address = (await account.getByRole('link').getAttribute('href')) ?? ''
  const month = (await account.innerText()).includes('Not yet') ? firstMonth : address.slice(-7)
  const mark = randomUUID().slice(0, 8).toUpperCase()

  await page.goto('/super-user-dashboard/payments?view=bank-files')
  await page.locator('input[type=file]').setInputFiles({
    name: `${month}.xml`,
    mimeType: 'application/xml',
    buffer: Buffer.from(statementOf(month, mark)),
  })
  const apply = page.getByRole('button', { name: 'Apply this file' })
  await expect(apply).toBeEnabled()
  await apply.click()
  await expect(page.getByText('The file was applied:')).toBeVisible()

  // A job books the credit into suspense.
  const decide = main.getByRole('button', { name: new RegExp(`^Decide about GIFT ${mark}`) })
  await expect(async () => {
    await page.goto(bank)
    await expect(decide).toBeEnabled({ timeout: 3_000 })
  }).toPass()
  await decide.click()
  await page.getByRole('radio', { name: 'It goes back to its payer' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Reason' }).fill('Sent back by bank transfer')
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Record the decision' }).click()
  await expect(page.getByText('The money has left suspense.')).toBeVisible()

  await page.goto(`${bank}/grants/${month}`)
  await expect(main).toContainText('Explain the debits that no payment explains first.')
  const explain = main.getByRole('button', { name: new RegExp(`^Explain FEE ${mark}`) })
  await expect(explain).toBeEnabled()
  await pressByKeyboard(page, explain)
  await page.getByRole('radio', { name: 'A fee of the bank' }).check({ force: true })
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('See their letter')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Save the explanation' }))
  await expect(page.getByText('The debit is explained.')).toBeVisible()

  const sign = page.getByRole('button', { name: 'Sign off this month' })
  await expect(sign).toBeEnabled()
  await expectNoAxeFindings(page)
  await pressByKeyboard(page, sign)
  await expect(main).toContainText('signed off this month on')
  await expect(main.getByText('Signed off', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectNoAxeFindings(page)
})
