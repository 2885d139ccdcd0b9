import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scopedClassNames } from './scoped-class-names.ts'

const source = join(import.meta.dirname, '../..')

/** The names that a new build gives to these classes. */
function namesOf(classes: readonly (readonly [name: string, module: string])[]): string[] {
  const { generateScopedName } = scopedClassNames()
  if (typeof generateScopedName !== 'function') throw new Error('The names are given by no function.')
  return classes.map(([name, module]) => generateScopedName(name, join(source, module), ''))
}

test('a class has the same name in each build, and one of its own in each module', () => {
  const classes = [
    ['row', 'web/list/List.module.css'],
    ['row', 'web/list/Filter.module.css'],
    ['total', 'web/list/List.module.css'],
    ['row', 'web/list/List.module.css'],
  ] as const
  const names = namesOf(classes)
  expect(names).toEqual(namesOf(classes))
  expect(new Set(names).size).toBe(3)
  expect(names[3]).toBe(names[0])
  expect(names[0]).toMatch(/^row[a-zA-Z0-9]{4}$/)
})

test('two classes that would share a name stop the build, with both modules', () => {
  const { generateScopedName } = scopedClassNames()
  if (typeof generateScopedName !== 'function') throw new Error('The names are given by no function.')
  const named = (module: string) => generateScopedName('row', join(source, module), '')
  // Enough modules that two of them have the same four letters.
  const modules = Array.from({ length: 40_000 }, (_, number) => `web/${number}.module.css`)
  expect(() => modules.map(named)).toThrow(
    /The class row of web\/\d+\.module\.css and one of web\/\d+\.module\.css/,
  )
})
