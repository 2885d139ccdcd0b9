import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { chartFindings } from './page-checks/charts.ts'
import { makeDonor } from './people/make-donor.ts'

const at = '/update-account/legacy-plan'
const heading = (page: Page) => page.getByRole('heading', { name: 'Legacy Plan', level: 1 })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const share = (page: Page, name: string) => page.getByLabel(`${name}’s share (%)`)
const thanks = (page: Page) => page.getByRole('status').filter({ hasText: quoted.updatesSaved })

/** Adds an individual successor by keyboard. */
async function addSuccessor(page: Page, name: string, email: string) {
  await page.getByRole('button', { name: 'Add a successor' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New successor' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('textbox', { name: 'E-mail' }).press('Enter')
  await expect(share(page, name)).toBeVisible()
}

test('a donor makes a plan by keyboard on a small screen: people, shares of the rest, a wrong total, saved and listed (§2.8, §2.9)', async ({
  signInPerson,
}) => {
  const page = await signInPerson('npt', await makeDonor('npt'), { at })
  await expect(heading(page)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(page.getByText('There is no legacy plan')).toBeVisible()
  await addSuccessor(page, 'Clara Rook', 'clara@people.example')
  await addSuccessor(page, 'Theo Rook', 'theo@people.example')

  // An open section is saved or closed first.
  await page.getByRole('button', { name: 'Edit Clara Rook' }).press('Enter')
  await page.getByLabel(quoted.acknowledgeTheTerms).press('Space')
  await save(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: quoted.saveOrCloseSuccessors })).toBeFocused()
  await page.getByRole('textbox', { name: 'Relationship' }).fill('Niece')
  await page.getByRole('button', { name: 'Save successor' }).press('Enter')

  let sent = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/legacy-plan')) sent += 1
  })
  await share(page, 'Clara Rook').fill('60')
  await share(page, 'Theo Rook').fill('30')
  await save(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: quoted.allocationTotal })).toBeVisible()
  await expect(page.getByText('Allocation Total: 90%')).toBeFocused()
  expect(sent).toBe(0)
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await share(page, 'Theo Rook').fill('')
  await page.getByRole('button', { name: 'Share the rest equally' }).press('Enter')
  await expect(share(page, 'Theo Rook')).toHaveValue('40')
  await save(page).press('Enter')
  await expect(thanks(page)).toBeFocused()
  expect(await chartFindings(page)).toEqual([])
  await expect(page.getByLabel(quoted.acknowledgeTheTerms)).not.toBeChecked()
  const words = '60% of the fund goes to Clara Rook and 40% goes to Theo Rook.'
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(page.getByRole('list').filter({ hasText: 'Saved by' })).toContainText(words)
  await expectNoAxeFindings(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/account')
  await expect(page.getByRole('region', { name: /./ }).getByText(words)).toBeVisible()
  await page.getByRole('tab', { name: 'Legacy plan' }).click()
  const table = page.getByRole('table', { name: 'My Legacy Plan' })
  await expect(table.getByRole('row')).toHaveText([
    /Name/,
    /Clara Rook.*Individual Successor.*60/,
    /Theo Rook.*40/,
  ])
})

