import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { routes } from './routes.ts'

// Every number, text and list that a person can send has a bound in its schema (docs/decisions/0054-amount-limits.md). The test walks
// the schemas of all endpoints. A codec is bounded if what arrives or what the program gets is: digits of limited length, or a number
// within limits.

/** Inputs that need no bound, with the reason. */
const unread: readonly RegExp[] = [
  // WebAuthn lets authenticators add anything here, and the portal reads none of it. The size of a body is limited.
  /\.clientExtensionResults(\{(key|value)\})?$/,
]

/** The parts of zod's definitions that the walk reads. */
type Definition = {
  type: string
  checks?: { _zod: { def: Check } }[]
  shape?: Record<string, z.ZodMiniType>
  options?: z.ZodMiniType[]
  items?: z.ZodMiniType[]
} & Partial<Record<'in' | 'out' | 'innerType' | 'element' | 'keyType' | 'valueType', z.ZodMiniType>>
type Check = { check: string; value?: unknown }

// The definition of any schema has these parts where its kind has them, which zod's types say for each kind alone.
const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition

const hasCheck = ({ checks = [] }: Definition, ...names: string[]) =>
  names.every(name => checks.some(check => check._zod.def.check === name))

const isRefined = (definition: Definition) => hasCheck(definition, 'custom')

/** Texts of every kind that no field may accept. */
const long = 100_001
const longTexts = [
  ...['x', 'X', '1', '0', 'é', '-', '%'].map(each => each.repeat(long)),
  `2026-01-01T00:00:00.${'0'.repeat(long)}Z`,
  `${'a.'.repeat(long)}example@example.com`,
  `00000000-0000-7000-8000-${'0'.repeat(long)}`,
]

/** Digits that overflow a bigint of the database, and texts that show that a field is not for whole numbers. */
const overflow = '9'.repeat(19)
const noNumbers = ['x', 'a'.repeat(20), `+${overflow}`]

function isBoundedText(schema: z.ZodMiniType): boolean {
  const accepts = (text: string) => safeParse(schema, text).success
  if (longTexts.some(accepts)) return false
  return !accepts(overflow) || noNumbers.some(accepts)
}

function isBoundedNumber(schema: z.ZodMiniType): boolean {
  const accepts = (number: number) => safeParse(schema, number).success
  return ![1e300, -1e300, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER].some(accepts)
}

/** The paths of the unbounded parts of a schema. */
function unboundedIn(schema: z.ZodMiniType, path: string): string[] {
  const definition = definitionOf(schema)
  const of = (part: z.ZodMiniType | undefined, at: string) => (part ? unboundedIn(part, `${path}${at}`) : [])
  const wrong = (isRight: boolean) => (isRight ? [] : [`${path} (${definition.type})`])
  switch (definition.type) {
    case 'object':
      return Object.entries(definition.shape ?? {}).flatMap(([name, part]) => of(part, `.${name}`))
    case 'optional':
    case 'nullable':
    case 'default':
      return of(definition.innerType, '')
    case 'pipe': {
      const [before, after] = [of(definition.in, ''), of(definition.out, '')]
      return before.length === 0 || after.length === 0 ? [] : before
    }
    case 'union':
      return (definition.options ?? []).flatMap((part, at) => of(part, `|${at}`))
    case 'tuple':
      return (definition.items ?? []).flatMap((part, at) => of(part, `[${at}]`))
    case 'array':
      return [
        ...wrong(hasCheck(definition, 'max_length') || hasCheck(definition, 'length_equals')),
        ...of(definition.element, '[]'),
      ]
    case 'record':
      return [
        ...wrong(isRefined(definition) || hasFixedKeys(definition.keyType)),
        ...of(definition.keyType, '{key}'),
        ...of(definition.valueType, '{value}'),
      ]
    case 'string':
      return wrong(isBoundedText(schema))
    case 'number':
      return wrong(isBoundedNumber(schema))
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'null':
      return []
    default:
      // bigint, custom, unknown and every kind that this list does not name: bounded only by the other side of a codec.
      return wrong(false)
  }
}

const hasFixedKeys = (keys: z.ZodMiniType | undefined) =>
  keys !== undefined && definitionOf(keys).type === 'enum'

test('every number, text and list that can be sent is bounded by its schema', () => {
  const unbounded = routes.flatMap(({ endpoint: { method, path, params, query, body } }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? unboundedIn(schema, `${method} ${path} ${part}`) : [],
    ),
  )
  const named = unbounded.filter(each => !unread.some(pattern => pattern.test(each.replace(/ \(\w+\)$/, ''))))
  expect(named).toEqual([])
})
