import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsAll, highlightedParts, searchTerms } from './find-text.ts'

const marked = (text: string, typed: string) =>
  highlightedParts(text, searchTerms(typed))
    .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
    .join('')

test('finds a text that has every typed word, in any order, ignoring case and accents (§17)', () => {
  expect(searchTerms('  Gift, a CHEQUE gift ')).toEqual(['gift', 'a', 'cheque'])
  expect(searchTerms(' ?! – ')).toEqual([])
  expect(containsAll('How long does a cheque take?', searchTerms('cheque LONG'))).toBe(true)
  expect(containsAll('How long does a cheque take?', searchTerms('cheque wire'))).toBe(false)
  expect(containsAll('The Hôpital Général', searchTerms('hopital'))).toBe(true)
  expect(containsAll('The charity’s website', searchTerms("charity's"))).toBe(true)
})

test.each([
  ['honor', 'A grant in honour of a friend'],
  ['honour', 'A grant in honor of a friend'],
  ['honoring', 'Whom the grant honors'],
  ['checks', 'A cheque by post'],
  ['cheques', 'Checks by mail'],
  ['organisation', 'An organization abroad'],
  ['adviser', 'Your advisors'],
  ['programme', 'A named program'],
  ['centre', 'The community center'],
  ['cancelled', 'When it is canceled'],
  ['charities', 'One charity'],
  ['contributed', 'A contribution'],
  ['deduct', 'Is it deductible?'],
  ['granting', 'The grant'],
])('finds %s in “%s”: another form or spelling of the word (§17)', (typed, text) => {
  expect(containsAll(text, searchTerms(typed))).toBe(true)
  expect(marked(text, typed)).toContain('[')
})

test.each([
  ['four', 'It is for you'],
  ['pay', 'A pledge'],
  ['fund', 'A friend'],
  ['hour', 'A horse'],
])('does not find %s in “%s” (§17)', (typed, text) => {
  expect(containsAll(text, searchTerms(typed))).toBe(false)
})

test('marks matches in the original text (§17)', () => {
  expect(marked('How long does a Cheque take?', 'cheque take')).toBe('How long does a [Cheque] [take]?')
  expect(marked('Grants and re-granting', 'grant')).toBe('[Grant]s and re-[grant]ing')
  expect(marked('Hôpital', 'opi')).toBe('H[ôpi]tal')
  expect(marked('donor-advised', 'donor advised or-ad')).toBe('[donor-advised]')
  expect(marked('Nothing here', 'cheque')).toBe('Nothing here')
  expect(marked('In honour of Ruth', 'honors')).toBe('In [honour] of Ruth')
})

test('highlighting loses no character, and highlights a match in every text that is found (§17)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, typed) => {
      const words = searchTerms(typed)
      const parts = highlightedParts(text, words)
      expect(parts.map(part => part.text).join('')).toBe(text)
      if (words.length > 0 && containsAll(text, words)) expect(parts.some(part => part.isFound)).toBe(true)
      if (words.length === 0) expect(parts.some(part => part.isFound)).toBe(false)
    }),
  )
})
