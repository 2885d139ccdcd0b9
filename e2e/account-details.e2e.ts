import { readFile } from 'node:fs/promises'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'

test('a donor filters and exports the people of the account (§2.8)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { at: '/account' })
  await expect(page.getByRole('heading', { level: 1, name: quoted.manageAccount })).toBeVisible()
  const table = page.getByRole('table', { name: 'Account Relationships' })
  await expect(table.getByRole('columnheader')).toHaveText([/^Name/, /^Role/, 'Access'])
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

test('each role sees the blocks of its own permissions (§2.8, §14)', async ({ signInAs }) => {
  const viewer = await signInAs('viewer', 'rathbones', { at: '/account' })
  await expect(viewer.getByRole('heading', { name: quoted.additionalDocuments })).toBeVisible()
  await expect(viewer.getByRole('table')).toHaveCount(0)
  await expect(viewer.getByRole('main').getByRole('link', { name: 'Update Account' })).toHaveCount(0)
  const service = await signInAs('service', 'npt', { at: '/account' })
  const everybody = service.getByRole('table', { name: 'All Interested Parties' })
  await expect(everybody.getByRole('columnheader')).toHaveText([/^Name/, /^Role/, 'Access', 'Ended'])
  await service.getByText('Columns').first().click()
  await service.getByRole('checkbox', { name: 'SSO ID' }).first().check()
  await expect(
    service.getByRole('table', { name: 'Account Relationships' }).getByText('donor@npt.example'),
  ).toBeVisible()
})
