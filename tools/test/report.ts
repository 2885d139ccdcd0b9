import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** How long the tests of one file took. */
export type FileTime = { file: string; durationMs: number }

const vitestTimes = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})

/** The files of Vitest's JSON report, relative to `root`; empty if there is no report. */
export function vitestFileTimes(report: unknown, root: string): FileTime[] {
  const parsed = vitestTimes.safeParse(report)
  if (!parsed.success) return []
  return parsed.data.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    durationMs: endTime - startTime,
  }))
}

type Suite = {
  file: string
  suites?: Suite[] | undefined
  specs: { tests: { results: { duration: number }[] }[] }[]
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    file: z.string(),
    suites: z.array(suite).optional(),
    specs: z.array(
      z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) }),
    ),
  }),
)
const playwrightTimes = z.object({ suites: z.array(suite) })

/** The files of Playwright's JSON report: the sum of their tests, including retries. Empty if there is no report. */
export function playwrightFileTimes(report: unknown): FileTime[] {
  const parsed = playwrightTimes.safeParse(report)
  if (!parsed.success) return []
  return parsed.data.suites.map(each => ({ file: `e2e/${each.file}`, durationMs: durationOf(each) }))
}

function durationOf({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return (
    own.reduce((sum, { duration }) => sum + duration, 0) +
    suites.reduce((sum, each) => sum + durationOf(each), 0)
  )
}

/** The slowest files, slowest first, one per line. */
export function slowestFiles(times: readonly FileTime[], count: number): string[] {
  return times
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, count)
    .map(({ file, durationMs }) => `${formatSeconds(durationMs).padStart(7)}  ${file}`)
}

/** `9.4 s` */
export function formatSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`
}

const vitestFailed = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/**
 * Each failed test of Vitest's JSON report in one line, its file relative to `root`, with the first line of its error; also each file
 * that could not be loaded. Empty if there is no report.
 */
export function vitestFailures(report: unknown, root: string): string[] {
  const parsed = vitestFailed.safeParse(report)
  if (!parsed.success) return []
  return parsed.data.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(result => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [failureLine(file, 'the file', message)]
    return failed.map(({ fullName, failureMessages }) =>
      failureLine(file, fullName, failureMessages?.[0] ?? undefined),
    )
  })
}

const failedSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
})
type SuiteOfSpecs = { suites?: SuiteOfSpecs[] | undefined; specs: z.infer<typeof failedSpec>[] }
const suiteOfSpecs: z.ZodType<SuiteOfSpecs> = z.lazy(() =>
  z.object({ suites: z.array(suiteOfSpecs).optional(), specs: z.array(failedSpec) }),
)
const playwrightFailed = z.object({
  suites: z.array(suiteOfSpecs),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** The same for Playwright's JSON report, with the errors outside any test. */
export function playwrightFailures(report: unknown): string[] {
  const parsed = playwrightFailed.safeParse(report)
  if (!parsed.success) return []
  return [
    ...parsed.data.suites.flatMap(failedSpecs).map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
      return failureLine(`e2e/${file}`, title, errors[0])
    }),
    ...parsed.data.errors.map(({ message }) => failureLine('e2e', 'outside any test', message)),
  ]
}

function failedSpecs({ suites = [], specs }: SuiteOfSpecs): z.infer<typeof failedSpec>[] {
  return [...specs.filter(spec => !spec.ok), ...suites.flatMap(failedSpecs)]
}

function failureLine(file: string, title: string, message: string | undefined): string {
  const firstLine = stripVTControlCharacters(message ?? '')
    .split('\n', 1)[0]
    ?.slice(0, 200)
  return `${file} › ${title}${firstLine ? `: ${firstLine}` : ''}`
}
