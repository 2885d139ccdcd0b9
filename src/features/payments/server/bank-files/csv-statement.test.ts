import { describe, expect, test } from 'vitest'
import type { CsvColumns } from '../../../../clients/client.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { OwnAccount } from './bank-line.ts'
import { readCsvAmount, readCsvDate } from './csv-values.ts'
import { parseBankFile } from './parse-bank-file.ts'

const columns: CsvColumns = {
  date: 'Date',
  dateOrder: 'dmy',
  amount: { credit: 'Paid in', debit: 'Paid out' },
  text: 'Details',
  reference: null,
  counterparty: null,
  balance: 'Balance',
}
const own: OwnAccount = {
  bankCode: '000001',
  accountNumber: '00000001',
  currency: 'GBP',
  csv: null,
  others: [{ bankCode: '000001', accountNumber: '00000011', csv: columns }],
}
const read = (text: string | Buffer, account: OwnAccount = own) => parseBankFile(Buffer.from(text), account)
const refusal = (text: string, account: OwnAccount = own) => {
  try {
    read(text, account)
  } catch (failure) {
    return failure instanceof Problem ? failure.detail : String(failure)
  }
  return undefined
}
const heading = 'Date,Details,Paid out,Paid in,Balance'
const file = (...rows: string[]) => [heading, ...rows].join('\r\n')

describe('a statement of comma-separated values', () => {
  test('is read by the columns of the account, which a person confirms', () => {
    const { lines, statements } = read(
      file('18/03/2026,ADA FINCH GIFT,,"1,000.00","1,500.00"', '19/03/2026,BANK CHARGES,12.50,,1487.50'),
    )
    expect(lines).toMatchObject([
      { question: 'It is this account' },
      {
        dependsOn: 1,
        effect: 'returned',
        amountMinor: 1_000_00n,
        movement: {
          bookedOn: '2026-03-18',
          isCredit: true,
          entry: { bankAccount: '000001/00000011', reference: 'Balance 150000' },
        },
      },
      { dependsOn: 1, effect: 'cleared', amountMinor: 12_50n, detail: 'BANK CHARGES' },
    ])
    expect(statements).toEqual([
      {
        bankAccount: '000001/00000011',
        reference: null,
        opensOn: '2026-03-18',
        closedOn: '2026-03-19',
        openingMinor: 500_00n,
        closingMinor: 1_487_50n,
        dependsOn: 1,
      },
    ])
  })

  test('may begin with the latest row, have lines above its headings, semicolons, tabs and the encoding of Windows', () => {
    const rows = ['19/03/2026;Café;12.50;;1487.50', '18/03/2026;Gift;;1000.00;1500.00', ';;;;']
    const text = ['Account 00000011', '', heading.replaceAll(',', ';').toUpperCase(), ...rows].join('\n')
    for (const each of [Buffer.from(text, 'latin1'), Buffer.from(text.replaceAll(';', '\t'))])
      expect(read(each)).toMatchObject({
        lines: [{}, { detail: 'Gift' }, { detail: 'Café' }],
        statements: [{ opensOn: '2026-03-18', openingMinor: 500_00n, closingMinor: 1_487_50n }],
      })
  })

  test('names a payment by its text alone', () => {
    expect(read(file('18/03/2026,RETURNED GRANT-77,,10.00,10.00')).lines[1]).toMatchObject({
      names: { reference: 'GRANT-77' },
      movement: { isNamedByText: true, isReturn: false },
    })
  })

  test.each([
    [
      'balances that do not add up',
      file('18/03/2026,A,,10.00,10.00', '18/03/2026,B,,10.00,30.00'),
      /do not add up/,
    ],
    ['an amount that may be 1.00 or 100', file('18/03/2026,A,,"1,00",1.00'), /Line 2 has an amount/],
    ['no amount', file('18/03/2026,A,,,1.00'), /Line 2 has no amount/],
    ['a day that is none', file('31/02/2026,A,,1.00,1.00'), /Line 2 has a date/],
    [
      'more values than headings',
      file('18/03/2026,A,,1,000.00,1500.00'),
      /Line 2 has 6 values, but there are 5 headings/,
    ],
    ['a heading twice', `${heading},Balance\n18/03/2026,A,,1.00,1.00,2.00`, /heading “Balance”/],
    [
      'another currency',
      file('18/03/2026,A,,$10.00,10.00'),
      /Line 2 has an amount that cannot be read: “\$10/,
    ],
    ['no rows', file(), /no lines/],
    ['other columns', 'Date,Value\n18/03/2026,1.00', /has not the columns/],
    ['quotation marks that do not match', `${heading}\n"18/03/2026,A,,1,1`, /quotation marks/],
  ])('is refused with %s', (_, text, sentence) => {
    expect(refusal(text)).toMatch(sentence)
  })

  test('is read to its end, with thousands of empty rows and a comma after the last value', () => {
    const rows = [
      '18/03/2026,A,,1.00,1.00,',
      ...Array.from({ length: 102_000 }, () => ',,,,'),
      '19/03/2026,B,,1.00,2.00',
    ]
    expect(read(file(...rows))).toMatchObject({
      lines: [{}, {}, { detail: 'B' }],
      statements: [{ closingMinor: 2_00n }],
    })
  })

  test('is refused as a workbook with what to do', () => {
    for (const start of ['504b0304', 'd0cf11e0a1b11ae1'])
      expect(() => read(Buffer.from(`${start}ff00`, 'hex'))).toThrow(
        'This is a workbook. Ask the bank for a file in one of its own formats, or save it as comma-separated values.',
      )
  })

  test('is refused if two accounts have its columns', () => {
    expect(refusal(file('18/03/2026,A,,1.00,1.00'), { ...own, csv: columns })).toMatch(/Several accounts/)
  })
})

describe('the values', () => {
  test.each([
    ['1,234.50', 1234_50n],
    ['£1,234.5', 1234_50n],
    ['$20', 'unreadable'],
    ['-20', -20_00n],
    ['-£20.00', -20_00n],
    ['(20.00)', -20_00n],
    ['20.00-', -20_00n],
    ['20.00 DR', -20_00n],
    ['20.00 CR', 20_00n],
    ['1.234,50', 'unreadable'],
    ['1,23', 'unreadable'],
    ['(20.00', 'unreadable'],
    ['20.005', 'unreadable'],
    ['=1+1', 'unreadable'],
  ])('%s is the amount %s', (text, amount) => {
    expect(readCsvAmount(text, 'GBP')).toBe(amount)
  })

  test.each([
    ['18/03/2026', 'dmy', '2026-03-18'],
    ['18 Mar 26', 'dmy', '2026-03-18'],
    ['18-March-2026', 'dmy', '2026-03-18'],
    ['3/18/2026 10:00', 'mdy', '2026-03-18'],
    ['2026-03-18T10:00:00', 'ymd', '2026-03-18'],
    ['20260318', 'ymd', '2026-03-18'],
    ['03/18/2026', 'dmy', null],
    ['yesterday', 'dmy', null],
  ] as const)('%s in the order %s is %s', (text, order, day) => {
    expect(readCsvDate(text, order)).toBe(day)
  })
})
