import type { Page } from '@playwright/test'
import { npt } from '../src/clients/configuration/npt.ts'
import { rathbones } from '../src/clients/configuration/rathbones.ts'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { signInBy } from './people/sign-in.ts'

const demoClients = { npt, rathbones }
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** The address of any client of the same server. */
const at = (client: string) => `http://${client}.localhost:${process.env.ALMONER_E2E_PORT}`

test.describe('header and menus', () => {
  test(
    'the top bar of ubs, glenmede and tolleson has Contact and Forms/Resources, and no dropdowns (§2.3)',
    onlyLong,
    async ({ page }) => {
      for (const client of ['ubs', 'glenmede', 'tolleson']) {
        await page.goto(`${at(client)}/api/sign-in/start`)
        await signInBy(page, `donor@${client}.example`)
        await expect(heading(page, /^Welcome, /)).toBeVisible()
        const banner = page.getByRole('banner')
        await expect(banner.getByRole('link', { name: 'Contact' })).toBeVisible()
        await expect(banner.getByRole('link', { name: quoted.formsResources })).toBeVisible()
        await expect(mainMenu(page).getByRole('link', { name: 'Fund Activity' })).toBeVisible()
        await expect(mainMenu(page).getByRole('button')).toHaveCount(0)
      }
    },
  )

  test('the help links to the giving guide and the FAQ; a client’s own guide opens in a new tab (§2.3)', async ({
    visit,
    page,
  }) => {
    const ours = await visit('npt')
    await ours.getByRole('button', { name: 'Help' }).click()
    await ours.getByRole('dialog', { name: 'Help' }).getByRole('link', { name: 'FAQ' }).click()
    await expect(heading(ours, 'Frequently Asked Questions')).toBeFocused()
    await ours.getByRole('button', { name: 'Help' }).click()
    await ours.getByRole('link', { name: 'Giving Guide' }).click()
    await expect(ours).toHaveURL(/\/givingpoint$/)

    await page.goto(at('ubs'))
    await page.getByRole('button', { name: 'Help' }).click()
    const guide = page.getByRole('link', { name: /^Giving Guide/ })
    await expect(guide).toHaveAttribute('target', '_blank')
    await expect(guide).toContainText('(opens in a new tab)')
  })

  test(
    'opens the account opening as a PDF in a new tab at a client that is not a bank (§2.3)',
    onlyLong,
    async ({ page }) => {
      await page.goto(`${at('nptuk')}/api/sign-in/start`)
      await signInBy(page, 'donor@nptuk.example')
      await expect(heading(page, /^Welcome, /)).toBeVisible()
      await mainMenu(page).getByRole('button', { name: 'Resources' }).click()
      const entry = page
        .getByRole('dialog', { name: 'Resources' })
        .getByRole('link', { name: quoted.openANewAccount })
      await expect(entry).toHaveAttribute('target', '_blank')
      await expect(entry).toHaveAttribute('href', /\.pdf$/)

      // §2.2: the dashboard's navigation has what the menu does not show at once, on large screens only.
      const dashboard = page.getByRole('navigation', { name: 'Dashboard' })
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(dashboard.getByRole('link', { name: quoted.openANewAccount })).toBeVisible()
      await expect(dashboard.getByRole('link', { name: 'Recommend a Grant' })).toHaveCount(0)
      await page.setViewportSize({ width: 1024, height: 900 })
      await expect(dashboard).toBeHidden()
    },
  )

  test(
    'hides the logo’s row and shrinks the menu after 100 px, without moving content or covering the focus (§4)',
    onlyLong,
    async ({ signInAs }) => {
      const page = await signInAs('donor', 'npt', { at: '/fund-activity?range=since-opening&open=1,2' })
      await page.setViewportSize({ width: 1280, height: 600 })
      await expect(page.getByRole('table', { name: /^Contributions, / })).toBeVisible()
      const menuHeight = async () => (await mainMenu(page).boundingBox())?.height
      const totalPx = () => page.evaluate(() => document.documentElement.scrollHeight)
      const before = await menuHeight()
      // What arrives between the two makes the page longer, but not each time.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, 0))
        await expect.poll(menuHeight).toBe(before)
        const atTopPx = await totalPx()
        await page.mouse.wheel(0, 400)
        await expect.poll(menuHeight).toBeLessThan(before ?? 0)
        expect(await totalPx()).toBe(atTopPx)
      }).toPass()
      await expect(page.getByRole('banner')).not.toBeInViewport()
      await expect(mainMenu(page)).toBeInViewport()

      // Tab backward from the footer: each focused element is fully visible.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await page.getByRole('contentinfo').getByRole('link').last().focus()
      for (let stop = 0; stop < 40; stop += 1) {
        await page.keyboard.press('Shift+Tab')
        const covered = await page.evaluate(() => {
          const focused = document.activeElement
          const row = document.querySelector('nav[aria-label="Main"]')
          if (!focused || !row || row.contains(focused) || !focused.closest('main')) return null
          const [top, under] = [focused.getBoundingClientRect().top, row.getBoundingClientRect().bottom]
          return top < under - 1 ? `${focused.outerHTML.slice(0, 120)} at ${top}, under ${under}` : null
        })
        expect(covered).toBeNull()
      }
      await page.evaluate(() => window.scrollTo(0, 9))
      await expect.poll(menuHeight).toBe(before)
    },
  )

  test('the mobile menu opens by its toggle, does not trap the focus, and closes by Escape and on navigation (§2.3)', async ({
    signInAs,
  }) => {
    const page = await signInAs('donor', 'npt', { viewport: { width: 320, height: 700 } })
    const toggle = page.getByRole('banner').getByRole('button')
    const panel = page.getByRole('region', { name: 'Menu' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(panel).toBeVisible()
    await expectNoAxeFindings(page)
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('button', { name: 'Search' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: quoted.logOut }).focus()
    await page.keyboard.press('Tab')
    await expect(panel.locator(':focus')).toHaveCount(0)
    await panel.getByRole('link', { name: 'Fund Activity' }).click()
    await expect(heading(page, 'Fund Activity')).toBeFocused()
    await expect(panel).toHaveCount(0)
  })
})

