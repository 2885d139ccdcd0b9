import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** ASVS 5.0.0, chapters V6 to V10 at levels 1 and 2, V7 and V8 at level 3 too: how many of each section, and which are left out. */
const required = `
  V6.1: 1 2 3
  V6.2: 1 2 3 4 5 6 7 8 9 10 11 12
  V6.3: 1 2 3 4
  V6.4: 1 2 3 4
  V6.5: 1 2 3 4 5
  V6.6: 1 2 3
  V6.8: 1 2 3 4
  V7.1: 1 2 3
  V7.2: 1 2 3 4
  V7.3: 1 2
  V7.4: 1 2 3 4 5
  V7.5: 1 2 3
  V7.6: 1 2
  V8.1: 1 2 3 4
  V8.2: 1 2 3 4
  V8.3: 1 2 3
  V8.4: 1 2
  V9.1: 1 2 3
  V9.2: 1 2 3 4
  V10.1: 1 2
  V10.2: 1 2
  V10.3: 1 2 3 4
  V10.4: 1 2 3 4 5 6 7 8 9 10 11
  V10.5: 1 2 3 4 5
  V10.6: 1 2
  V10.7: 1 2 3
`
  .trim()
  .split('\n')
  .flatMap(line => {
    const [section = '', numbers = ''] = line.trim().split(': ')
    return numbers.split(' ').map(number => `${section}.${number}`)
  })

/** Requirements that ask for a document: no test can say more than that it is there. */
const documents = /^V(6|7|8)\.1\./

type Row = { requirement: string; about: string; state: string; where: string }
const rows: Row[] = textOf('docs/security/asvs.md')
  .split('\n')
  .filter(line => line.startsWith('| V'))
  .map(line => {
    const [requirement = '', about = '', state = '', ...where] = line.replace(/^\| | \|$/g, '').split(' | ')
    return { requirement, about, state, where: where.join(' | ') }
  })

/** `path`, and "words of the names of its tests" until the next one. */
function citations({ where }: Row): { path: string; words?: string }[] {
  const found: { path: string; words?: string }[] = []
  for (const [, path, words] of where.matchAll(/`([^`\s]+\/[^`\s]+)`|"([^"]+)"/g)) {
    const last = found.at(-1)
    if (path !== undefined) found.push({ path })
    else if (last && words !== undefined) found.push({ path: last.path, words })
  }
  return found
}

test('issue 3 the table of ASVS 5.0.0 has each requirement of V6 to V10 once', () => {
  expect(required).toHaveLength(103)
  expect(rows.map(row => row.requirement).sort()).toEqual([...required].sort())
})

test('issue 3 a requirement is met, not met or not applicable, and says where or why', () => {
  const wrong = rows.filter(
    ({ state, where }) =>
      !['met', 'not met', 'not applicable'].includes(state) || where.trim().length < 'see above'.length,
  )
  expect(wrong).toEqual([])
})

test('issue 3 whatever is met names a file, and a test that proves it', () => {
  const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)
  const unproved = rows.filter(row => {
    if (row.state !== 'met') return false
    const paths = citations(row).map(({ path }) => path)
    return documents.test(row.requirement) ? paths.length === 0 : !paths.some(isTest)
  })
  expect(unproved.map(({ requirement }) => requirement)).toEqual([])
})

test('issue 3 every file and every test that the table names is there', () => {
  const cited = rows.flatMap(row => citations(row).map(citation => ({ ...citation, of: row.requirement })))
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ path }) => !existsSync(new URL(path, root)))).toEqual([])
  const missing = cited.filter(({ path, words }) => words !== undefined && !textOf(path).includes(words))
  expect(missing).toEqual([])
})

test('issue 3 the documents beside the table link to what is there', () => {
  for (const path of [
    'docs/security/asvs.md',
    'docs/security/authentication.md',
    'docs/security/authorization.md',
  ]) {
    const links = [...textOf(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
    const named = [...textOf(path).matchAll(/`((?:src|docs|tools|db|e2e)\/[\w./-]+)`/g)].map(
      ([, name = '']) => name,
    )
    const gone = [
      ...links.filter(link => !existsSync(new URL(link, new URL(path, root)))),
      ...named.filter(name => !existsSync(new URL(name, root))),
    ]
    expect(gone, fileURLToPath(new URL(path, root))).toEqual([])
  }
})
