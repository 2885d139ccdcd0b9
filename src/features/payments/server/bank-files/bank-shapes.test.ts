import { describe, expect, test } from 'vitest'
import { bai2File } from '../../../../testing/payments/bai2.ts'
import { type CamtEntry, type CamtStatement, camtFile } from '../../../../testing/payments/camt.ts'
import type { OwnAccount } from './bank-line.ts'
import { parseBankFile } from './parse-bank-file.ts'

// What banks really send, each shape as a small invented file: it is read, or refused with a sentence that says what to ask the bank for.

const own: OwnAccount = {
  bankCode: '099990011',
  accountNumber: '0000218833',
  currency: 'USD',
  csv: {
    date: 'Date',
    text: 'Description',
    reference: 'Reference',
    counterparty: null,
    balance: 'Balance',
    amount: { signed: 'Amount' },
    dateOrder: 'mdy',
  },
  others: [{ bankCode: '099990011', accountNumber: '0000218840', csv: null }],
}
const entry = (about: Partial<CamtEntry> = {}): CamtEntry => ({
  amount: '10.00',
  side: 'CRDT',
  servicerRef: 'SVCR-2026-0001',
  text: 'ADA FINCH',
  ...about,
})
const statement = (entries: readonly CamtEntry[], about: Partial<CamtStatement> = {}): CamtStatement => ({
  account: own.accountNumber,
  bank: own.bankCode,
  entries,
  ...about,
})
const camt = (
  entries: readonly CamtEntry[],
  about: Partial<CamtStatement> = {},
  message?: Parameters<typeof camtFile>[1],
) => camtFile([statement(entries, about)], message)
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')
const latin1 = (text: string) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')
const prefixed = (text: string) =>
  text.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:').replace('<ns2:Document xmlns=', '<ns2:Document xmlns:ns2=')

const read = (bytes: Uint8Array) => {
  const { format, lines, statements } = parseBankFile(bytes, own)
  return {
    format,
    amounts: lines.flatMap(({ movement }) =>
      movement ? [movement.isCredit ? movement.amountMinor : -movement.amountMinor] : [],
    ),
    statements: statements.length,
  }
}

describe('is read', () => {
  test.each([
    [
      'camt.053.001.02 with a status as text',
      camt([entry({ isOldStatus: true })], {}, { version: '02' }),
      [10_00n],
    ],
    ['camt.053.001.12', camt([entry()], {}, { version: '12' }), [10_00n]],
    ['a prefix before each element', prefixed(camt([entry()])), [10_00n]],
    ['a byte order mark', `\uFEFF${camt([entry()])}`, [10_00n]],
    ['amounts with leading zeros', camt([entry({ amount: '000000010.00' })]), [10_00n]],
    [
      'parts whose amounts stand in TxAmt',
      camt([
        entry({
          amount: '30.00',
          parts: [
            { endToEnd: 'ONE', amount: '10.00', amountIn: 'TxAmt' },
            { endToEnd: 'TWO', amount: '20.00', amountIn: 'TxAmt' },
          ],
        }),
      ]),
      [10_00n, 20_00n],
    ],
    [
      'parts whose amounts stand in InstdAmt',
      camt([
        entry({
          amount: '30.00',
          parts: [
            { endToEnd: 'ONE', amount: '10.00', amountIn: 'InstdAmt' },
            { endToEnd: 'TWO', amount: '20.00', amountIn: 'InstdAmt' },
          ],
        }),
      ]),
      [10_00n, 20_00n],
    ],
    [
      'charges, so that parts and entry differ: the entry counts as a whole',
      camt([
        entry({
          amount: '30.00',
          parts: [
            { endToEnd: 'ONE', amount: '31.00' },
            { endToEnd: 'TWO', amount: '1.00' },
          ],
        }),
      ]),
      [30_00n],
    ],
    [
      'parts without amounts: the entry counts as a whole',
      camt([entry({ amount: '30.00', parts: [{ endToEnd: 'ONE' }, { endToEnd: 'TWO' }] })]),
      [30_00n],
    ],
    [
      'parts without references (NOTPROVIDED)',
      camt([
        entry({
          amount: '30.00',
          parts: [
            { endToEnd: 'NOTPROVIDED', amount: '10.00' },
            { endToEnd: 'NOTPROVIDED', amount: '20.00' },
          ],
        }),
      ]),
      [10_00n, 20_00n],
    ],
    ['a pending entry, which comes again', camt([entry({ status: 'PDNG' })]), []],
    [
      'a reversal on the side of its original, by its balances',
      camt([entry({ isReversal: true })], { opening: '100.00', closing: '90.00' }),
      [-10_00n],
    ],
    ['an empty statement', camt([], { opening: '5.00', closing: '5.00' }), []],
    ['a negative balance', camt([entry()], { opening: '-20.00', closing: '-10.00' }), [10_00n]],
    [
      'statements of two accounts of ours in one file',
      camtFile([statement([entry()]), statement([entry({ side: 'DBIT' })], { account: '0000218840' })]),
      [10_00n, -10_00n],
    ],
    ['camt.052, as information', camt([entry()], {}, { message: 'camt.052' }), [10_00n]],
    ['camt.054', camt([entry()], {}, { message: 'camt.054' }), [10_00n]],
    [
      'BAI2 with wires, a book transfer and a returned entry',
      bai2File([
        {
          number: own.accountNumber,
          entries: ['16,206,1000,Z,REF-1,,/', '16,208,2500,Z,REF-2,,/', '16,169,500,Z,REF-3,,/'],
        },
      ]),
      [10_00n, 25_00n, 5_00n],
    ],
    [
      'BAI2 with a text of commas and a continuation',
      bai2File([
        {
          number: own.accountNumber,
          entries: [
            '16,195,1000,Z,REF-0000001,,WIRE FROM FINCH, ADA\n88,AND SONS',
            '16,475,2500,Z,REF-0000002,1001,/',
          ],
        },
      ]),
      [10_00n, -25_00n],
    ],
  ] as [string, string, bigint[]][])('%s', (_what, text, amounts) => {
    expect(read(utf8(text)).amounts).toEqual(amounts)
  })

  test.each([
    ['UTF-16', utf16],
    ['ISO-8859-1', latin1],
  ])('%s', (_name, encode) => {
    expect(read(encode(camt([entry({ text: 'ÉLISE FINCH' })]))).amounts).toEqual([10_00n])
  })
})

describe('is refused with a sentence', () => {
  test.each([
    [
      'a statement that is incomplete',
      camt([entry()], { opening: '0.00', closing: '11.00' }),
      /do not add up/,
    ],
    ['an account of somebody else', camt([entry()], { account: '4444444444' }), /not for an account of ours/],
    ['another currency', camt([entry()], { currency: 'EUR' }), /in EUR/],
    ['a document type', camt([entry()]).replace('?><', '?><!DOCTYPE a><'), /document type/],
    ['a page that the bank sent instead', '<html><body>Please log in</body></html>', /not a bank file/],
    [
      'MT940',
      ':20:STARTUMSE\n:25:10020030/1234567\n:28C:00001/001\n',
      /in MT940, .* Ask the bank for camt\.053/,
    ],
    ['a cut camt.053', camt([entry()]).slice(0, -40), /not well formed/],
  ] as [string, string, RegExp][])('%s', (_what, text, sentence) => {
    expect(() => read(utf8(text))).toThrow(
      expect.objectContaining({ detail: expect.stringMatching(sentence) }),
    )
  })
})