test('a charity is found in the register, and leaving with unsaved changes asks first (§4)', async ({
  signInPerson,
}) => {
  const page = await signInPerson('npt', await makeDonor('npt'), { at })
  await page.getByRole('button', { name: 'Add a charity' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New charity' })).toBeFocused()
  await page.getByRole('searchbox', { name: /Find a charity/ }).fill('food')
  const add = page.getByRole('button', { name: /^Add to the plan / }).first()
  const name = ((await add.textContent()) ?? '').replace('Add to the plan ', '')
  await add.press('Enter')
  await share(page, name).fill('100')
  await expect(page.getByText(`the whole fund is granted to ${name}`)).toBeVisible()
  await page.getByRole('link', { name: 'Account Name' }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByRole('link', { name: 'Account Name' }).first()).toBeFocused()
  // What is typed in an open section counts too, and Cancel leaves without a question.
  await page.getByRole('button', { name: `Remove ${name}` }).press('Enter')
  await expect(page.getByText(`${name} was removed.`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Add a successor' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann')
  await page.getByRole('link', { name: 'Account Name' }).first().click()
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/account$/)
})

test(
  'when two donors edit a plan, the second sees what the first saved, keeps their own entries and can replace it (§17)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 409/)
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor, { at })
    const other = await page.context().newPage()
    await other.goto(at)
    for (const [tab, name] of [
      [page, 'Ann Rook'],
      [other, 'Ben Rook'],
    ] as const) {
      await tab.bringToFront()
      await addSuccessor(tab, name, 'heir@people.example')
      await share(tab, name).fill('100')
      await tab.getByLabel(quoted.acknowledgeTheTerms).check()
    }
    await page.bringToFront()
    await save(page).click()
    await expect(thanks(page)).toBeVisible()
    await other.bringToFront()
    await save(other).click()
    const notice = other.getByRole('alert').filter({ hasText: 'Someone else saved a change' })
    await expect(notice).toContainText('the whole fund goes to Ann Rook')
    await expect(share(other, 'Ben Rook')).toHaveValue('100')
    await save(other).click()
    await expect(thanks(other)).toBeVisible()
    await expect(other.getByRole('list').filter({ hasText: 'Saved by' }).getByRole('listitem')).toHaveCount(2)
  },
)

test(
  'a plan is shown and not edited at rathbones, and does not exist at cazenove (§5)',
  onlyLong,
  async ({ signInAs, signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 404/)
    const page = await signInAs('donor', 'rathbones')
    await page.goto(at)
    const alert = page.getByRole('alert').filter({ hasText: quoted.noUpdateOnline })
    await expect(alert).toContainText(/please call \+44\s/)
    await expect(alert.getByRole('link', { name: /^legacy plan form/ })).toBeVisible()
    await expect(page.getByText('Allocation Total')).toBeVisible()
    const main = page.getByRole('main')
    await expect(
      main.getByRole('button').or(main.getByRole('textbox')).or(main.getByRole('checkbox')),
    ).toHaveCount(0)
    await expectNoAxeFindings(page)
    const joint = await signInAs('joint', 'npt')
    await joint.goto(at)
    await expect(joint.getByRole('alert').filter({ hasText: quoted.noAccessToSubmit })).toBeVisible()
    const without = await signInPerson('cazenove', { userId: 'donor@cazenove.example' })
    expect((await without.goto(at))?.status()).toBe(404)
    await without.goto('/account')
    await expect(without.getByRole('heading', { name: 'Account Relationships' })).toBeVisible()
    await expect(without.getByRole('heading', { name: 'My Legacy Plan' })).toHaveCount(0)
  },
)

test('staff set a fund as endowed with a reason, which closes its plan to edits, and end it (§17)', async ({
  signInAs,
}) => {
  const page = await signInAs('super', 'rathbones')
  await page.goto(at)
  // It loads by itself and moves what is below it.
  await expect(page.getByRole('combobox', { name: 'Signed instruction' })).toBeVisible()
  await page.getByRole('button', { name: 'Set as endowed' }).press('Enter')
  const form = page.getByRole('form', { name: 'Set as endowed' })
  await form.getByRole('button', { name: 'Set as endowed' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter the reason' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the donors on 3 May.')
  await page.getByRole('button', { name: 'Set as endowed' }).click()
  await expect(page.getByRole('alert').filter({ hasText: quoted.noUpdateOnline })).toBeVisible()
  await expect(page.getByText('This fund is endowed: it continues')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'This fund is endowed now.' })).toBeVisible()
  await page.getByRole('button', { name: 'End the endowment' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The agreement ended.')
  await page.getByRole('button', { name: 'End the endowment' }).click()
  await expect(page.getByText('This fund is not endowed')).toBeVisible()
})
