import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticeKinds } from '../contract/notice-kinds.ts'
import { keysOf } from '../domain/keys-of.ts'
import { isTest, readSourceFiles } from './source-files.ts'

// Each kind of e-mail and PDF is on the page that says when it was last read.

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/mails-and-pdfs.md'), 'utf8')
const rows = page.split('\n').filter(line => line.startsWith('| '))
const filesIn = (cell = '') => [...cell.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path)

test('names every kind of e-mail', () => {
  const named = rows.flatMap(row => /^\| `([a-z-]+)` \|/.exec(row)?.[1] ?? [])
  expect(named.toSorted()).toEqual(keysOf(noticeKinds).toSorted())
})

test('names every file that draws a PDF', () => {
  const drawing = readSourceFiles().filter(
    ({ path, text }) =>
      path.startsWith('src/features/') && !isTest({ path }) && /\bdraw(?:Kept)?Pdf\(/.test(text),
  )
  expect(drawing.length).toBeGreaterThan(0)
  const named = rows.flatMap(row => filesIn(row.split(' | ')[1]))
  expect(drawing.map(({ path }) => path).filter(path => !named.includes(path))).toEqual([])
})

test('names a test of each kind of PDF that asks for its faults', () => {
  const tests = rows.flatMap(row => filesIn(row.split(' | ')[2]))
  expect(tests.length).toBeGreaterThan(0)
  for (const path of tests) expect.soft(readFileSync(join(root, path), 'utf8'), path).toContain('pdfFaults(')
})
