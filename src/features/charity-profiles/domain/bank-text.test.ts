import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BankFormat, bankName, bankText, hasLetterOrDigit } from './bank-text.ts'

const allowed: Record<BankFormat, RegExp> = {
  nacha: /^[\x21-\x7e](?:[\x20-\x7e]{0,20}[\x21-\x7e])?$/,
  bacs18: /^[A-Z0-9.\-/&](?:[A-Z0-9.\-/& ]{0,16}[A-Z0-9.\-/&])?$/,
  'pain.001': /^[a-zA-Z0-9\-?:().,'+](?:[a-zA-Z0-9/\-?:().,'+ ]{0,138}[a-zA-Z0-9\-?:().,'+])?$/,
}

test.each([
  ['Łódź Relief', 'LODZ RELIEF', 'LODZ RELIEF', 'Lodz Relief'],
  ['Straße & Brücke', 'STRASSE & BRUCKE', 'STRASSE & BRUCKE', 'Strasse + Brucke'],
  ['Zoë’s Café', "ZOE'S CAFE", 'ZOE S CAFE', "Zoe's Cafe"],
  ['Ødegård Æble', 'ODEGARD AEBLE', 'ODEGARD AEBLE', 'Odegard Aeble'],
  ['Đỗ Ngọc Ánh', 'DO NGOC ANH', 'DO NGOC ANH', 'Do Ngoc Anh'],
  ['Ζωή', 'ZOI', 'ZOI', 'Zoi'],
  ['Надежда', 'NADEZHDA', 'NADEZHDA', 'Nadezhda'],
  ['1234567890', '1234567890', '1234567890', '1234567890'],
  ['//Trust//', '//TRUST//', '//TRUST//', 'Trust'],
  ['a // b', 'A // B', 'A // B', 'a / b'],
  ['   AID', 'AID', 'AID', 'AID'],
  ['😀 Aid', 'AID', 'AID', 'Aid'],
])('writes %s as banks read it', (name, nacha, bacs18, pain001) => {
  expect([bankName(name, 'nacha'), bankName(name, 'bacs18'), bankName(name, 'pain.001')]).toEqual([
    nacha,
    bacs18,
    pain001,
  ])
})

describe.each(['nacha', 'bacs18', 'pain.001'] as const)('a name in a %s file', format => {
  test('has the characters and the length of its field, or is empty, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), name => {
        const written = bankName(name, format)
        if (written !== '') expect(written).toMatch(allowed[format])
        if (format === 'pain.001') expect(written).not.toContain('//')
        // It is cut after it was transliterated, so that nothing but the end is lost.
        expect(bankText(name, format).startsWith(written)).toBe(true)
        // What is written once is read as itself.
        expect(bankName(written, format)).toBe(written)
      }),
      { numRuns: 300 },
    )
  })

  test('of an emoji alone names nothing', () => {
    expect(hasLetterOrDigit(bankName('😀', format))).toBe(false)
  })
})
