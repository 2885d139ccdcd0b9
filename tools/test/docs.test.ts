import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSourceFiles } from '../../src/testing/source-files.ts'

const root = new URL('../../', import.meta.url)
const markdownIn = (folder: URL) =>
  readdirSync(folder, { encoding: 'utf8' }).filter(name => name.endsWith('.md'))
const documents = ['', 'docs/', 'docs/decisions/', 'docs/security/'].flatMap(folder =>
  markdownIn(new URL(folder || '.', root)).map(name => `${folder}${name}`),
)

test.each(documents)('the links and paths in %s exist', path => {
  const text = readFileSync(new URL(path, root), 'utf8')
  const links = [...text.matchAll(/\]\(([^)#]+)/g)]
    .map(([, link = '']) => link)
    .filter(link => !/^(https?:|mailto:|\/)/.test(link))
  const paths = [...text.matchAll(/`((?:src|docs|tools|db|e2e|bench)\/[\w./-]+)`/g)].map(
    ([, named = '']) => named,
  )
  const missing = [
    ...links.filter(link => !existsSync(new URL(link, new URL(path, root)))),
    ...paths.filter(named => !existsSync(new URL(named, root))),
  ]
  expect(missing).toEqual([])
})

test('the paths that comments of the code name exist', () => {
  const migrations = readdirSync(new URL('db/migrations/', root)).map(name => `db/migrations/${name}`)
  const files = [
    ...readSourceFiles(),
    ...migrations.map(path => ({ path, text: readFileSync(new URL(path, root), 'utf8') })),
  ]
  const missing = files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter(line => /^\s*(\/?\*|\/\/|--)/.test(line))
      .flatMap(line => [
        ...line.matchAll(/(?<![\w/.])(?:src|docs|tools|db|e2e|bench)\/[\w./-]+\.(?:tsx?|md|sql)\b/g),
      ])
      .filter(([named]) => !existsSync(new URL(named, root)))
      .map(([named]) => `${path}: ${named}`),
  )
  expect(missing).toEqual([])
})
