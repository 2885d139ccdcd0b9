export const nestedArrays = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

/** JSON texts instead of values, because JavaScript itself would interpret most of these. */
export const hostileJson: readonly string[] = [
  '"\\u0000"',
  '"\\ud800"',
  '"a\\udfffb"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"00000000-0000-0000-0000-00000000000g"',
  `"${'x'.repeat(20_000)}"`,
  'null',
  'true',
  '[]',
  '{}',
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '{"length":1e308,"then":1}',
  '-1',
  '9007199254740993',
  '1e309',
  '2147483648',
]
/** Instead of dates, beside these: days that no calendar or no database type has. */
export const extremeDates = [
  '"0000-00-00"',
  '"9999-12-31"',
  '"275760-09-13"',
  '"2026-02-30"',
  '"+010000-01-01"',
]
/** Instead of numbers and digits, beside these: what overflows the types of JavaScript and of the database. */
export const extremeNumbers: readonly string[] = [
  '2147483648',
  '9223372036854775808',
  `1${'0'.repeat(39)}`,
  '12a4',
  '-1',
  '0',
  '1e400',
].flatMap(number => [number, `"${number}"`])
