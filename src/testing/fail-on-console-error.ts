import { afterEach, beforeEach } from 'vitest'

// A test that expects an error replaces console.error itself. Any other call fails the test.
const calls: unknown[][] = []
const original = console.error

beforeEach(() => {
  calls.length = 0
  console.error = (...args) => {
    calls.push(args)
    original(...args)
  }
})

afterEach(() => {
  console.error = original
  const first = calls[0]
  if (first !== undefined) throw new Error(`console.error was called: ${first.map(String).join(' ')}`)
})
