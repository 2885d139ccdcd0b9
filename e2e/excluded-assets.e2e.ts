import { pdfOf } from '../src/testing/factories/make-file.ts'
import { expect, expectNoAxeFindings, type PayingClient, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { pressInRowMenu } from './pages/row-menu.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'

const clients: readonly { client: PayingClient; way: string; value: string; released: string }[] = [
  { client: 'npt', way: 'DTC transfer', value: '$500.00', released: 'Sold 4 on' },
  { client: 'rathbones', way: 'CREST transfer', value: '£500.00', released: 'Sold 4 on' },
]

for (const { client, way, value, released } of clients)
  test(
    `securities at ${client} are announced, received at gift value, sold and released`,
    longUnless(client === 'npt'),
    async ({ signInPerson }) => {
      test.setTimeout(120_000)
      const donor = await makeDonor(client)
      const page = await signInPerson(client, donor, { at: '/contributions/contribute' })
      const announce = page.getByRole('form', { name: 'Contribute' })
      await announce.getByRole('radio', { name: 'Securities' }).check()
      await announce.getByRole('textbox', { name: 'Description' }).fill('Heron plc')
      await announce.getByRole('textbox', { name: 'Quantity' }).fill('5')
      await announce.getByRole('button', { name: 'Announce the contribution' }).click()
      const said = page.getByText(/We expect contribution \d+/)
      await expect(said).toBeVisible()
      const reference = /\d{7,}/.exec((await said.textContent()) ?? '')?.[0] ?? ''

      const person = await makePerson(client, { roles: [{ role: 'super_user' as const, actions: null }] })
      const staff = await signInPerson(client, person, { at: '/super-user-dashboard/contributions' })
      await staff.getByRole('searchbox', { name: 'Filter by account or number' }).fill(reference)
      const row = staff.getByRole('row', { name: new RegExp(reference) })
      await expect(row).toContainText('Announced')
      await pressInRowMenu(row, /^Mark as received/)
      const received = staff.getByRole('form', { name: 'Receive assets' })
      await received.getByRole('button', { name: 'Post the contribution' }).click()
      await expect(received.getByRole('alert')).toContainText('Choose how it came')
      await received.getByRole('radio', { name: way }).check()
      await received.getByRole('textbox', { name: 'High on the date of the gift' }).fill('101')
      await received.getByRole('textbox', { name: 'Low on the date of the gift' }).fill('99')
      await received.getByRole('textbox', { name: 'Source' }).fill('The exchange')
      await expect(received).toContainText(`(101 + 99) ÷ 2 × 5 = ${value}`)
      await staff.setViewportSize({ width: 320, height: 640 })
      expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await expectNoAxeFindings(staff)
      await received.getByRole('button', { name: 'Post the contribution' }).press('Enter')
      await expect(row).toContainText('Received')

      await staff.goto('/super-user-dashboard/excluded-assets')
      await staff.getByRole('searchbox', { name: /^Filter by account, asset,? or number/ }).fill(reference)
      const held = staff.getByRole('row', { name: /Heron plc/ })
      await expect(held).toHaveCount(1)
      await expect(held).toContainText(value.slice(1))
      await pressInRowMenu(held, /^Add a document/)
      const added = staff.getByRole('region', { name: 'Add a document' })
      await expect(added.getByRole('heading', { name: 'Document about Heron plc' })).toBeFocused()
      await added
        .locator('input[type=file]')
        .setInputFiles({ name: 'Appraisal.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf()) })
      await expect(staff.getByText('Appraisal.pdf was added to Heron plc.')).toBeVisible()
      const download = staff.waitForEvent('download')
      await held.getByRole('button', { name: 'Download Appraisal' }).press('Enter')
      expect((await download).suggestedFilename()).toBe('Appraisal.pdf')
      expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await expectNoAxeFindings(staff)
      await pressInRowMenu(held, /^Record a sale/)
      const sale = staff.getByRole('form', { name: 'Record a sale' })
      await sale.getByRole('textbox', { name: 'Units sold' }).fill('4')
      await sale.getByRole('textbox', { name: 'Proceeds before costs' }).fill('420')
      await sale.getByRole('textbox', { name: 'Costs of the sale' }).fill('5')
      expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await expectNoAxeFindings(staff)
      await sale.getByRole('button', { name: 'Post the sale' }).press('Enter')
      await expect(held).toContainText(released)
      await pressInRowMenu(held, /^Release at gift value/)
      const release = staff.getByRole('form', { name: 'Release an asset' })
      await release.getByRole('textbox', { name: 'Reason' }).fill('It may be granted now')
      await release.getByRole('button', { name: 'Release the asset' }).press('Enter')
      await expect(held).toHaveCount(0)
      await staff
        .getByRole('group', { name: 'Show assets' })
        .getByRole('button', { name: 'All' })
        .press('Enter')
      await expect(held).toContainText('Released 1 on')
      await expectNoAxeFindings(staff)
      await held.getByRole('button', { name: /^Actions for / }).press('Enter')
      await held.getByRole('link', { name: /^Open account documents/ }).press('Enter')
      await expect(staff.getByRole('heading', { level: 1, name: 'Account Documents' })).toBeVisible()
      await expect(staff).toHaveURL(/\/account-documents$/)

      await page.goto('/fund-activity')
      await page.getByRole('button', { name: /^Investment Gains and Losses/ }).press('Enter')
      await expect(page.getByRole('main')).toContainText('Heron plc')
      await expectNoAxeFindings(page)
    },
  )
