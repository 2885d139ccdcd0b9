import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdfOf } from '../src/testing/factories/make-file.ts'
import { quoted } from '../src/testing/quoted-texts.ts'
import { type ClientName, expect, expectNoAxeFindings, test } from './fixtures.ts'
import { makeDonor, makePersonOf } from './people/make-donor.ts'
import type { MadePerson } from './people/make-person.ts'
import { landingHeading, signInBy } from './people/sign-in.ts'

type Visit = (client: ClientName, options: { at: string }) => Promise<Page>

async function openAs(visit: Visit, person: MadePerson, at: string): Promise<Page> {
  const page = await visit('npt', { at: '/api/sign-in/start' })
  await signInBy(page, person.userId, person.password)
  await expect(landingHeading(page)).toBeVisible()
  await page.goto(at)
  return page
}

const pdf = Buffer.from(pdfOf())

async function drop(page: Page, name: string, type: string, bytes: Buffer): Promise<void> {
  const file = await page.evaluateHandle(
    ([name, type, base64]) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
      return transfer
    },
    [name, type, bytes.toString('base64')] as const,
  )
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: file })
}

test('the service team adds documents by keyboard and by dropping them, and a donor downloads one (§2.8)', async ({
  visit,
  expectedErrors,
}) => {
  const donor = await makeDonor('npt')
  const service = await makePersonOf('npt', donor, 'service_team')
  const page = await openAs(visit, service, '/account-documents')
  const none = 'Account documents will be available here if uploaded by NPT Giving.'
  await expect(page.getByText(none)).toBeVisible()

  const upload = page.getByRole('button', { name: 'Upload a file' })
  const chooser = page.waitForEvent('filechooser')
  await upload.press('Enter')
  const first = { name: 'Agency agreement.pdf', mimeType: 'application/pdf', buffer: pdf }
  await (await chooser).setFiles(first)
  await expect(page.getByText('Choose the type of the document first')).toBeVisible()
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Agreement' })
  await expect(page.getByRole('checkbox', { name: 'Primary Advisor' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Interested Party' })).not.toBeChecked()
  const again = page.waitForEvent('filechooser')
  await upload.press('Enter')
  await (await again).setFiles(first)
  await expect(page.getByRole('status').filter({ hasText: 'Agency agreement.pdf was added.' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Account Documents' })
  await expect(table.getByRole('row')).toHaveCount(2)

  // The refusal of the second file below.
  expectedErrors.push(/status of 400/)
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Identity document' })
  await expect(page.getByRole('checkbox', { name: 'Interested Party' })).toHaveCount(0)
  await drop(page, 'passport.exe', 'application/pdf', Buffer.from('MZ'))
  await expect(
    page.getByText('This file is neither a PDF nor a picture (PNG or JPEG). Nothing was saved.'),
  ).toBeVisible()
  await drop(page, 'Passport.pdf', 'application/pdf', pdf)
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(page)

  const donorPage = await openAs(visit, donor, '/account')
  await expect(donorPage.getByRole('heading', { name: quoted.additionalDocuments })).toBeVisible()
  await expect(donorPage.getByText(none)).toBeVisible()
  const download = donorPage.waitForEvent('download')
  await donorPage.getByRole('button', { name: 'Download Agency agreement.pdf' }).press('Enter')
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Agency agreement.pdf')
  expect((await readFile(await saved.path())).equals(pdf)).toBe(true)
  await expect(donorPage.getByRole('button', { name: 'Download Agency agreement.pdf' })).toBeFocused()

  await donorPage.getByRole('tab', { name: 'Documents' }).click()
  // A donor does not see identity documents.
  await expect(donorPage.getByRole('table', { name: 'Account Documents' }).getByRole('row')).toHaveCount(2)
  await donorPage.getByRole('link', { name: 'All account documents by type' }).click()
  await expect(donorPage.getByRole('heading', { level: 1, name: 'Account Documents' })).toBeFocused()
  await donorPage.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Statement' })
  await expect(donorPage).toHaveURL(/\/account-documents\?type=statement$/)
  await expect(donorPage.getByText('There are no documents of the type Statement.')).toBeVisible()
  await expect(donorPage.getByRole('button', { name: 'Upload a file' })).toHaveCount(0)
})
