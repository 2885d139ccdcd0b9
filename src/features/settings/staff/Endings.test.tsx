import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { EndingsSection, EndingWarnings } from './Endings.tsx'
import '../../../web/styles.ts'

const [width, height] = [window.innerWidth, window.innerHeight]
beforeEach(async () => await page.viewport(320, 700))
afterEach(async () => await page.viewport(width, height))

const endsOn = '2026-12-10T12:00:00Z'
const ending = (key: string, text: string, level: string) => ({ key, text, endsOn, level })
const seal = 'The certificate of SEAL_FILE expires on 2026-12-10. Order another.'
const vetting = 'A vetting of a charity ends on 2027-01-10. Renew it on the page Charities.'
const found = {
  data: [ending('seal', seal, 'soon'), ending('vettings:US', vetting, 'later')],
  checkedAt: '2026-11-20T04:25:00Z',
}

describe('for those who change settings', () => {
  const { fetched, show } = staffScreens(['SETTINGS_MANAGE'])

  test('the dashboard says what ends within 30 days, and leads to the rest, without faults at 320 px', async () => {
    fetched.mockImplementation(async () => Response.json(found))
    await show(<EndingWarnings />)
    await expect
      .element(page.getByText('The certificate of SEAL_FILE expires on December 10, 2026. Order another.'))
      .toBeVisible()
    expect(page.getByText(/vetting/i).elements()).toEqual([])
    const link = page.getByRole('link', { name: 'Everything that ends soon' })
    expect(link.element().getAttribute('href')).toBe('/super-user-dashboard/settings')
    expect(await pageFaults()).toEqual([])
  })

  test('the page Settings says all of it, and when that was looked for', async () => {
    fetched.mockImplementation(async () => Response.json(found))
    await show(<EndingsSection />)
    await expect
      .element(
        page.getByText('A vetting of a charity ends on January 10, 2027. Renew it on the page Charities.'),
      )
      .toBeVisible()
    await expect.element(page.getByText(/^Last looked at/)).toBeVisible()
    expect(await pageFaults()).toEqual([])
  })

  test('before the first night it says when that is', async () => {
    fetched.mockImplementation(async () => Response.json({ data: [], checkedAt: null }))
    await show(<EndingsSection />)
    await expect.element(page.getByText(/looked at in the coming night/)).toBeVisible()
  })

  test('a failure is said', async () => {
    fetched.mockImplementation(async () => new Response('', { status: 500 }))
    await show(<EndingsSection />)
    await expect.element(page.getByText(/What ends soon could not/).first()).toBeVisible()
  })
})

describe('for others', () => {
  const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW'])

  test('the dashboard asks for nothing', async () => {
    await show(
      <>
        <EndingWarnings />
        <p>The queue</p>
      </>,
    )
    await expect.element(page.getByText('The queue')).toBeVisible()
    expect(fetched).not.toHaveBeenCalled()
  })
})
