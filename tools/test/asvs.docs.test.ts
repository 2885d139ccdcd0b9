import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The requirements of ASVS 5.0.0 by section: chapters V6 to V10 at levels 1 and 2, V7 and V8 also at level 3. */
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

/** Requirements for a document: a test can only check that it exists. */
const documents = /^V(6|7|8)\.1\./

type Row = { requirement: string; about: string; state: string; where: string }
const rows: Row[] = textOf('docs/security/asvs.md')
  .split('\n')
  .filter(line => line.startsWith('| V'))
  .map(line => {
    const [requirement = '', about = '', state = '', ...where] = line.replace(/^\| | \|$/g, '').split(' | ')
    return { requirement, about, state, where: where.join(' | ') }
  })

/** The cited files, each with the quoted titles that follow it: `path` "part of a test title". */
function citations({ where }: Row): { path: string; title?: string }[] {
  const found: { path: string; title?: string }[] = []
  for (const [, path, title] of where.matchAll(/`([^`\s]+\/[^`\s]+)`|"([^"]+)"/g)) {
    const last = found.at(-1)
    if (path !== undefined) found.push({ path })
    else if (last && title !== undefined) found.push({ path: last.path, title })
  }
  return found
}

test('the table of ASVS 5.0.0 has each requirement of V6 to V10 once', () => {
  expect(required).toHaveLength(103)
  expect(rows.map(row => row.requirement).sort()).toEqual([...required].sort())
})

test('each requirement is met, not met or not applicable, and says where or why', () => {
  const wrong = rows.filter(
    ({ state, where }) =>
      !['met', 'not met', 'not applicable'].includes(state) || where.trim().length < 'see above'.length,
  )
  expect(wrong).toEqual([])
})

test('each requirement that is met names a file and a test', () => {
  const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)
  const untested = rows.filter(row => {
    if (row.state !== 'met') return false
    const paths = citations(row).map(({ path }) => path)
    return documents.test(row.requirement) ? paths.length === 0 : !paths.some(isTest)
  })
  expect(untested.map(({ requirement }) => requirement)).toEqual([])
})

test('every file and every test that the table names exists', () => {
  const cited = rows.flatMap(row => citations(row).map(citation => ({ ...citation, of: row.requirement })))
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ path }) => !existsSync(new URL(path, root)))).toEqual([])
  const missing = cited.filter(({ path, title }) => title !== undefined && !textOf(path).includes(title))
  expect(missing).toEqual([])
})
