import { expect, test } from 'vitest'
import { printedNote } from './printed-letters.ts'

test.each([
  'Eleanor Whitcombe',
  'Nguyễn Thị Ngọc Ánh',
  'Nguye\u0302\u0303n',
  'Ζωή Παπαδοπούλου',
  'Надежда Ґалаґан',
  'Łódź Børn’s Æon Straße Şükrü Hawaiʻi',
  '王小明',
  'さくら 鈴木',
  '김민준',
  '3 Friends – & Co.',
])('a name in letters that PDFs have needs no note: %s', name => {
  expect(printedNote(name)).toBeUndefined()
})

test.each([
  ['محمد Ali', '“محمد”'],
  ['हिन्दी', '“हिन्दी”'],
  ['ἀρχή', '“ἀρχή”'],
  ['𠮷野', '“𠮷野”'],
])('the note names the word that PDFs spell otherwise: %s', (name, quoted) => {
  expect(printedNote(name)).toContain(`all the letters of ${quoted}.`)
})
