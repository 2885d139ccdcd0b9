import { pdfOf } from '../src/testing/factories/make-file.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { tabTo } from './pages/keyboard.ts'
import { makeDonor } from './people/make-donor.ts'

test('a church that a donor proposes is vetted by two people, and the donor can choose it (§13)', async ({
  signInAs,
  signInPerson,
}) => {
  test.setTimeout(90_000)
  const donor = await makeDonor('npt')
  const name = `Gullhaven Meeting House ${Date.now() % 100_000}`
  const page = await signInPerson('npt', donor, { at: '/charity-list/propose' })
  const proposal = page.getByRole('form', { name: 'Suggest a Charity' })
  await proposal.getByRole('textbox', { name: 'Name' }).fill(name)
  await proposal.getByRole('textbox', { name: 'City and state' }).fill('Gullhaven')
  await proposal.getByRole('textbox', { name: /^What the charity does/ }).fill('It feeds our neighbors.')
  await proposal.getByRole('button', { name: 'Submit suggestion' }).click()
  await expect(page.getByText('We have received your suggestion')).toBeVisible()

  const at = '/super-user-dashboard/charities'
  const first = await signInAs('super', 'npt', { at })
  const suggested = first.getByRole('region', { name: 'Suggested by donors' })
  const proposed = suggested.getByRole('article', { name })
  await suggested.getByRole('button', { name }).click()
  await proposed.getByRole('button', { name: 'Vet it' }).click()
  const form = proposed.getByRole('form', { name: 'Vet a charity' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await form.getByLabel('State').selectOption('ME')
  await form.getByRole('textbox', { name: 'ZIP code' }).fill('04101')
  await form.getByRole('radio', { name: /church/ }).check()
  await expectNoAxeFindings(first)
  await form.getByRole('button', { name: 'Save for confirmation' }).click()
  await expect(proposed).toContainText('is awaiting confirmation')
  await first.getByRole('button', { name: /^To confirm/ }).click()
  await first.getByRole('region', { name: 'Vettings to confirm' }).getByRole('button', { name }).click()
  const waiting = first.getByRole('article', { name })
  await waiting.getByRole('button', { name: 'Confirm' }).click()
  await expect(waiting).toContainText('someone else has to confirm it')
  await waiting
    .locator('input[type=file]')
    .setInputFiles({ name: 'Letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf()) })
  await expect(waiting.getByRole('list', { name: `Documents about ${name}` })).toContainText('Letter.pdf')
  await expectNoAxeFindings(first)

  const second = await signInAs('super2', 'npt', { at: `${at}?view=to-confirm` })
  await second.getByRole('region', { name: 'Vettings to confirm' }).getByRole('button', { name }).click()
  const toConfirm = second.getByRole('article', { name })
  await toConfirm.getByRole('button', { name: 'Confirm' }).click()
  await toConfirm.getByRole('textbox', { name: 'What you checked' }).fill('The letter')
  await toConfirm.getByRole('button', { name: 'Confirm this vetting' }).click()
  await expect(
    second.getByRole('status').filter({ hasText: `The vetting of ${name} was confirmed.` }),
  ).toBeVisible()
  await second.getByRole('button', { name: /^Vetted/ }).click()
  await second.getByRole('searchbox', { name: 'Filter by name or number' }).fill(name)
  await expect(second.getByRole('table', { name: 'Vetted charities' })).toContainText(name)
  await second.getByRole('button', { name: /^Suggested by donors/ }).click()
  await second.getByRole('region', { name: 'Suggested by donors' }).getByRole('button', { name }).click()
  const accepted = second.getByRole('article', { name })
  await accepted.getByRole('button', { name: 'Accept' }).click()
  await expect(accepted.getByRole('textbox', { name: /Tax ID/ })).toHaveValue(/^XX-ALM-\d+$/)
  await accepted.getByRole('textbox', { name: 'Message to the donor' }).fill('You can choose it now.')
  await accepted.getByRole('button', { name: 'Accept this suggestion' }).click()
  await expect(accepted).toHaveCount(0)

  await page.goto('/charity-list')
  await page.getByRole('link', { name: 'Recommend a grant to it' }).click()
  await expect(page.getByRole('main')).toContainText(name)
  await expect(page.getByRole('main')).toContainText('XX-ALM-')
})

test(
  'the vetting of an organization is read and renewed at 320 pixels by keyboard (§13)',
  onlyLong,
  async ({ signInAs }) => {
    const viewport = { width: 320, height: 640 }
    const staff = await signInAs('super', 'rathbones', {
      at: '/super-user-dashboard/charities?view=vetted',
      viewport,
    })
    const organization = staff
      .getByRole('table', { name: 'Vetted charities' })
      .getByRole('link', { name: 'Wetherby College Development Fund' })
    await tabTo(staff, organization)
    await staff.keyboard.press('Enter')
    const vetting = staff.getByRole('region', { name: 'Our vetting' })
    await expect(vetting.getByRole('article')).toContainText('Recognised by HMRC')
    await tabTo(staff, vetting.getByRole('button', { name: 'Renew the vetting' }))
    await staff.keyboard.press('Enter')
    const form = vetting.getByRole('form', { name: 'Renew the vetting' })
    await expect(form.getByRole('textbox', { name: 'Postcode' })).toHaveValue('LS22 6AA')
    await expectNoAxeFindings(staff)
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const auditor = await signInAs('auditor', 'rathbones', {
      at: '/super-user-dashboard/charities?view=vetted',
    })
    await expect(auditor.getByRole('table', { name: 'Vetted charities' })).toBeVisible()
    await expect(auditor.getByRole('button', { name: 'Vet a charity' })).toHaveCount(0)
  },
)
