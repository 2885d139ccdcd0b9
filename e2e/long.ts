import type { TestDetails } from '@playwright/test'

const long = { tag: '@long' } as const satisfies TestDetails

/**
 * Marks tests for `npm run test:long` that repeat the code of another one; `npm test` leaves them out (playwright.config.ts, decision 74).
 *
 *     for (const client of clientNames)
 *       test(`a donor at ${client} …`, longUnless(client === 'npt'), async () => {})
 */
export const longUnless = (isUsual: boolean): TestDetails => (isUsual ? {} : long)

/** Marks a test whose steps `npm test` takes in other tests, at the server or in a component. */
export const onlyLong: TestDetails = long
