import { readFile } from 'node:fs/promises'
import { makeRelationship } from '../src/testing/factories/make-relationship.ts'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { makeDonor } from './people/make-donor.ts'
import { inDatabase } from './people/make-person.ts'

test('a donor filters and exports the people of the account (§2.8)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { at: '/account' })
  await expect(page.getByRole('heading', { level: 1, name: quoted.manageAccount })).toBeVisible()
  const table = page.getByRole('table', { name: 'Account Relationships' })
  await expect(table.getByRole('columnheader')).toHaveText([/^Name/, /^Role/, 'Access', 'Actions'])
  await expect(table.getByRole('row').filter({ hasText: 'Primary Advisor' })).toHaveCount(1)
  // At npt the list leaves out successors and beneficiaries (§6).
  await expect(table.getByRole('row').filter({ hasText: /Successor|Beneficiary/ })).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'All Interested Parties' })).toHaveCount(0)

  await page.getByRole('searchbox', { name: /Filter relationships/ }).fill('primary adv%%')
  await expect(table.getByRole('row')).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export relationships as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('relationships.csv')
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')[0]).toBe('\uFEFFName,Role,Access')

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(page)
})

test('each role sees the blocks of its own permissions (§2.8, §14)', onlyLong, async ({ signInAs }) => {
  const viewer = await signInAs('viewer', 'rathbones', { at: '/account' })
  await expect(viewer.getByRole('heading', { name: quoted.additionalDocuments })).toBeVisible()
  // A viewer may see every section of a statement, and so its documents, but neither people nor successors.
  await expect(viewer.getByRole('table')).toHaveCount(1)
  await expect(viewer.getByRole('table', { name: 'Account Documents' })).toBeVisible()
  await expect(viewer.getByRole('tab')).toHaveText(['Documents', 'Transfers'])
  await expect(viewer.getByRole('main')).not.toContainText('Update Account')
  const service = await signInAs('service', 'npt', { at: '/account?show=interested-parties' })
  const everybody = service.getByRole('table', { name: 'All Interested Parties' })
  await expect(everybody.getByRole('columnheader')).toHaveText([
    /^Name/,
    /^Role/,
    'Access',
    'Ended',
    'Actions',
  ])
  await service.getByRole('tab', { name: 'Interested parties' }).press('Home')
  await expect(service.getByRole('tab', { name: 'People' })).toBeFocused()
  await service.keyboard.press('Enter')
  await expect(service).toHaveURL(/show=people$/)
  await service.getByRole('tabpanel').getByText('Columns').click()
  await service.getByRole('checkbox', { name: 'SSO ID' }).check()
  const related = service.getByRole('table', { name: 'Account Relationships' })
  await expect(related.getByRole('columnheader', { name: 'SSO ID' })).toBeVisible()
  await expect(related.getByText('service@npt.example')).toBeVisible()
})

test('a donor removes an interested party by keyboard, after a question (§2.8)', async ({ signInPerson }) => {
  const donor = await makeDonor('npt')
  await inDatabase(async databases => {
    const { account_id: accountId } = await databases
      .book('npt')
      .selectFrom('fund_account')
      .select('account_id')
      .where('fund_id', '=', BigInt(donor.fundId))
      .executeTakeFirstOrThrow()
    await makeRelationship(databases, { book: 'npt', accountId }, { name: 'Basil Rook', role: 'viewer' })
  })
  const page = await signInPerson('npt', donor, { at: '/account' })
  const row = page.getByRole('row').filter({ hasText: 'Basil Rook' })
  await expect(row.getByRole('link', { name: 'View/Edit Basil Rook' })).toBeVisible()
  const removeButton = row.getByRole('button', { name: 'Remove Basil Rook' })
  await expect(removeButton).toBeEnabled()
  await removeButton.press('Enter')
  const question = page.getByRole('alertdialog', { name: quoted.removeQuestion })
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(removeButton).toBeFocused()

  await row.getByRole('link', { name: 'Basil Rook', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Basil Rook' })).toBeFocused()
  await expect(page.getByRole('definition').filter({ hasText: 'Interested Party' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(page)
  const menu = page.getByRole('button', { name: 'Manage this person' })
  await menu.press('Enter')
  await page.getByRole('button', { name: 'Change role' }).press('Enter')
  const change = page.getByRole('dialog', { name: 'Change role' })
  await expect(change).toContainText('Basil Rook is Interested Party at present.')
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  await question.getByRole('button', { name: 'Yes' }).press('Enter')
  await expect(page.getByText('Basil Rook can no longer see this account.')).toBeVisible()
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
  await expect(page.getByRole('table', { name: 'Account Relationships' })).toBeVisible()
  await expect(row).toHaveCount(0)
})
