import type { core } from 'zod/mini'

/** An issue as zod passes it to an error map: of one code, before it has a path and a message. */
type Raw<Code extends core.$ZodRawIssue['code']> = Extract<core.$ZodRawIssue, { code: Code }>

/**
 * The sentence for a value that a schema rejects without a message of its own. Pass it to every parse whose messages people
 * read: `z.safeParse(schema, value, { error: issueSentence })`. zod's own texts ("Invalid string: must match pattern") are for
 * developers.
 */
export function issueSentence(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue)
    case 'too_small':
      return smallSentence(issue)
    case 'too_big':
      return bigSentence(issue)
    case 'invalid_format':
      return formatSentences[issue.format] ?? 'Check the format and try again'
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}`
    case 'invalid_value':
    case 'invalid_union':
      return 'Choose one of the options'
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'Check this and try again'
  }
}

const formatSentences: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, such as name@example.com',
  url: 'Enter a web address, such as https://example.com',
  uuid: 'Choose one of the options',
  datetime: 'Enter a date and time',
  date: 'Enter a date',
  time: 'Enter a time',
}

function typeSentence({ expected, input }: Raw<'invalid_type'>): string {
  if (input === undefined || input === null) return 'Fill this in'
  if (expected === 'number' || expected === 'int' || expected === 'bigint') return 'Enter a number'
  if (expected === 'string') return 'Enter text'
  if (expected === 'boolean') return 'Choose yes or no'
  if (expected === 'date') return 'Enter a date'
  return 'Check this and try again'
}

function smallSentence({ origin, minimum, inclusive, exact }: Raw<'too_small'>): string {
  if (origin === 'string') {
    if (exact) return `Enter exactly ${count(minimum, 'character')}`
    return minimum <= 1 ? 'Fill this in' : `Enter ${count(minimum, 'character')} or more`
  }
  if (isList(origin)) return minimum <= 1 ? 'Choose at least one' : `Choose ${minimum} or more`
  if (!isNumber(origin)) return 'Check this and try again'
  return inclusive === false ? `Enter a number above ${minimum}` : `Enter ${minimum} or more`
}

function bigSentence({ origin, maximum, inclusive, exact }: Raw<'too_big'>): string {
  if (origin === 'string')
    return exact
      ? `Enter exactly ${count(maximum, 'character')}`
      : `Enter ${count(maximum, 'character')} or fewer`
  if (isList(origin)) return `Choose ${maximum} or fewer`
  if (!isNumber(origin)) return 'Check this and try again'
  return inclusive === false ? `Enter a number below ${maximum}` : `Enter ${maximum} or less`
}

const isList = (origin: string) => ['array', 'set', 'map', 'record'].includes(origin)
const isNumber = (origin: string) => ['number', 'int', 'bigint'].includes(origin)

/** `1,000 characters`; the same in US and UK English. */
function count(number: number | bigint, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${Number(number) === 1 ? '' : 's'}`
}
