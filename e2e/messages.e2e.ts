import { npt } from '../src/clients/configuration/npt.ts'
import { rathbones } from '../src/clients/configuration/rathbones.ts'
import { ubs } from '../src/clients/configuration/ubs.ts'
import type { Letter } from '../src/server/mail/letter.ts'
import { letterHtml } from '../src/server/mail/letter-html.ts'
import { makeMail } from '../src/testing/factories/make-mail.ts'
import { axeViolations } from './axe.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { inDatabase } from './people/make-person.ts'

test('staff see a message that was not delivered, with the reason, and send it again', async ({
  signInAs,
}) => {
  const subject = 'NPT Giving: a test of delivery'
  await inDatabase(async databases => {
    await makeMail(databases.book('npt'), {
      subject,
      failure: '550 No such mailbox',
      to: 'nobody@npt.example',
    })
  })
  const page = await signInAs('super', 'npt', { at: '/super-user-dashboard/messages' })
  const row = page.getByRole('row').filter({ hasText: subject })
  await expect(row).toContainText('550 No such mailbox')
  await expect(row).toContainText('Failed once. We’ll try again.')
  await expectNoAxeFindings(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('button', { name: 'Send again to nobody@npt.example' }).press('Enter')
  await expect(page.getByText('Sending again', { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)
  // The demonstration has no mail server, so it waits.
  await page.getByRole('button', { name: 'Waiting', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: subject })).toBeVisible()
})

test('letters are accessible as HTML, light and dark, on a phone', async ({ browser }) => {
  const letter: Letter = {
    subject: 'Your grant was paid',
    name: 'Ada Finch',
    blocks: [
      'We have paid your grant to the charity.',
      { facts: [['Charity', 'Harbor Light Food Bank']] },
      { secret: 'link' },
      { secret: 'code' },
      { address: 'https://npt.example.org/accounts/30504602?screen=/grants', purpose: 'to see the grant' },
    ],
    settings: 'https://npt.example.org/my-profile/notices',
  }
  const page = await browser.newPage({ viewport: { width: 320, height: 700 } })
  for (const client of [npt, ubs, rathbones])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(letterHtml(client, letter))
      expect(await axeViolations(page), `${client.name}, ${colorScheme}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  await page.close()
})
