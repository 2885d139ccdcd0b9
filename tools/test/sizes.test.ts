import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

// Habits 13: what is longer than a reader takes in at once is parted, by what it is about and never to please a number.

const linesAtMost = 300
const filesAtMost = 12

/** Files that nobody reads from top to bottom, and why they are as long as they are. */
const longFiles: Readonly<Record<string, string>> = {
  'src/server/db/schema.ts': 'made from the migrations by npm run db:types',
}
/** Folders that are a list, one file an entry; what is looked for in them is known by its name. */
const flatFolders: Readonly<Record<string, string>> = {
  'src/clients/configuration': 'one file a client',
  'src/clients/logos': 'one file a client',
  'src/clients/themes': 'one file a client, and what all share',
}

const root = join(import.meta.dirname, '../..')
const files = ['bench', 'e2e', 'src', 'tools'].flatMap(top =>
  readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    ),
)

/** Lines as an editor counts them. */
const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').replace(/\n$/, '').split('\n').length

describe('habits 13 sizes', () => {
  test('the test sees the program and its tests', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'src/app/server/server.ts',
        'e2e/fixtures.ts',
        'tools/setup.mjs',
        'bench/run.ts',
      ]),
    )
  })

  test(`a file has ${linesAtMost} lines at most`, () => {
    const long = files
      .filter(path => /\.(ts|tsx|mjs|css)$/.test(path) && !(path in longFiles))
      .map(path => ({ path, lines: linesOf(path) }))
      .filter(({ lines }) => lines > linesAtMost)
    expect(long, 'part them by what they are about').toEqual([])
  })

  test(`a folder has ${filesAtMost} files at most`, () => {
    const counts = Map.groupBy(files, path => dirname(path))
    const full = [...counts]
      .filter(([folder, { length }]) => length > filesAtMost && !(folder in flatFolders))
      .map(([folder, { length }]) => `${folder}: ${length}`)
    expect(full, 'part them by what they are about').toEqual([])
  })

  test('what is short again, or is there no more, is off the lists', () => {
    const folders = new Set(files.map(path => dirname(path)))
    expect(
      Object.keys(longFiles).filter(path => !files.includes(path) || linesOf(path) <= linesAtMost),
    ).toEqual([])
    expect(Object.keys(flatFolders).filter(folder => !folders.has(folder))).toEqual([])
  })
})
