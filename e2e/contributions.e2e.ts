import { expect, expectNoAxeFindings, type PayingClient, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { tabTo } from './pages/keyboard.ts'
import { pressInRowMenu } from './pages/row-menu.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'

const clients: readonly { client: PayingClient; way: string; account: string }[] = [
  { client: 'npt', way: 'Wire', account: '0000218840' },
  { client: 'nptuk', way: 'Bank transfer', account: '00000011' },
  { client: 'rathbones', way: 'Bank transfer', account: '00000012' },
]

for (const { client, way, account } of clients)
  test(
    `a donor at ${client} announces a wire by keyboard, staff receive it, and the donor sees it with its receipt (§17)`,
    longUnless(client === 'npt'),
    async ({ signInPerson }) => {
      test.setTimeout(90_000)
      const donor = await makeDonor(client)
      const page = await signInPerson(client, donor, { at: '/contributions' })
      const list = page.getByRole('table', { name: 'Contributions' })
      await expect(list.getByRole('row', { name: /Received/ })).toHaveCount(1)
      await expectNoAxeFindings(page)
      await page.getByRole('link', { name: 'Contribute', exact: true }).click()

      const form = page.getByRole('form', { name: 'Contribute' })
      await tabTo(page, form.getByRole('radio', { name: way }))
      await page.keyboard.press('Space')
      await expect(form).toContainText(account)
      await expectNoAxeFindings(page)
      await tabTo(page, form.getByRole('textbox', { name: 'Amount' }))
      await page.keyboard.type('12500')
      const submit = form.getByRole('button', { name: 'Announce the contribution' })
      await expect(submit).toBeEnabled()
      await tabTo(page, submit)
      await page.keyboard.press('Enter')
      await expect(page.getByText(/We expect contribution \d+/)).toBeVisible()
      const reference =
        /\d{7,}/.exec((await page.getByText(/We expect contribution/).textContent()) ?? '')?.[0] ?? ''
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await expectNoAxeFindings(page)

      const person = await makePerson(client, { roles: [{ role: 'super_user' as const, actions: null }] })
      const staff = await signInPerson(client, person, { at: '/super-user-dashboard/contributions' })
      const filter = staff.getByRole('searchbox', { name: 'Filter by account or number' })
      await filter.fill(reference)
      const row = staff.getByRole('row', { name: new RegExp(reference) })
      await expect(row).toContainText('Announced')
      await pressInRowMenu(row, /^Mark as received/)
      const received = staff.getByRole('form', { name: 'Receive a contribution' })
      await expect(received.getByRole('textbox', { name: 'Amount received' })).toHaveValue('12,500.00')
      await received.getByRole('button', { name: 'Post the contribution' }).click()
      await expect(row).toContainText('Received')

      const arrived = list.getByRole('row', { name: new RegExp(reference) })
      // A job seals and files the receipt.
      await expect(async () => {
        await page.goto('/contributions?state=received')
        await expect(arrived).toContainText('12,500.00', { timeout: 3_000 })
        await expect(arrived).toContainText(/Receipt \d{4}-\d{6}/, { timeout: 3_000 })
      }).toPass()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await expectNoAxeFindings(page)
      await page.goto('/contributions?view=tax-year')
      await expect(page.getByRole('region', { name: 'Tax years' })).toContainText('12,500.00')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await expectNoAxeFindings(page)
    },
  )
