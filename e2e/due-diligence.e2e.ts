import { pdfOf } from '../src/testing/factories/make-file.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { tabTo } from './pages/keyboard.ts'
import { recommendTo } from './pages/payment-runs.ts'
import { approve, openReview } from './pages/review.ts'
import { makeDonorAbroad } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'

const client = 'nptukusd'
const staffRoles = [{ role: 'super_user' as const, actions: null }]

test('a grant abroad is approved once due diligence was recorded and related parties were decided about (§13)', async ({
  signInPerson,
}) => {
  test.setTimeout(180_000)
  const donor = await makeDonorAbroad()
  const page = await signInPerson(client, donor)
  const { grantId } = await recommendTo(page, donor, 800)
  const [one, two] = await Promise.all(
    [1, 2].map(async () => signInPerson(client, await makePerson('nptuk', { roles: staffRoles }))),
  )
  if (!one || !two) throw new Error('nobody signed in')

  await test.step('the review asks for both', async () => {
    await openReview(one, grantId)
    await expect(one.getByRole('main')).toContainText(
      'We have no record of due diligence about this charity.',
    )
    await expect(one.getByRole('main')).toContainText('The charity’s name contains the name of Ada Winslow.')
  })

  await test.step('one person enters the record with a paper, at 320 pixels and by keyboard', async () => {
    await one.setViewportSize({ width: 320, height: 700 })
    await one.goto(`/super-user-dashboard/charities/${donor.charityId}`)
    const region = one.getByRole('region', { name: 'Due diligence' })
    await tabTo(one, region.getByRole('button', { name: 'Enter a record' }))
    await one.keyboard.press('Enter')
    const form = region.getByRole('form', { name: 'Record of due diligence' })
    await tabTo(one, form.getByRole('textbox', { name: 'What the documents show' }))
    await one.keyboard.type('Its filings of three years')
    await expectNoAxeFindings(one)
    await tabTo(one, form.getByRole('button', { name: 'Save for confirmation' }))
    await one.keyboard.press('Enter')
    await region
      .locator('input[type=file]')
      .setInputFiles({ name: 'Filings.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf()) })
    await expect(region).toContainText('Filings.pdf')
    await expectNoAxeFindings(one)
    expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await one.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('another confirms it', async () => {
    await two.goto(`/super-user-dashboard/charities/${donor.charityId}`)
    const region = two.getByRole('region', { name: 'Due diligence' })
    await region.getByRole('button', { name: 'Confirm' }).click()
    await region.getByRole('textbox', { name: 'What you checked' }).fill('The filings')
    await region.getByRole('button', { name: 'Confirm this vetting' }).click()
    await expect(region).toContainText('Grants to this charity can be approved and paid.')
  })

  await test.step('the hint is noted, and decided by another', async () => {
    await openReview(one, grantId)
    await expect(one.getByRole('main')).toContainText('Note related parties first')
    await one.getByRole('button', { name: 'Note related parties' }).click()
    await one.getByRole('textbox', { name: 'Who may be related to whom' }).fill('The same last name')
    await one.getByRole('button', { name: 'Note related parties' }).click()
    await expect(one.getByText('Compliance has not decided about it yet.')).toBeVisible()
    await openReview(two, grantId)
    const form = two.getByRole('form', { name: 'Decide about related parties' })
    await form.getByRole('radio', { name: 'No one related to the fund benefits' }).check()
    await form.getByRole('textbox', { name: 'Reason' }).fill('Named after the harbor')
    await expectNoAxeFindings(two)
    await form.getByRole('button', { name: 'Save the decision' }).click()
    await expect(two.getByText(/: Named after the harbor$/)).toBeVisible()
  })

  await openReview(one, grantId)
  await approve(one)
  await page.goto(`/grants/${grantId}`)
  await expect(page.getByRole('main')).toContainText('Approved')
  await expect(page.getByRole('main')).not.toContainText(/related|due diligence|Filings/i)
})
