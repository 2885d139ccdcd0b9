import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../src/testing/source-files.ts'

// A cast overrules the compiler, so a comment says why it is true: on its line, or above the cast or its statement.

/** The places of casts without a reason, as `path:line`. */
function unexplained(path: string, text: string): string[] {
  const { program, comments } = parseSync(path, text)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const explained = new Set(
    comments.flatMap(({ start, end }) => {
      // Behind code a comment belongs to its line; on a line of its own to the next.
      const isAlone = /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))
      return isAlone ? lineOf(end) + 1 : lineOf(start)
    }),
  )
  const found: string[] = []
  let statements: number[] = []
  const check = ({ expression, typeAnnotation, start }: Cast) => {
    if (isConst(typeAnnotation) || isWidened(expression)) return
    const around = statements.filter(each => each <= start).at(-1) ?? start
    const places = [start, expression.end, around].map(lineOf)
    if (!places.some(line => explained.has(line))) found.push(`${path}:${lineOf(expression.end)}`)
  }
  const casts: Cast[] = []
  const read = new Visitor({
    TSAsExpression: cast => void casts.push(cast),
    TSTypeAssertion: cast => void casts.push(cast),
    VariableDeclaration: ({ start }) => void statements.push(start),
    ReturnStatement: ({ start }) => void statements.push(start),
    ExpressionStatement: ({ start }) => void statements.push(start),
    IfStatement: ({ start }) => void statements.push(start),
  })
  read.visit(program)
  statements = statements.sort((a, b) => a - b)
  for (const cast of casts) check(cast)
  return [...new Set(found)]
}

type Cast = ESTree.TSAsExpression | ESTree.TSTypeAssertion

const isConst = (type: ESTree.TSType) =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'

/** `null as string | null`: the compiler accepts only a type that has the value, such as that of a form's empty field. */
const isWidened = (expression: ESTree.Expression) =>
  expression.type === 'Literal' && (expression.value === null || typeof expression.value === 'boolean')

const program = readSourceFiles(['src', 'tools']).filter(
  file => !isTest(file) && !file.path.startsWith('src/testing/') && file.path !== 'src/server/db/schema.ts',
)

describe('casts', () => {
  test.each([
    ['no reason', 'const a = b as C', ['a.ts:1']],
    ['a reason on the line', 'const a = b as C // A b is a C.', []],
    ['a reason above', '// A b is a C.\nconst a = b as C', []],
    ['a reason above the statement', '// A b is a C.\nconst a = f(\n  b,\n) as C', []],
    ['a reason further up', '// A b is a C.\n\nconst a = b as C', ['a.ts:3']],
    ['the statement before explained', '// A b is a C.\nf()\nconst a = b as unknown as C', ['a.ts:3']],
    ['const, or a wider type', 'const a = [1] as const\nconst b = { c: null as string | null }', []],
  ])('with %s', (_, text, places) => {
    expect(unexplained('a.ts', text)).toEqual(places)
  })

  test('have a reason in the program and its tools', () => {
    const places = program.flatMap(({ path, text }) => (/\bas\b/.test(text) ? unexplained(path, text) : []))
    expect(places, 'a better type, or why the cast is true').toEqual([])
  })
})
