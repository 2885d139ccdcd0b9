import { expect, test } from './fixtures.ts'
import { accountBar, readAvailable } from './pages/account-bar.ts'
import { main, recommendTo } from './pages/payment-runs.ts'
import { approve, openReview } from './pages/review.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'

// What a command changes, the browser's other tabs show at once (decision 14).

test('a recommendation lowers the available balance in the donor’s other tab (§4)', async ({
  signInPerson,
}) => {
  test.setTimeout(60_000)
  const donor = await makeDonor('npt')
  const page = await signInPerson('npt', donor)
  const other = await page.context().newPage()
  await other.goto('/fund-activity')
  await expect(accountBar(other)).toContainText(`Account ID ${donor.fundId}`)
  const before = await readAvailable(other)
  await recommendTo(page, donor, 640)
  await expect.poll(() => readAvailable(other)).toBe(before - 640_00n)
})

test('an approval removes the grant from the queue in the other tab (§4)', async ({ signInPerson }) => {
  test.setTimeout(90_000)
  const donor = await makeDonor('npt')
  const { grantId } = await recommendTo(await signInPerson('npt', donor), donor, 650)
  const staff = await makePerson('npt', { roles: [{ role: 'super_user' as const, actions: null }] })
  const page = await signInPerson('npt', staff)
  const other = await page.context().newPage()
  await other.goto(`/super-user-dashboard?keywords=${donor.fundId}`)
  const rows = other
    .getByRole('table', { name: /^Grants to approve/ })
    .locator('tbody')
    .getByRole('row')
  await expect(rows).toHaveCount(1)
  await openReview(page, grantId)
  await approve(page)
  await expect(rows).toHaveCount(0)
  await expect(main(other)).not.toContainText('$650.00')
})
