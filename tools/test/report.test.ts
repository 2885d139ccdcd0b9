import { expect, test } from 'vitest'
import {
  playwrightFailures,
  playwrightFileTimes,
  slowestFiles,
  vitestFailures,
  vitestFileTimes,
} from './report.ts'

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

test('names each failed test of Vitest with the first line of its error, and each file that could not be loaded', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'subtracts',
    failureMessages: ['\u001b[31mexpected 1\n at a.ts'],
  }
  const report = {
    testResults: [
      { name: '/root/src/money.test.ts', status: 'failed', assertionResults: [passed, failed] },
      { name: '/root/src/dates.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
      { name: '/root/src/fine.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  }
  expect(vitestFailures(report, '/root')).toEqual([
    'src/money.test.ts › subtracts: expected 1',
    'src/dates.test.ts › the file: no such file',
  ])
})

test('names each failed test of Playwright, but not one that passed in a retry', () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    ...{ title, ok, file: 'home.e2e.ts' },
    tests: [{ results: [{ error: message === undefined ? undefined : { message } }] }],
  })
  const nested = { specs: [spec('greets', false, 'Timed out\ncalls')] }
  const report = {
    suites: [{ specs: [spec('opens', true), spec('retries', true, 'slow')], suites: [nested] }],
    errors: [{ message: 'The server did not start.' }],
  }
  expect(playwrightFailures(report)).toEqual([
    'e2e/home.e2e.ts › greets: Timed out',
    'e2e › outside any test: The server did not start.',
  ])
})

test('names no failures without a report', () => {
  expect(vitestFailures(null, '/root')).toEqual([])
  expect(playwrightFailures(null)).toEqual([])
})
