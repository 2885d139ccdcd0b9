import type { Locator, Page } from '@playwright/test'

/** The list of latest activity; home is complete once it is visible. */
export const latestActivity = (page: Page): Locator => page.getByRole('list', { name: 'Latest activity' })

/** The link to the newest grant on home. */
export const latestGrant = (page: Page): Locator =>
  latestActivity(page).locator('a[href^="/grants/"]').first()
