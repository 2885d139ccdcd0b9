import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './tally.ts'

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map(status => ({ status })),
})
const both = [file('/a/money.test.ts', 'passed', 'passed'), file('/a/Button.test.tsx', 'passed')]

test('adds up the tests of both projects', () => {
  expect(countVitest({ testResults: both }, 0)).toEqual({ passed: 3, failed: 0 })
  expect(countVitest({ testResults: [...both, file('/b.test.ts', 'passed', 'failed')] }, 1)).toEqual({
    passed: 4,
    failed: 1,
  })
})

test('counts a file that could not be loaded as a failure', () => {
  expect(countVitest({ testResults: [...both, file('/a/broken.test.ts')] }, 1)).toEqual({
    passed: 3,
    failed: 1,
  })
})

test('counts a project without tests as a failure', () => {
  expect(countVitest({ testResults: [file('/a/money.test.ts', 'passed')] }, 0)).toEqual({
    passed: 1,
    failed: 1,
  })
  expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [] }, 0).failed).toBe(1)
})

test('counts a stage with an error or without a report as a failure, even if no test failed', () => {
  expect(countVitest({ testResults: both }, 1)).toEqual({ passed: 3, failed: 1 })
  expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(null, 1)).toEqual({ passed: 0, failed: 1 })
})

test('counts a test that passed in a retry as passed', () => {
  expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [] }, 1)).toEqual({
    passed: 5,
    failed: 1,
  })
})

test('accepts one kind of tests, or no end-to-end test, for a single feature', () => {
  const report = { testResults: [file('/a/money.test.ts', 'passed')] }
  expect(countVitest(report, 0, 'some')).toEqual({ passed: 1, failed: 0 })
  expect(countVitest({ testResults: [] }, 0, 'some')).toEqual({ passed: 0, failed: 1 })
  const none = { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [] }
  expect(countPlaywright(none, 0, 'none-allowed')).toEqual({ passed: 0, failed: 0 })
})
