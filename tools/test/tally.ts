import { z } from 'zod'

export type Tally = { passed: number; failed: number }

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})

/**
 * Counts Vitest's JSON report. These also count as a failure: a file that could not be loaded, an exit code that no failed test
 * explains, and a project (`.test.ts` in Node, `.test.tsx` in the browser) without a test. With `expects: 'some'`, for the tests of
 * one feature, one of the two projects is enough.
 */
export function countVitest(report: unknown, exitCode: number, expects: 'both' | 'some' = 'both'): Tally {
  const parsed = vitestReport.safeParse(report)
  if (!parsed.success) return { passed: 0, failed: 1 }
  const tally: Tally = { passed: 0, failed: 0 }
  for (const extension of ['.test.ts', '.test.tsx']) {
    const files = parsed.data.testResults.filter(file => file.name.endsWith(extension))
    const statuses = files.flatMap(file => file.assertionResults.map(result => result.status))
    tally.passed += statuses.filter(status => status === 'passed').length
    tally.failed += statuses.filter(status => status === 'failed').length
    tally.failed += files.filter(
      file => file.status === 'failed' && !file.assertionResults.some(result => result.status === 'failed'),
    ).length
    if (expects === 'both' && !statuses.includes('passed') && !statuses.includes('failed')) tally.failed += 1
  }
  if (tally.passed + tally.failed === 0) tally.failed = 1
  return withExitCode(tally, exitCode)
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/**
 * Counts Playwright's JSON report. An error outside any test is a failure, and so is a run without a test unless `expects` says
 * otherwise. A test that passed in a retry counts as passed; the report names it.
 */
export function countPlaywright(
  report: unknown,
  exitCode: number,
  expects: 'some' | 'none-allowed' = 'some',
): Tally {
  const parsed = playwrightReport.safeParse(report)
  if (!parsed.success) return { passed: 0, failed: 1 }
  const { stats, errors } = parsed.data
  const tally: Tally = { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
  if (expects === 'some' && tally.passed + tally.failed === 0) tally.failed = 1
  return withExitCode(tally, exitCode)
}

function withExitCode(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
