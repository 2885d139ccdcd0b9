import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings } from '../fixtures.ts'
import { callPortal } from './call-portal.ts'
import { confirmedGrantId, fillIn } from './recommend.ts'

export const main = (page: Page) => page.getByRole('main')

/** Recommends a grant as the donor who is logged in. */
export async function recommendTo(page: Page, { charityId, fundId }: Giving, amountUnits: number) {
  await page.goto(`/recommend-a-grant?charity=${charityId}`)
  await fillIn(page, { amountUnits })
  await page.getByRole('button', { name: 'Submit recommendation' }).click()
  const grantId = await confirmedGrantId(page)
  const { body } = await callPortal(page, `/api/accounts/${fundId}/grants/${grantId}`, { fundId })
  const { transactionId } = body as { transactionId: string }
  expect(transactionId).toMatch(/^\d+$/)
  return { grantId, reference: `GRANT-${transactionId}` }
}

type Giving = { charityId: string; fundId: number }

/** Creates a run, and opens it. */
export async function createRun(page: Page, method: 'Transfers' | 'Checks'): Promise<void> {
  await page.goto('/super-user-dashboard/payments')
  const form = page.getByRole('form', { name: `Create a run of ${method.toLowerCase()}` })
  await form.getByRole('button', { name: 'Create run' }).click()
  await page.waitForURL(/payments\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Run \d+$/ })).toBeVisible()
}

/** Takes the grants that cannot be paid out of a run. */
export async function removeProblems(page: Page, reason: string): Promise<void> {
  const problems = page.getByRole('form', { name: 'Remove grants that cannot be paid' })
  await expect(page.getByRole('table', { name: 'Grants that cannot be paid' })).toBeVisible()
  await expectNoAxeFindings(page)
  await problems.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await problems.getByRole('button').click()
  await expect(page.getByText('Removed from this run')).toBeVisible()
}

/** Collects a run and takes out what cannot be paid. Returns its address and number. */
export async function collect(page: Page, method: 'Transfers' | 'Checks') {
  await createRun(page, method)
  const problems = page.getByRole('form', { name: 'Remove grants that cannot be paid' })
  if (await problems.count()) await removeProblems(page, 'They have no bank details yet')
  await expect(main(page)).toContainText('so someone else has to approve it')
  const number = Number(/^Run (\d+)$/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[1])
  return { address: page.url(), number }
}

/** Approves a run, hands out its file, and says that it was sent. Returns the text of the file. */
export async function approveAndSend(page: Page, address: string): Promise<string> {
  await page.goto(address)
  const form = page.getByRole('form', { name: 'Approve this run' })
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Approve this run' }).click()
  await expect(page.getByText('Approved. The file and the letters are ready.')).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: /^Release/ }).click()
  await expect(page.getByText('You can download the file now.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /file|^Register$/ })
      .first()
      .click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  await page.getByRole('button', { name: /accepted the file|in the (post|mail)/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Sent. The grants are being recorded')).toBeVisible()
  await expect(page.getByText('Recording the grants as paid')).toHaveCount(0)
  return Buffer.concat(chunks).toString('utf8')
}

/** Applies a file with a notice of change that cannot become a proposal. */
export async function takeNotice(page: Page, text: string): Promise<void> {
  await page.goto('/super-user-dashboard/payments?view=bank-files')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notice.ach', mimeType: 'text/plain', buffer: Buffer.from(text) })
  const plan = page.getByRole('region', { name: 'What the file changes' })
  await expect(plan).toContainText('1 notice of change')
  await plan.getByRole('button', { name: 'Apply this file' }).click()
  await expect(page.getByText('1 notice of change that waits under “Notices of change”')).toBeVisible()
}

/** Checks a bank file, whose plan says this, and applies it. */
export async function takeAnswer(page: Page, text: string, sentence: RegExp): Promise<void> {
  await page.goto('/super-user-dashboard/payments?view=bank-files')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'answer.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  const plan = page.getByRole('region', { name: 'What the file changes' })
  await expect(plan).toContainText(sentence)
  await expectNoAxeFindings(page)
  await plan.getByRole('button', { name: 'Apply this file' }).click()
  await expect(page.getByText('The file was applied:')).toBeVisible()
  const taken = page
    .getByRole('table', { name: /^Applied files/ })
    .locator('tbody')
    .getByRole('row')
  await expect(taken.first()).toContainText(/(\d+) of \1/)
}

/** A job records what the bank says, so the donor may have to look twice. */
export async function expectGrant(page: Page, grantId: string, text: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/grants/${grantId}`)
    await expect(main(page)).toContainText(text, { timeout: 3_000 })
  }).toPass()
}
