import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { npt } from '../clients/configuration/npt.ts'
import { nptuk } from '../clients/configuration/nptuk.ts'
import { screens } from '../contract/screens.ts'
import { isoDate } from '../domain/dates.ts'
import { commonTexts } from '../features/content/server/common-texts.ts'
import { quoted } from './quoted-texts.ts'
import { isTest, readSourceFiles } from './source-files.ts'

/** Turns that docs/house-style.md replaces, in the texts of the program. */
const replaced: readonly [RegExp, string][] = [
  [/['"`>(.] ?Nobody\b/, 'no one'],
  [/\bnobody (?:can|else|has|needs|receives)\b/, 'no one'],
  [/\bcall us at\b/, 'localEnglish of “call us on”'],
  [/\bcall us on \$?\{/, 'localEnglish of “call us on”'],
  [/(?:heading|label)(?:: |=)['"](?:State of|Grant state)/, 'status'],
  [/\} writes\b/, 'Our message:'],
  [/, in percent/, '(%)'],
  [/\bShown to the charity\b/, 'What the charity sees'],
  [/\bby everyone\b/, 'Everyone has …'],
  [/['"`>](?:Please )?[Cc]lick here/, 'the name of the link'],
  [/\blast donor (?:dies|of this)\b/, 'last surviving donor'],
]

/** Former words that the program still reads in files. */
const readers = ['src/features/grants/baskets/domain/file-headings.ts', 'src/domain/local-english.ts']

const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/gm, '$1')

const textFiles = () =>
  readSourceFiles().filter(
    file => !isTest(file) && !/^src\/(testing|demo)\//.test(file.path) && !readers.includes(file.path),
  )

test('texts of the program use the words of the house style', () => {
  const found = textFiles().flatMap(({ path, text }) =>
    replaced.flatMap(([turn, better]) =>
      turn.test(codeOf(text)) ? [`${path}: ${turn}, better ${better}`] : [],
    ),
  )
  expect(found).toEqual([])
})

test('headings within a page are in sentence case, unless the requirements quote them', () => {
  const names = ['My Legacy Plan', 'Charity List', 'Contact Information', ...Object.values(quoted)]
  const found = textFiles().flatMap(({ path, text }) =>
    [...text.matchAll(/<h[23][^>]*>([^<{]*)<\/h[23]>/g)]
      .map(([, heading = '']) => heading.trim())
      .filter(heading => /\s[A-Z][a-z]/.test(heading) && !names.includes(heading))
      .map(heading => `${path}: ${heading}`),
  )
  expect(found).toEqual([])
})

/** Words of a title that stay small. */
const smallWords = /^(?:a|an|the|to|of|for|and|or|in|on|by|at|guide|dashboard|editors|item)$/

test('titles of screens are in title case', () => {
  const found = Object.values(screens)
    .map(({ title }) => title)
    .filter(title => title !== 'Logging in...' && title !== 'Pictures and documents')
    .filter(title => title.split(/[ /]/).some(word => /^[a-z]/.test(word) && !smallWords.test(word)))
  expect(found).toEqual([])
})

const foldersOf = { 'en-US': 'en-US', 'en-GB': 'en-GB' } as const
const commonFolder = join(import.meta.dirname, '../features/content/common')
const markdownOf = (folder: string) =>
  readdirSync(join(commonFolder, folder))
    .filter(name => name.endsWith('.md'))
    .map(name => ({
      name: `${folder}/${name}`,
      text: readFileSync(join(commonFolder, folder, name), 'utf8'),
    }))

/** A list of three or more without the comma before its last part. */
const bareList =
  /[\p{L}’]+, (?:[\p{L}’]+ ?){1,3}, (?!and |or )(?:[\p{L}’]+ ){1,3}(?:and|or) |\b[a-z]+, [a-z]+ (?:and|or) [a-z]+[.,]/gu

test('American lists have a comma before their last part', () => {
  for (const { name, text } of [...markdownOf('en-US'), ...markdownOf('both')])
    expect.soft(text.match(bareList) ?? [], name).toEqual([])
})

/** A list in a text that both countries share has `{,}`, and passes through `localEnglish`. */
const sharedList = /[\p{L}’]+, (?:[\p{L}’-]+ ){1,3}(?:and|or) [\p{L}’]+/gu

/** Sentences with a comma that are no lists, and lists for British readers alone or for those who run the program. */
const noSharedLists = [
  ...[
    'until you accept or decline',
    'leave this and',
    'another editor or',
    'then approved and',
    'as tickets or',
  ],
  ...['in whole or', 'check and', 'run end-sessions and', 'and to accept or', 'restore it and'],
  ...['auction items or tuition', 'name, town or charity', 'else, or a company or trust'],
]
const isForOperators = (path: string) =>
  /^src\/server\/|^src\/clients\/from-files\/|\/(?:oidc|saml)\/server\/|\.(?:contract|queries)\.ts$/.test(
    path,
  )

test('American readers get the comma before the last part of a list on screens too', () => {
  const found = textFiles()
    .filter(({ path }) => !isForOperators(path) || path === 'src/server/http/web-pages.ts')
    .flatMap(({ path, text }) =>
      (
        codeOf(text)
          .replace(/\s*\n\s*/g, ' ')
          .match(sharedList) ?? []
      )
        .filter(each => !noSharedLists.some(part => each.includes(part)))
        .map(each => `${path}: ${each}`),
    )
  expect(found).toEqual([])
})

test('managed texts are in the English of their country', () => {
  const foreign = {
    'en-US': /\b(?:cheques?|honour\w*|adviser|organisation|postcode|call us on|by post)\b/i,
    'en-GB': /\b(?:checks? by|honor(?!-)|advisors?|organizations?|ZIP|call us at|by mail|Thanksgiving)\b/,
  }
  for (const [locale, folder] of Object.entries(foldersOf))
    for (const { name, text } of markdownOf(folder))
      expect.soft(foreign[locale as keyof typeof foreign].exec(text)?.[0], name).toBeUndefined()
})

/** Turns that docs/house-style.md replaces, in managed texts. */
const replacedInManagedTexts =
  /\bcounts? like\b|\bone in ink\b|\bprogram that shows PDFs\b|\b[Ii]nternet address\b|\bin percent\b|\bwhat it takes\b|\bNobody\b/

test('managed texts use the words of the house style', () => {
  for (const { name, text } of ['en-US', 'en-GB', 'both'].flatMap(markdownOf))
    expect.soft(replacedInManagedTexts.exec(text)?.[0], name).toBeUndefined()
})

test('the mark for the American comma is read, and never shown', () => {
  const today = isoDate('2026-11-20')
  const [us, gb] = [npt, nptuk].map(client => JSON.stringify([...commonTexts(client, today).values()]))
  expect(us).toContain('read, print, or send')
  expect(gb).toContain('read, print or send')
  expect(`${us}${gb}`).not.toContain('{,}')
})
