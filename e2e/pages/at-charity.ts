import { expect, type Page } from '@playwright/test'
import { type MadeDonor, makeDonor } from '../people/make-donor.ts'
import { signInBy } from '../people/sign-in.ts'

/** The buttons that add the charity to the list: the heart beside its name, and the labeled button. */
export const addButtons = (page: Page) => page.getByRole('button', { name: 'Add to Charity List' })

/** Opens the page of a charity as a new donor who has granted it nothing. */
export async function atCharity(
  visit: (client: 'npt', options: { at: string }) => Promise<Page>,
): Promise<{ page: Page; donor: MadeDonor }> {
  const donor = await makeDonor('npt')
  const page = await visit('npt', { at: '/api/sign-in/start' })
  await signInBy(page, donor.userId, donor.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible()
  await page.goto(`/grant-activity/${donor.charityId}`)
  await expect(addButtons(page).last()).toBeVisible()
  return { page, donor }
}
