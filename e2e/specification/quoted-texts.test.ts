import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { quotedTexts } from './quoted-texts.ts'

const root = join(import.meta.dirname, '../..')

/** The specification writes straight quotes, the screens curly ones (docs/requirements.md). */
const textOf = (path: string) =>
  readFileSync(path, 'utf8').replaceAll("\\'", "'").replaceAll('’', "'").replaceAll('${', '{')

/** The tests that render a page: end-to-end tests and component tests. */
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

/** The source of the test file and of the modules in e2e/pages and e2e/people that it imports. */
function plainTextOf({ path, text }: { path: string; text: string }): string {
  const shared = [...text.matchAll(/from '(\.[^']*\/(?:pages|people)\/[^']+)'/g)]
  return [text, ...shared.map(([, from = '']) => textOf(join(dirname(path), from)))].join('\n')
}

test.each(quotedTexts)('$text', row => {
  if ('later' in row) return void expect(row.later).toMatch(/§/)
  const matches = files.filter(isTitledBy(row.seenBy))
  expect(matches, `one test is titled «${row.seenBy}…»`).toHaveLength(1)
  expect(matches.map(plainTextOf).join()).toContain(row.text)
})
