import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

/** What a command catches whose options are these. */
function failureOf(args: readonly string[]): unknown {
  try {
    return parseArgs({ args: [...args], options: { realm: { type: 'string' }, force: { type: 'boolean' } } })
  } catch (error) {
    return error
  }
}

test.each([
  ['an unknown option', ['--relm', 'npt'], "Unknown option '--relm'."],
  ['an option without its value', ['--realm'], "Option '--realm <value>' argument missing."],
  ['a value where none belongs', ['--force=yes'], "Option '--force' does not take an argument."],
  ['a word that is no option', ['npt'], "Unexpected argument 'npt'."],
])('%s is one sentence for the operator', (_what, args, sentence) => {
  expect(failureText(failureOf(args), [])).toBe(sentence)
})

test('an error of the program is returned with its stack trace', () => {
  const error = new TypeError('x is not a function')
  expect(failureText(error, [])).toBe(error)
})
