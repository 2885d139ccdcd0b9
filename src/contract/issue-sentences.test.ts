import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { issueSentence } from './issue-sentences.ts'
import { fundId, isoDate, money } from './wire.ts'

const sentenceOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value, { error: issueSentence }).error?.issues[0]?.message

test.each([
  ['a missing text', z.string(), undefined, 'Fill this in'],
  ['a number where text is expected', z.string(), 5, 'Enter text'],
  ['an empty text', z.string().check(z.minLength(1)), '', 'Fill this in'],
  ['a short text', z.string().check(z.minLength(8)), 'abc', 'Enter 8 characters or more'],
  ['a long text', z.string().check(z.maxLength(1000)), 'x'.repeat(1001), 'Enter 1,000 characters or fewer'],
  ['a code of the wrong length', z.string().check(z.length(6)), '12345', 'Enter exactly 6 characters'],
  ['a wrong pattern', z.string().check(z.regex(/^\d+$/)), 'x', 'Check the format and try again'],
  ['an address without @', z.email(), 'x', 'Enter an e-mail address, such as name@example.com'],
  ['a web address', z.url(), 'x', 'Enter a web address, such as https://example.com'],
  ['an unknown option', z.enum(['a', 'b']), 'c', 'Choose one of the options'],
  ['a small number', z.number().check(z.minimum(3)), 1, 'Enter 3 or more'],
  ['a large number', z.number().check(z.maximum(3)), 9, 'Enter 3 or less'],
  ['an empty list', z.array(z.string()).check(z.minLength(1)), [], 'Choose at least one'],
  ['a long list', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'Choose 1 or fewer'],
  ['an unknown field', z.strictObject({}), { a: 1 }, 'Check this and try again'],
  ['an unnamed rule', z.string().check(z.refine(() => false)), 'x', 'Check this and try again'],
  ['money in words', money, 'ten', 'Check the format and try again'],
  ['no fund', fundId, true, 'Enter a whole number'],
  // A schema's own message stays.
  ['a day that does not exist', isoDate, '2026-02-30', 'Enter a date that exists, as YYYY-MM-DD'],
] as const)('says in a sentence what is wrong with %s (§8)', (_about, schema, value, sentence) => {
  expect(sentenceOf(schema, value)).toBe(sentence)
})
