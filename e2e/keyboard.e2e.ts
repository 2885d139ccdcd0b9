import { demoClients } from '../src/demo/demo-client.ts'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { accountBar, readAvailable } from './pages/account-bar.ts'
import { callPortal } from './pages/call-portal.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { confirmedGrantId } from './pages/recommend.ts'
import { grantThatMay } from './pages/review.ts'
import { signInByKeyboard } from './people/sign-in.ts'

/** Below both clients' `dualControlFromMinor`. */
const onePersonBelowMinor = 10_000_00n

const mainFunds: readonly number[] = Object.values(demoClients).map(({ mainFundId }) => mainFundId)

// With motion, unlike the other tests: it must not keep a key press from its control.
const motion = { reducedMotion: 'no-preference' } as const

test('a donor at npt signs in, changes the account, reads a section and recommends a grant by keyboard alone', async ({
  visit,
}) => {
  test.setTimeout(120_000)
  const page = await visit('npt', motion)
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const main = page.getByRole('main')

  await test.step('the first Tab stop is the skip link, which leads to the content', async () => {
    await expect(heading(/^Welcome to /)).toBeVisible()
    // The heading is part of the page that the server sends; the link comes with the program.
    const skipLink = page.getByRole('link', { name: 'Skip to the content' })
    await expect(skipLink).toBeAttached()
    await page.keyboard.press('Tab')
    await expect(skipLink).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(main).toBeFocused()
  })

  await test.step('sign in', async () => {
    await pressByKeyboard(page, main.getByRole('link', { name: 'Log In' }))
    await expect(page.getByLabel('User ID')).toBeFocused()
    await signInByKeyboard(page, 'donor@npt.example')
    await expect(heading(/^Welcome, /)).toBeFocused()
  })

  await test.step('choose another account; Escape returns the focus', async () => {
    const opener = accountBar(page).getByRole('button', { name: quoted.viewAccounts })
    const dialog = page.getByRole('dialog', { name: quoted.viewAccounts })
    await tabTo(page, opener, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('table')).toBeVisible()
    // Avoid the funds that other tests rely on.
    const { body } = await callPortal(page, '/api/accounts?sort=accountName')
    const { data } = body as { data: { fundId: number; accountName: string }[] }
    const other = data.slice(1).find(({ fundId }) => !mainFunds.includes(fundId))
    // The table may be there from before; keys that come earlier than the focus are lost.
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(String(other?.fundId))
    await expect(dialog.getByRole('searchbox')).toHaveValue(String(other?.fundId))
    await expect(dialog.getByRole('row')).toHaveCount(2)
    await pressByKeyboard(page, dialog.getByRole('rowheader').getByRole('button'))
    await expect(accountBar(page)).toContainText(`Account ID ${other?.fundId}`)
    await expect(opener).toBeFocused()
  })

  const menu = page.getByRole('navigation', { name: 'Main' })
  await test.step('a section of the activity opens', async () => {
    await tabTo(page, menu.getByRole('link', { name: 'Fund Activity' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(heading('Fund Activity')).toBeFocused()
    await pressByKeyboard(page, main.getByRole('button', { name: 'Since opening' }))
    await pressByKeyboard(page, main.getByRole('button', { name: /^Contributions \d+$/ }))
    await expect(main.getByRole('table', { name: /^Contributions, / })).toBeVisible()
    await expect(main.getByRole('button', { name: /^Contributions \d+$/ })).toBeFocused()
  })

  await test.step('a grant is recommended', async () => {
    const before = await readAvailable(page)
    await tabTo(page, menu.getByRole('link', { name: 'Recommend a Grant' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(heading('Recommend a Grant')).toBeFocused()
    await tabTo(page, page.getByRole('searchbox', { name: 'Find a charity' }))
    await page.keyboard.type('lighthouse')
    await expect(page.getByRole('status').filter({ hasText: '“lighthouse”' })).toBeVisible()
    await pressByKeyboard(page, main.locator('a[href*="charity="]').first())
    await expect(heading(/^Recommend a Grant ?: Amount and purpose$/)).toBeFocused()
    await tabTo(page, page.getByRole('textbox', { name: 'Amount' }))
    await page.keyboard.type('500')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Continue' }))
    await expect(heading(/^Recommend a Grant ?: Review and certify$/)).toBeFocused()
    await pressByKeyboard(page, page.getByRole('checkbox', { name: /^I certify/ }), 'Space')
    await expect(page.getByRole('checkbox', { name: /^I certify/ })).toBeChecked()
    await pressByKeyboard(page, page.getByRole('button', { name: 'Submit recommendation' }))
    expect(await confirmedGrantId(page)).not.toBe('')
    await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toBeFocused()
    await expect.poll(() => readAvailable(page)).toBe(before - 500_00n)
  })
})

test('a super user at rathbones approves a grant by keyboard alone', onlyLong, async ({ signInAs }) => {
  test.setTimeout(120_000)
  const page = await signInAs('super2', 'rathbones', motion)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const dialog = page.getByRole('alertdialog')
  const grantId = await grantThatMay(page, 'approve', onePersonBelowMinor)

  await test.step('from the menu to the grant under review', async () => {
    // Reload, so that Tab starts at the top of the page.
    await page.reload()
    await expect(menu).toBeVisible()
    await pressByKeyboard(page, menu.getByRole('link', { name: 'Super User Dashboard' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Super User Dashboard' })).toBeFocused()
    await pressByKeyboard(page, page.getByRole('main').locator(`a[href*="${grantId}"]`))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('approve; Escape returns to the form and keeps its text', async () => {
    const form = page.getByRole('form', { name: 'Approve' })
    const reason = form.getByRole('textbox', { name: 'Internal note' })
    await tabTo(page, reason)
    await page.keyboard.type('Seen in the register.')
    await pressByKeyboard(page, form.getByRole('button', { name: 'Approve this grant' }))
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(form.getByRole('button', { name: 'Approve this grant' })).toBeFocused()
    await expect(reason).toHaveValue('Seen in the register.')
    await pressByKeyboard(page, form.getByRole('button', { name: 'Approve this grant' }))
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Approve' }))
    await expect(page.getByText('It will be paid in the next run')).toBeVisible()
  })
})
