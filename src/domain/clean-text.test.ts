import { expect, test } from 'vitest'
import { cleanCode, cleanText } from './clean-text.ts'

test.each([
  ['a composed form', 'Nguye\u0302\u0303n', 'Nguyễn'],
  ['blanks that do not break', 'Anna\u00a0Maria\u202fde\u2009Vries', 'Anna Maria de Vries'],
  ['a tab', 'Anna\tVries', 'Anna Vries'],
  ['hyphens that do not break', 'Anne\u2011Marie', 'Anne-Marie'],
  ['soft hyphens and zero-width spaces', 'Whit\u00adcombe\u200b\ufeff', 'Whitcombe'],
  ['marks of the direction', '\u202aFinch\u202c \u200eFund\u2069', 'Finch Fund'],
  ['a joiner in Latin letters', 'Fin\u200dch', 'Finch'],
  ['a joiner in Persian', 'علی\u200cرضا', 'علی\u200cرضا'],
  ['a joiner in an emoji', '👩\u200d👧', '👩\u200d👧'],
  ['an apostrophe', 'O’Brien – Smith', 'O’Brien – Smith'],
  ['line breaks', 'one\ntwo', 'one\ntwo'],
])('text with %s is stored as people read it', (_case, pasted, stored) => {
  expect(cleanText(pasted)).toBe(stored)
  expect(cleanText(stored)).toBe(stored)
})

test.each([
  ['LS1\u00a01AA', 'LS1 1AA'],
  ['23\u20117654321', '23-7654321'],
  ['23\u20137654321', '23-7654321'],
  ['１９１０３', '19103'],
  ['jo\u200b＠example.org', 'jo@example.org'],
])('a code that was pasted as %j is stored as %s', (pasted, stored) => {
  expect(cleanCode(pasted)).toBe(stored)
})
