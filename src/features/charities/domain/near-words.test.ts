import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameKey } from './name-key.ts'
import { isOneErrorApart, nearKeys } from './near-words.ts'

const word = fc.stringMatching(/^[A-Z]{3,14}$/)

/** An insertion, deletion, substitution or transposition. */
const mistyped = fc
  .tuple(word, fc.nat(), fc.constantFrom('A', 'E', 'Z'), fc.nat({ max: 3 }))
  .map(([text, nat, letter, kind]) => {
    const at = nat % text.length
    const rest = text.slice(at + 1)
    const made = [
      text.slice(0, at) + letter + text.slice(at),
      text.slice(0, at) + rest,
      text.slice(0, at) + letter + rest,
    ]
    return {
      text,
      typed: made[kind] ?? text.slice(0, at) + rest.slice(0, 1) + text.slice(at, at + 1) + rest.slice(1),
    }
  })

test('shares a key between a word and its variant with one typing error', () => {
  fc.assert(
    fc.property(mistyped, ({ text, typed }) => {
      fc.pre(typed.length >= 3)
      expect(isOneErrorApart(typed, text)).toBe(true)
      const keys = new Set(nearKeys(text))
      expect(nearKeys(typed).some(key => keys.has(key))).toBe(true)
    }),
  )
})

test('rejects two typing errors', () => {
  for (const [typed, meant] of [
    ['CHRUCHH', 'CHURCH'],
    ['CAT', 'DOG'],
    ['LEGION', 'LEGIONARY'],
    ['ABCD', 'BADC'],
  ] as const) {
    expect(isOneErrorApart(typed, meant)).toBe(false)
  }
})

test('normalizes names without case, accents and punctuation', () => {
  expect(nameKey('  Café “L’Étoile” & Co., Inc. ')).toBe('CAFE LETOILE AND CO INC')
  expect(nameKey("WOMEN'S AID-SOCIETY")).toBe('WOMENS AID SOCIETY')
  expect(nameKey('!!! 🙂 %_')).toBe('')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      expect(nameKey(nameKey(text))).toBe(nameKey(text))
    }),
  )
})
