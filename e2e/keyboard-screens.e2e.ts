import type { ScreenPath } from '../src/contract/screens.ts'
import { entriesOf } from '../src/domain/keys-of.ts'
import { clientNames, expect, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { settled } from './page-checks/check-page.ts'
import { addressOf, openAs } from './page-checks/open-as.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'

const screensOf = {
  donor: [
    '/account',
    '/relationships/$relationshipId',
    '/update-account/legacy-plan',
    '/grants/baskets/$basketId',
    '/charity-list/propose',
    '/my-profile',
    '/my-profile/notices',
    '/my-profile/security',
  ],
  super: ['/super-user-dashboard/charities/$charityId', '/super-user-dashboard/payments'],
  auditor: ['/super-user-dashboard/audit'],
  advisor: ['/financial-advisor-dashboard'],
} as const satisfies Record<string, readonly ScreenPath[]>

/** The audit log has 50 rows, each with its event. */
const mostStops = 150

for (const client of clientNames)
  for (const [persona, paths] of entriesOf(screensOf))
    test(
      `Tab goes through the screens of ${persona} at ${client}, and each stop is seen (§17)`,
      onlyLong,
      async ({ pagePool }) => {
        test.setTimeout(400_000)
        const about = await openAs(pagePool, { client, persona })
        const { page } = about
        const foot = page.getByRole('contentinfo').getByRole('link', { name: 'Terms and Privacy' })
        for (const path of paths) {
          await page.goto(await addressOf(path, about, true))
          await settled(page)
          await test.step(path, async () => await tabTo(page, foot, 'Tab', mostStops))
        }
        expect(about.drainErrors()).toEqual([])
        await pagePool.giveBack(page)
      },
    )

test(
  'the forms and dialogs of these screens open, refuse and close by keyboard (§17)',
  onlyLong,
  async ({ signInAs }) => {
    test.setTimeout(200_000)
    const page = await signInAs('donor', 'npt', { at: '/charity-list/propose' })
    await pressByKeyboard(page, page.getByRole('button', { name: 'Submit suggestion' }))
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()

    await page.goto('/account')
    const tab = page.getByRole('tab', { name: 'Transfers' })
    await tabTo(page, page.getByRole('tab', { selected: true }))
    await page.keyboard.press('End')
    await expect(tab).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tab).toHaveAttribute('aria-selected', 'true')

    const staff = await signInAs('auditor', 'npt', { at: '/super-user-dashboard/audit' })
    const event = staff.getByRole('row').getByRole('button').first()
    await pressByKeyboard(staff, event)
    await expect(staff.getByRole('dialog')).toBeVisible()
    await staff.keyboard.press('Escape')
    await expect(staff.getByRole('dialog')).toHaveCount(0)
    await expect(event).toBeFocused()
  },
)
