import { afterEach, beforeEach } from 'vitest'

// Whoever expects an error replaces console.error in the test; any other means that something went wrong unnoticed.
const said: unknown[][] = []
const original = console.error

beforeEach(() => {
  said.length = 0
  console.error = (...words) => {
    said.push(words)
    original(...words)
  }
})

afterEach(() => {
  console.error = original
  const first = said[0]
  if (first !== undefined) throw new Error(`console.error was called: ${first.map(String).join(' ')}`)
})
