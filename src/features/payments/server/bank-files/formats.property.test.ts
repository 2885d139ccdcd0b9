import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { type BacsItem, bacsItems } from '../../../../testing/payments/bacs-files.ts'
import { nachaFile } from '../../../../testing/payments/bank-files.ts'
import { type CamtEntry, camtFile } from '../../../../testing/payments/camt.ts'
import { parseBankFile } from './parse-bank-file.ts'

const us = {
  bankCode: '011000015',
  accountNumber: '123456789',
  currency: 'USD',
  csv: null,
  others: [],
} as const
const uk = { bankCode: '000001', accountNumber: '00000001', currency: 'GBP', csv: null, others: [] } as const
const runs = { numRuns: 60 }

const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const grant = fc.integer({ min: 1, max: 99_999_999 }).map(number => `GRANT-${number}`)
const cents = fc.bigInt({ min: 1n, max: 9_999_999_999n })
const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

test('a NACHA file says the same with other line ends, padding, envelope and end', () => {
  const entry = fc.record({ reference: grant, amountMinor: cents })
  const shape = fc.record({
    end: lineEnd,
    padding: fc.constantFrom<'cut' | 'none' | 'more'>('cut', 'none', 'more'),
    envelope: fc.constantFrom('', "$$ADD ID=ABC BID='NWFACH'", '//BATCH'),
    last: fc.constantFrom('', '\u001a', '\r\n\u001a'),
    hasFiller: fc.boolean(),
    hasMark: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), shape, (entries, about) => {
      const plain = nachaFile(entries)
      const padded = {
        cut: (line: string) => line.trimEnd(),
        none: (line: string) => line,
        more: (line: string) => line.padEnd(130),
      }
      const records = [
        ...plain.split('\n').filter(line => line !== ''),
        ...(about.hasFiller ? ['9'.repeat(94)] : []),
      ]
      const text = [
        ...(about.envelope === '' ? [] : [about.envelope]),
        ...records.map(padded[about.padding]),
      ].join(about.end)
      const written = `${about.hasMark ? '\uFEFF' : ''}${text}${about.last}`
      expect(parseBankFile(Buffer.from(written), us).lines).toEqual(
        parseBankFile(Buffer.from(plain), us).lines,
      )
    }),
    runs,
  )
})

test('a NACHA file of which a record lost characters is refused, or says the same', () => {
  fc.assert(
    fc.property(grant, cents, fc.nat({ max: 400 }), (reference, amountMinor, at) => {
      const plain = nachaFile([{ reference, amountMinor }])
      const place = at % plain.length
      const text = plain.slice(0, place) + plain.slice(place + 1)
      expect(['refused', linesAsText(plain)]).toContain(linesAsText(text))
    }),
    runs,
  )
})

/** The lines of a file; `refused` for one that is refused with a sentence. */
function linesAsText(text: string): string {
  try {
    return JSON.stringify(parseBankFile(Buffer.from(text), us).lines, (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
  } catch (failure) {
    if (failure instanceof Problem) return 'refused'
    throw failure
  }
}

test('a statement says its entries, whatever texts, references and spellings of amounts it has', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    // What XML can carry.
    .map(each => each.replaceAll(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|[<>&]/gu, ''))
  const entry = fc.record({
    minor: cents,
    zeros: fc.nat({ max: 5 }),
    side: fc.constantFrom<'CRDT' | 'DBIT'>('CRDT', 'DBIT'),
    endToEnd: fc.oneof(grant, text),
    text,
    reference: text,
    isOldStatus: fc.boolean(),
  })
  const about = fc.record({
    version: fc.constantFrom('02', '06', '08', '12'),
    end: lineEnd,
    prefix: fc.constantFrom('', 'n:'),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), about, (entries, { version, end, prefix }) => {
      const sum = entries.reduce((total, { minor, side }) => total + (side === 'CRDT' ? minor : -minor), 0n)
      const written = entries.map(
        ({ minor, zeros, side, endToEnd, text: words, reference, isOldStatus }): CamtEntry => ({
          amount: `${'0'.repeat(zeros)}${decimal(minor)}`,
          side,
          isOldStatus,
          servicerRef: reference,
          parts: [{ endToEnd, text: words }],
        }),
      )
      const file = camtFile(
        [
          {
            account: uk.accountNumber,
            bank: uk.bankCode,
            currency: 'GBP',
            opening: '0.00',
            closing: `${sum < 0n ? '-' : ''}${decimal(sum < 0n ? -sum : sum)}`,
            entries: written,
          },
        ],
        { version },
      )
      const prefixed = file
        .replaceAll(/<(\/?)([A-Z])/g, `<$1${prefix}$2`)
        .replace(/xmlns=/, prefix === '' ? 'xmlns=' : 'xmlns:n=')
        .replaceAll('><', `>${end}<`)
      const { lines } = parseBankFile(Buffer.from(prefixed), uk)
      expect(
        lines.map(({ amountMinor, movement }) => [amountMinor, movement?.isCredit, movement?.problem]),
      ).toEqual(entries.map(({ minor, side }) => [minor, side === 'CRDT', null]))
    }),
    runs,
  )
})

test('an ARUCS says its items, and is refused if a digit of an amount or of its totals is another', () => {
  const item = fc.record({
    ref: grant,
    minor: cents,
    code: fc.constantFrom('0', '2', '3', '5', 'B', 'C', 'X'),
  })
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), fc.nat(), lineEnd, (items, which, end) => {
      const file = bacsItems(
        items.map(({ ref, minor, code }): BacsItem => ({ ref, returnCode: code, amount: decimal(minor) })),
      ).replaceAll('><', `>${end}<`)
      const read = (text: string) => parseBankFile(Buffer.from(text), uk).lines
      expect(read(file).map(({ names, amountMinor }) => [names, amountMinor])).toEqual(
        items.map(({ ref, minor }) => [{ reference: ref }, minor]),
      )
      const amounts = [...file.matchAll(/valueOf="(\d)/g)]
      const found = amounts[which % amounts.length]
      const place = (found?.index ?? 0) + 'valueOf="'.length
      const digit = (Number(file[place]) + 1) % 10
      expect(() => read(`${file.slice(0, place)}${digit}${file.slice(place + 1)}`)).toThrow()
    }),
    runs,
  )
})
