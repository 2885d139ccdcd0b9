import fc from 'fast-check'

/** `npm run test:long`: random sequences that take seconds each are tried for as long as an hour. */
export const isLong = process.env.ALMONER_LONG_TESTS === 'yes'

/** How many random cases a test tries: `usual` in npm test, `long` in `npm run test:long`. */
export const propertyRuns = ({ usual, long }: { usual: number; long: number }): number =>
  isLong ? long : usual

/** An upper limit for a machine that is busy with something else. */
export const propertyTimeoutMs = isLong ? 3_600_000 : 240_000

// A property that fails is reported with the smallest case found until then, instead of as a test that took too long.
fc.configureGlobal({ interruptAfterTimeLimit: propertyTimeoutMs * 0.8, markInterruptAsFailure: true })

/** Cases of a table that repeat the same code: so many of them in npm test, spread over the table from its first, and all in the long run. */
export const sampleOf = <Case>(cases: readonly Case[], usual: number): readonly Case[] => {
  const place = (index: number) => Math.floor((index * usual) / cases.length)
  return isLong ? cases : cases.filter((_, index) => place(index) !== place(index - 1))
}
