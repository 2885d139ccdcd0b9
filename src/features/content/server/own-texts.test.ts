import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { readOwnTexts } from './own-texts.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryDirectory('texts')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const problemsOf = (text: string) => {
  const folder = folderWith({ 'meadow.md': text })
  return readOwnTexts(folder, ['meadow']).problems.map(problem => problem.replace(`${folder}/`, ''))
}

test('a client’s texts are read in the form of the common ones', () => {
  const folder = folderWith({
    'meadow.md':
      '\uFEFF@ block terms\r\ntitle: Our terms\r\n\r\nBe kind.\r\n\r\n@ deadline checks\ngift: Checks\non: 12-31\n',
    'README.md': 'What this folder is',
    'meadow.json': '{}',
  })
  mkdirSync(join(folder, 'old'))
  const { texts, problems } = readOwnTexts(folder, ['meadow', 'orchard'])
  expect(problems).toEqual([])
  expect([...texts.keys()]).toEqual(['meadow'])
  expect(texts.get('meadow')).toEqual([
    { kind: 'block', name: 'terms', fields: { kind: 'block', title: 'Our terms', body: 'Be kind.' } },
    {
      kind: 'deadline',
      name: 'checks',
      fields: { kind: 'deadline', gift: 'Checks', on: '12-31', note: '' },
    },
  ])
})

test('the demonstration, and a folder that is missing, have none', () => {
  for (const folder of [null, '/nowhere'])
    expect(readOwnTexts(folder, ['npt'])).toEqual({ texts: new Map(), problems: [] })
})

test.each([
  ['Be kind.', 'meadow.md: it has to begin with a line that names a text, such as “@ block terms”.'],
  ['', 'meadow.md: it has to begin with a line that names a text, such as “@ block terms”.'],
  ['@ blok terms\n\nBe kind.', 'meadow.md: There is no kind of content "blok" (blok terms).'],
  ['@ block terms\ntitel: Terms\n\nBe kind.', 'meadow.md: The text block terms has no titel.'],
  ['@ block terms\n', 'meadow.md: The text block terms: body: Enter the text.'],
  [
    '@ question why\ntopic: Basics\nquestion: Why?\n\nBecause.\n\n@ question why\ntopic: Basics\nquestion: Why?\n\nNo.',
    'meadow.md: The text question why is there twice.',
  ],
  [
    '@ deadline checks\ngift: Checks\non: 02-29',
    'meadow.md: The text deadline checks: on: Enter a date that exists.',
  ],
  [
    '@ resource form\ngroup: Forms\ntitle: Form\ndescription: To print\nhref: javascript:alert(1)',
    expect.stringMatching(/^meadow\.md: The text resource form: href: Use a page of this site/),
  ],
  [
    '@ block home-vistor\n\nHello.',
    expect.stringMatching(/^meadow\.md: The text block home-vistor: no page shows it/),
  ],
  [
    `@ block terms\ntitle: ${'a'.repeat(201)}\n\nBe kind.`,
    'meadow.md: The text block terms: title: Use 200 characters or fewer.',
  ],
])('a wrong text is named with its file: %j', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem])
})

test('everything that is wrong is said at once, and texts of no client too', () => {
  const folder = folderWith({
    'meadow.md': '@ block terms\n\n@ blok x\n\nText',
    'orchard.md': '@ block terms\n\nText',
  })
  expect(readOwnTexts(folder, ['meadow']).problems).toEqual([
    `${folder}/meadow.md: The text block terms: body: Enter the text.`,
    `${folder}/meadow.md: There is no kind of content "blok" (blok x).`,
    `${folder}/orchard.md: there is no client orchard whose texts these could be.`,
  ])
})
