import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, test } from './fixtures.ts'
import { addButtons, atCharity } from './pages/at-charity.ts'

test("adds a charity to the list at once, and removes it after 'Are you sure you want to remove this charity?' (§4)", async ({
  signInPerson,
}) => {
  const { page } = await atCharity(signInPerson)
  await addButtons(page).last().click()
  const remove = page.getByRole('button', { name: 'Remove from Charity List' })
  await expect(remove.last()).toBeVisible()
  const question = page.getByRole('alertdialog', {
    name: quoted.removeCharityQuestion,
  })

  await remove.last().click()
  await question.getByRole('button', { name: 'No, keep it' }).click()
  await expect(question).toHaveCount(0)
  await page.reload()
  await expect(remove.last()).toBeVisible()

  await remove.last().click()
  await question.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(addButtons(page).last()).toBeVisible()
  await page.reload()
  await expect(addButtons(page).last()).toBeVisible()
})
