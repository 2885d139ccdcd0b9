import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// Long files are hard to read, so they are split by subject.

const maxLines = 300

/** Files that may be longer, with the reason. */
const longFiles: Readonly<Record<string, string>> = {
  'src/server/db/schema.ts': 'generated from the migrations by npm run db:types',
}
const root = join(import.meta.dirname, '../..')
const ofFolders = ['bench', 'e2e', 'src', 'tools'].flatMap(top =>
  readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    ),
)
const files = [...ofFolders, ...readdirSync(root).filter(name => name.endsWith('.ts'))]

/** The number of lines, as an editor counts them. */
const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').replace(/\n$/, '').split('\n').length

describe('sizes', () => {
  test('finds the program and its tests', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'src/app/server/server.ts',
        'e2e/fixtures.ts',
        'tools/setup.mjs',
        'bench/run.ts',
        'vite.config.ts',
      ]),
    )
  })

  test(`no file has more than ${maxLines} lines`, () => {
    const long = files
      .filter(path => /\.(ts|tsx|mjs|css)$/.test(path) && !(path in longFiles))
      .map(path => ({ path, lines: linesOf(path) }))
      .filter(({ lines }) => lines > maxLines)
    expect(long, 'split them by subject').toEqual([])
  })

  test('lists no exception that is no longer needed', () => {
    expect(Object.keys(longFiles).filter(path => !files.includes(path) || linesOf(path) <= maxLines)).toEqual(
      [],
    )
  })
})
