import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from './source-files.ts'

const commonTexts = join(import.meta.dirname, '../features/content/common')

/** Without comments; a `//` within a string follows no space. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/gm, '$1')

/** Between two letters a straight quote is an apostrophe: in code it is before or after a string. */
const apostrophe = /\p{L}'\p{L}/gu
/** Text between two tags, which is on the screen as it stands. */
const quoteInMarkup = /[\w/"'}]>[^<>{}=;()]*"[^<>{}=;()]*<\//g

const straightQuotesIn = (text: string, patterns: readonly RegExp[]) =>
  patterns.flatMap(pattern =>
    [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 30), index + 30).trim()),
  )

test('finds straight quotes in texts, but not in comments and around strings', () => {
  const code = codeOf(`
    // It's a comment.
    const a = ['x', "We're sorry", \`the charity's status\`] /* don't */
    return <p className="x">Press "Submit" again</p>`)
  expect(straightQuotesIn(code, [apostrophe, quoteInMarkup])).toEqual([
    expect.stringContaining("We're sorry"),
    expect.stringContaining("the charity's status"),
    expect.stringContaining('Press "Submit" again'),
  ])
})

test('texts on screen, in e-mails and in messages have curly quotes (§17)', () => {
  const found = readSourceFiles()
    // The names of charities are in the form of the registers.
    .filter(file => !isTest(file) && !/^src\/(testing|demo)\//.test(file.path))
    .flatMap(({ path, text }) =>
      straightQuotesIn(codeOf(text), path.endsWith('.tsx') ? [apostrophe, quoteInMarkup] : [apostrophe]).map(
        quote => `${path}: ${quote}`,
      ),
    )
  expect(found).toEqual([])
})

test('the common managed texts have curly quotes (§17)', () => {
  const found = readdirSync(commonTexts, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .flatMap(name =>
      straightQuotesIn(readFileSync(join(commonTexts, name), 'utf8'), [/['"]/g]).map(
        quote => `${name}: ${quote}`,
      ),
    )
  expect(found).toEqual([])
})
