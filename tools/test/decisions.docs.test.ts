import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSourceFiles } from '../../src/testing/source-files.ts'

// The decisions, their index, and what refers to them.

const root = new URL('../../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')
const markdownIn = (folder: string) =>
  readdirSync(new URL(folder || '.', root))
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}${name}`)

const pages = markdownIn('docs/decisions/')
  .filter(path => !path.endsWith('/README.md'))
  .map(path => {
    const text = textOf(path)
    const [, number = '', title = ''] = /^# (\d+)\. (.+)\n/.exec(text) ?? []
    return { file: path.split('/').at(-1) ?? '', number: Number(number), title, text }
  })
const latest = pages.length

test('numbers the decisions from 1 without a gap, in the name of the file and in the title', () => {
  expect(pages.map(({ number }) => number)).toEqual(pages.map((_page, index) => index + 1))
  const misnamed = pages.filter(({ file, number }) => !file.startsWith(`${String(number).padStart(4, '0')}-`))
  expect(misnamed.map(({ file }) => file)).toEqual([])
})

const rows = textOf('docs/decisions/README.md')
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => {
    const [number = '', decision = '', state = ''] = line.split(' | ')
    return { number: Number(number.slice(2)), decision, state: state.replace(/ \|$/, '') }
  })

test('the index has one line for each decision, with its title', () => {
  expect(rows.map(({ number, decision }) => ({ number, decision }))).toEqual(
    pages.map(({ number, title, file }) => ({ number, decision: `[${title}](${file})` })),
  )
})

test('the index says of each decision whether it holds, as the page itself does', () => {
  for (const { number, state } of rows) {
    const page = pages[number - 1]
    expect(state).toMatch(/^(holds|superseded (in part )?by \[\d+\]\([\w.-]+\)(, \[\d+\]\([\w.-]+\))*)$/)
    const inPage = /^Superseded .*$/m.exec(page?.text ?? '')?.[0] ?? ''
    expect(linked(state), `the state of decision ${number}`).toEqual(linked(inPage))
  }
})

/** The numbers and files of the decisions that a text links. */
function linked(text: string): { number: number; file: string }[] {
  return [...text.matchAll(/\[(?:[Dd]ecision )?(\d+)\]\((?:[\w./-]*\/)?(\d{4}-[\w.-]+\.md)\)/g)].map(
    ([, number, file = '']) => ({ number: Number(number), file }),
  )
}

const documents = ['', 'docs/', 'docs/decisions/', 'docs/security/'].flatMap(markdownIn)
const migrations = readdirSync(new URL('db/migrations/', root)).map(name => `db/migrations/${name}`)
const texts = [
  ...[...documents, ...migrations].map(path => ({ path, text: textOf(path) })),
  ...readSourceFiles(),
]

test('a link to a decision has the number of its page', () => {
  const wrong = texts.flatMap(({ path, text }) =>
    linked(text)
      .filter(({ number, file }) => pages[number - 1]?.file !== file)
      .map(({ number, file }) => `${path}: ${number} links ${file}`),
  )
  expect(wrong).toEqual([])
})

test('documents, migrations and code name no decision that does not exist', () => {
  const named = /\bdecisions?(?:\/0*| )(\d{1,4})\b/gi
  const wrong = texts.flatMap(({ path, text }) =>
    [...text.matchAll(named)]
      .filter(([, number]) => Number(number) > latest || Number(number) < 1)
      .map(([name]) => `${path}: ${name}`),
  )
  expect(wrong).toEqual([])
})
