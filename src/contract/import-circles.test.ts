import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../testing/source-files.ts'

// Two files that import each other, also through others or for a type alone, can only be read and moved together.
test('no file of the program imports itself through others', () => {
  const program = readSourceFiles().filter(file => !isTest(file) && !/^src\/(testing|demo)\//.test(file.path))
  const importsOf = new Map(program.map(({ path, imports }) => [path, imports]))
  expect(importsOf.get('src/app/server/server.ts')).toContain('src/app/server/routes.ts')
  const finished = new Set<string>()
  const circles: string[] = []
  const walk = (path: string, way: readonly string[]) => {
    if (way.includes(path)) {
      circles.push([...way.slice(way.indexOf(path)), path].join(' imports '))
      return
    }
    if (finished.has(path)) return
    for (const target of importsOf.get(path) ?? []) walk(target, [...way, path])
    finished.add(path)
  }
  for (const { path } of program) walk(path, [])
  expect(circles).toEqual([])
})
