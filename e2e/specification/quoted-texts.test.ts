import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quotedTexts } from './quoted-texts.ts'

const root = join(import.meta.dirname, '../..')

/** The tests that look at a page: in a browser against the whole program, or at one screen of it. */
const files = ['e2e', 'src']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name =>
      join(root, folder, name),
    ),
  )
  .filter(path => /\.(e2e\.ts|test\.tsx)$/.test(path))
  .map(path => readFileSync(path, 'utf8').replaceAll("\\'", "'").replaceAll('${', '{'))

const isTitledBy = (title: string) => (text: string) =>
  [`'`, `"`, '`'].some(quote => text.includes(`test(${quote}${title}`))

test.each(quotedTexts)('$text', row => {
  if ('later' in row) return void expect(row.later).toMatch(/§/)
  const proofs = files.filter(isTitledBy(row.seenBy))
  expect(proofs, `one test is titled «${row.seenBy}…»`).toHaveLength(1)
  expect(proofs[0]).toContain(row.text)
})
