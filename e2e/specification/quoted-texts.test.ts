import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { quotedTexts } from './quoted-texts.ts'

const root = join(import.meta.dirname, '../..')

const textOf = (path: string) => readFileSync(path, 'utf8').replaceAll("\\'", "'").replaceAll('${', '{')

/** The tests that look at a page: in a browser against the whole program, or at one screen of it. */
const files = ['e2e', 'src']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name =>
      join(root, folder, name),
    ),
  )
  .filter(path => /\.(e2e\.ts|test\.tsx)$/.test(path))
  .map(path => ({ path, text: textOf(path) }))

const isTitledBy =
  (title: string) =>
  ({ text }: { text: string }) =>
    [`'`, `"`, '`'].some(quote => text.includes(`test(${quote}${title}`))

/** What the test reads on the page, itself or by what it shares with others in e2e/pages. */
function plainTextOf({ path, text }: { path: string; text: string }): string {
  const shared = [...text.matchAll(/from '(\.[^']*\/pages\/[^']+)'/g)]
  return [text, ...shared.map(([, from = '']) => textOf(join(dirname(path), from)))].join('\n')
}

test.each(quotedTexts)('$text', row => {
  if ('later' in row) return void expect(row.later).toMatch(/§/)
  const proofs = files.filter(isTitledBy(row.seenBy))
  expect(proofs, `one test is titled «${row.seenBy}…»`).toHaveLength(1)
  expect(proofs.map(plainTextOf).join()).toContain(row.text)
})
