import { expect, test } from 'vitest'
import {
  applyEdit,
  insertBlock,
  insertLink,
  insertTable,
  pictureMarkdown,
  type Selected,
  type TextEdit,
  toggleMark,
  togglePrefix,
} from './markdown-edits.ts'

/** `a [b] c` is the text with b selected; the brackets are written back around what an edit selects. */
function selected(marked: string): Selected {
  const from = marked.indexOf('[')
  const to = marked.indexOf(']') - 1
  return { text: marked.replace('[', '').replace(']', ''), from, to }
}
function shown({ text }: Selected, edit: TextEdit): string {
  const after = applyEdit(text, edit)
  return `${after.slice(0, edit.select.from)}[${after.slice(edit.select.from, edit.select.to)}]${after.slice(edit.select.to)}`
}

test.each([
  ['Give [well]', '**', 'Give **[well]**'],
  ['Give **[well]**', '**', 'Give [well]'],
  ['Give [**well**]', '**', 'Give [well]'],
  ['Give []', '**', 'Give **[word]**'],
  ['Give [well]', '*', 'Give *[well]*'],
  ['Give *[well]*', '*', 'Give [well]'],
  ['Give **[well]**', '*', 'Give ***[well]***'],
  ['Give ***[well]***', '**', 'Give *[well]*'],
] as const)('turns %s with marker %s into %s', (before, mark, after) => {
  const start = selected(before)
  expect(shown(start, toggleMark(start, mark, 'word'))).toBe(after)
})

test.each([
  ['heading', 'one\ntw[]o\nthree', 'one\n## two[]\nthree'],
  ['heading', '## tw[]o', 'two[]'],
  ['bulleted-list', '[one\ntwo]\nthree', '[- one\n- two]\nthree'],
  ['bulleted-list', '[- one\n- two]', '[one\ntwo]'],
  ['numbered-list', '[- one\n- two]', '[1. one\n2. two]'],
  ['bulleted-list', '[]', '- []'],
] as const)('applies %s to %j, giving %j', (kind, before, after) => {
  const start = selected(before)
  expect(shown(start, togglePrefix(start, kind))).toBe(after)
})

test('makes the selection a link and selects its address', () => {
  const start = { text: 'Read more here.', from: 5, to: 9 }
  const edit = insertLink(start)
  expect(applyEdit(start.text, edit)).toBe('Read [more](https://) here.')
  expect(applyEdit(start.text, edit).slice(edit.select.from, edit.select.to)).toBe('https://')
})

test('inserts a table with empty lines around it and selects its first heading', () => {
  const start = { text: 'Before\nAfter', from: 2, to: 2 }
  const edit = insertTable(start)
  expect(applyEdit(start.text, edit)).toBe(
    'Before\n\n| Heading | Heading |\n| --- | --- |\n| Text | Text |\n\nAfter',
  )
  expect(applyEdit(start.text, edit).slice(edit.select.from, edit.select.to)).toBe('Heading')
})

test('inserts a block into an empty text without leading empty lines', () => {
  const start = { text: '', from: 0, to: 0 }
  expect(applyEdit('', insertBlock(start, '![a](/files/x)'))).toBe('![a](/files/x)\n')
})

test('escapes brackets in a picture’s description', () => {
  expect(pictureMarkdown('A hall [2026]', '/files/a/b.png')).toBe('![A hall \\[2026\\]](/files/a/b.png)')
})
