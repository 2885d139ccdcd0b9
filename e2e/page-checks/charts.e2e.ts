import { expect, test } from '../fixtures.ts'
import { chartFindings } from './charts.ts'
import { settled } from './check-page.ts'

// The page checks open a screen as its menu does; these charts are views of one.

for (const [role, address, chart] of [
  ['donor', '/', 'figure svg[role="img"]'],
  ['donor', '/fund-activity', 'figure svg[role="img"]'],
  ['donor', '/grants?view=insight', 'td svg'],
  ['donor', '/contributions?view=tax-year', 'td svg'],
  ['advisor', '/financial-advisor-dashboard?show=charts', '[aria-hidden="true"] > span[style*="%"]'],
] as const)
  test(`each chart of ${address} has its table, and begins at zero or is a line`, async ({ signInAs }) => {
    const page = await signInAs(role, 'npt', { at: address })
    await settled(page)
    await expect(page.getByRole('main').locator(chart).first()).toBeAttached()
    expect(await chartFindings(page)).toEqual([])
  })
