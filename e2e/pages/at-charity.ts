import { expect, type Page } from '@playwright/test'
import type { Fixtures } from '../fixtures.ts'
import { type MadeDonor, makeDonor } from '../people/make-donor.ts'

/** The buttons that add the charity to the list: the heart beside its name, and the labeled button. */
export const addButtons = (page: Page) => page.getByRole('button', { name: 'Add to Charity List' })

/** Opens the page of a charity as a new donor who has granted it nothing. */
export async function atCharity(
  signInPerson: Fixtures['signInPerson'],
): Promise<{ page: Page; donor: MadeDonor }> {
  const donor = await makeDonor('npt')
  const page = await signInPerson('npt', donor, { at: `/grant-activity/${donor.charityId}` })
  await expect(addButtons(page).last()).toBeVisible()
  return { page, donor }
}
