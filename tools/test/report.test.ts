import { expect, test } from 'vitest'
import { playwrightFileTimes, slowestFiles, vitestFileTimes } from './report.ts'

test('reads the time of each file from the report of Vitest', () => {
  const report = { testResults: [{ name: '/root/src/money.test.ts', startTime: 1_000, endTime: 1_250 }] }
  expect(vitestFileTimes(report, '/root')).toEqual([{ file: 'src/money.test.ts', durationMs: 250 }])
})

test('adds up the tests of a file, including nested suites and retries, in the report of Playwright', () => {
  const spec = (...durations: number[]) => ({
    tests: [{ results: durations.map(duration => ({ duration })) }],
  })
  const nested = { file: 'home.e2e.ts', specs: [spec(30)] }
  const report = { suites: [{ file: 'home.e2e.ts', specs: [spec(10), spec(20, 25)], suites: [nested] }] }
  expect(playwrightFileTimes(report)).toEqual([{ file: 'e2e/home.e2e.ts', durationMs: 85 }])
})

test('finds no files without a report', () => {
  expect(vitestFileTimes(null, '/root')).toEqual([])
  expect(playwrightFileTimes(null)).toEqual([])
})

test('lists the slowest files first', () => {
  const times = [
    { file: 'a', durationMs: 900 },
    { file: 'b', durationMs: 12_340 },
    { file: 'c', durationMs: 2_000 },
  ]
  expect(slowestFiles(times, 2)).toEqual([' 12.3 s  b', '  2.0 s  c'])
})
