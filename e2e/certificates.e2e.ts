import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { verifyCertificates } from '../src/features/grants/certificates/server/verify-certificates.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { tabTo } from './pages/keyboard.ts'
import { confirmedGrantId, fillIn } from './pages/recommend.ts'
import { makeDonor } from './people/make-donor.ts'

/** Saves the JSON by the keyboard alone, and verifies it as npm run certificate:verify does. */
async function saveAndVerify(page: Page) {
  const download = page.waitForEvent('download')
  await tabTo(page, page.getByRole('button', { name: 'Save the certificates as JSON' }))
  await page.keyboard.press('Enter')
  const text = await readFile(await (await download).path(), 'utf8')
  await expect(page.getByRole('status').filter({ hasText: 'The certificates were saved.' })).toHaveCount(1)
  const report = await verifyCertificates(
    (async function* () {
      yield* text.trimEnd().split('\n')
    })(),
  )
  expect(report).toMatchObject({ certificates: 1, finding: null })
  return report
}

test('a donor and staff save the certificates of a grant, at 320 pixels and by keyboard, and they verify (§13)', async ({
  signInPerson,
  signInAs,
}) => {
  test.setTimeout(120_000)
  const donor = await makeDonor('rathbones')
  const page = await signInPerson('rathbones', donor)
  await page.goto(`/recommend-a-grant?charity=${donor.charityId}`)
  await fillIn(page, { amountUnits: 700 })
  await page.getByRole('button', { name: 'Submit recommendation' }).click()
  const grantId = await confirmedGrantId(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await saveAndVerify(page)).withInternal).toBe(0)
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  const staff = await signInAs('super', 'rathbones', {
    at: `/super-user-dashboard/grants/${grantId}`,
    viewport: { width: 320, height: 640 },
  })
  expect((await saveAndVerify(staff)).withInternal).toBe(1)
  const pdf = staff.waitForEvent('download')
  await staff.getByRole('button', { name: 'Save the certificates as PDF' }).click()
  expect((await pdf).suggestedFilename()).toMatch(/^Certificates-\d+\.pdf$/)
  await expectNoAxeFindings(staff)
})
