import type { Locator, Page } from '@playwright/test'

/** What happened last in the fund; once it is there, home is whole. */
export const latestActivity = (page: Page): Locator => page.getByRole('list', { name: 'Latest activity' })

/** The newest grant on home, a way to where it stands. */
export const latestGrant = (page: Page): Locator =>
  latestActivity(page).locator('a[href^="/grants/"]').first()