test.describe('the shell around every screen', () => {
  for (const client of ['npt', 'rathbones'] as const) {
    test(`the footer of ${client} has address, phone, e-mail, resources, disclaimer, terms and the year (§1)`, async ({
      visit,
    }) => {
      const page = await visit(client)
      const footer = page.getByRole('contentinfo')
      const { support, displayName } = demoClients[client]
      for (const line of support.address) await expect(footer).toContainText(line)
      await expect(footer.getByRole('link', { name: support.phone })).toHaveAttribute('href', /^tel:\+\d+$/)
      await expect(footer.getByRole('link', { name: support.email })).toHaveAttribute(
        'href',
        `mailto:${support.email}`,
      )
      const resources = footer.getByRole('navigation', { name: 'Resources' })
      await expect(resources.getByRole('link', { name: /^Donor-advised fund report/ })).toBeVisible()
      await expect(resources.getByRole('link', { name: /^Giving statistics/ })).toBeVisible()
      await expect(footer).toContainText('grants are recommendations')
      await expect(footer).toContainText(`© ${new Date().getFullYear()} ${displayName}`)
      await footer.getByRole('link', { name: 'Terms and Privacy' }).click()
      await expect(page).toHaveURL(/\/terms$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
  }

  test('offers Back to top after 100 px where the header is not sticky (§2.2)', async ({ visit }) => {
    const page = await visit('npt', { at: '/faq', viewport: { width: 320, height: 600 } })
    const button = page.getByRole('button', { name: 'Back to top' })
    await expect(heading(page, 'Frequently Asked Questions')).toBeVisible()
    await expect(button).toBeHidden()
    await page.evaluate(() => window.scrollTo(0, 101))
    await button.click()
    await expect(page.getByRole('main')).toBeFocused()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(button).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.evaluate(() => window.scrollTo(0, 300))
    await expect(button).toBeHidden()
  })

  test('shows a panel with the front end, API, client and databases in development (§2.2)', async ({
    page,
  }) => {
    await page.goto(at('npttransatlantic'))
    const panel = page.getByRole('region', { name: 'Development environment' })
    await expect(panel.getByText('Realm')).toBeHidden()
    await panel.getByText('Development environment with demonstration data').click()
    await expect(panel).toContainText('npttransatlantic, at http')
    await expect(panel).toContainText('nptuk, in GBP')
    await expect(panel).toContainText('nptuk, nptukusd')
    const { reply } = await page.evaluate(async () => {
      const answer = await fetch('/api/apistatus/version')
      return { reply: (await answer.json()) as { jira: string; revision: string } }
    })
    await expect(panel).toContainText(reply.jira)
    await expect(panel).toContainText(reply.revision)
    await panel.getByText('Development environment with demonstration data').click()
    await expect(panel.getByText('Realm')).toBeHidden()
  })

  test('shows no development panel in production (§2.2)', async ({ page }) => {
    // The bare host, because Node resolves no names under localhost.
    const bare = `http://127.0.0.1:${process.env.ALMONER_E2E_PORT}/`
    await page.route(bare, async route => {
      const response = await route.fetch()
      const text = await response.text()
      expect(text).toContain('"demonstration":true')
      const body = text.replace('"demonstration":true', '"demonstration":false')
      await route.fulfill({ response, body })
    })
    await page.goto(bare)
    await expect(heading(page, /^Welcome to /)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Development environment' })).toHaveCount(0)
  })

  test('Fund Activity and a grant print as documents, with the client’s logo and without the shell', async ({
    signInAs,
  }) => {
    const page = await signInAs('donor', 'npt', { at: '/fund-activity?range=since-opening&open=2' })
    await expect(page.getByRole('table', { name: /^Grants, / })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const isDocument = async () => {
      await expect(page.getByRole('banner').getByRole('link', { name: /home$/ })).toBeVisible()
      await expect(page.getByText('Available balance', { exact: true })).toBeVisible()
      for (const part of ['Main', 'Dashboard', 'Resources'])
        await expect(page.getByRole('navigation', { name: part })).toBeHidden()
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Search' })).toBeHidden()
      await expect(page.getByRole('region', { name: 'Development environment' })).toBeHidden()
      await expect(page.getByRole('region', { name: 'Giving Season Deadlines' })).toBeHidden()
      await expect(page.getByText('Giving Resources')).toBeHidden()
    }
    await isDocument()
    await page.emulateMedia({ media: 'screen' })
    await page.goto('/')
    await page.getByRole('main').locator('a[href^="/grants/"]').first().click()
    await expect(heading(page, /^Grant to /)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await isDocument()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    // A printed confirmation fits on one sheet.
    const sheets = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(sheets).toHaveLength(1)
  })

  test('shows a screen’s secondary outlet beside it on large screens, and removes it with the screen (§2.2)', async ({
    visit,
    expectedErrors,
  }) => {
    // An unknown address returns 404.
    expectedErrors.push(/status of 404/)
    const page = await visit('npt', { at: '/no-such-screen' })
    const aside = page.getByRole('main').getByRole('region', { name: 'How to reach us' })
    await expect(aside).toContainText(npt.support.phone)
    const [text, beside] = await Promise.all([
      heading(page, 'Permission Denied').boundingBox(),
      aside.boundingBox(),
    ])
    expect(beside?.x).toBeGreaterThan(text?.x ?? 0)
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
    await expect(heading(page, /^Welcome to /)).toBeFocused()
    await expect(aside).toHaveCount(0)
  })

  test('Back restores the scroll position, and a new page starts at its top', async ({ signInAs }) => {
    const page = await signInAs('donor', 'npt', { at: '/fund-activity?range=since-opening&open=1,2' })
    await page.setViewportSize({ width: 1280, height: 600 })
    await expect(page.getByRole('table', { name: /^Grants, / })).toBeVisible()
    // Far from the end, which moves with the grants that others recommend and cancel.
    const scroll = () => {
      window.scrollTo(0, 400)
      return window.scrollY
    }
    await expect.poll(() => page.evaluate(scroll)).toBe(400)
    // Playwright's click would scroll the sticky menu to its original position.
    await mainMenu(page)
      .getByRole('link', { name: 'Recommend a Grant' })
      .evaluate((link: HTMLElement) => link.click())
    await expect(heading(page, 'Recommend a Grant')).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(heading(page, 'Fund Activity')).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
  })
})
