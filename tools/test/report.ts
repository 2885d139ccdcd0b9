import { relative } from 'node:path'
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
