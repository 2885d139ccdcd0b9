import { describe, expect, test } from 'vitest'
import type { Currency } from '../../../../domain/money.ts'
import { columnsOf } from './file-headings.ts'

const read = (line: string, currency: Currency = 'USD') => {
  const found = columnsOf(line.split(';'), currency)
  return 'problem' in found ? found.problem : Object.fromEntries(found)
}

describe('headings of a file of grants', () => {
  test.each([
    'Tax ID',
    'Tax ID (EIN)',
    'EIN #',
    'Tax-ID',
    'EIN/Tax ID',
    'TAX ID NUMBER',
    'Charity’s Tax ID',
    'Federal Tax ID No.',
    'Employer Identification Number',
    'Tax\u200b\u00a0ID',
    'TaxID',
    'Organization EIN',
    'Charity number',
    'Registered charity no.',
    'Charity Registration Number',
    'Reg. charity #',
    'Charity ID',
    'Number',
    'Our number',
    'No.',
  ])('“%s” is the number of the charity', heading => {
    expect(read(`Date;${heading};Amount`)).toEqual({ taxId: 1, amount: 2 })
  })

  test.each([
    [
      'USD',
      [
        'Amount',
        'Amount ($)',
        'Amount (USD)',
        'AMOUNT',
        'Gift amount',
        'Grant Amount',
        'Donation amount (US$)',
        '$ Amount',
        'Amount in US dollars',
      ],
    ],
    ['GBP', ['Amount (£)', 'Amount (GBP)', 'Grant amount, in pounds', 'Amount in sterling']],
  ] as const)('in a fund in %s, the usual words are the amount', (currency, headings) => {
    for (const heading of headings)
      expect(read(`EIN;${heading}`, currency), heading).toEqual({ taxId: 0, amount: 1 })
  })

  test.each([
    ['USD', 'Amount (£)', 'US dollars'],
    ['USD', 'Amount (GBP)', 'US dollars'],
    ['USD', 'Gift amount (€)', 'US dollars'],
    ['GBP', 'Amount ($)', 'pounds sterling'],
  ] as const)('in a fund in %s, “%s” is refused as another currency', (currency, heading, wanted) => {
    expect(read(`EIN;${heading}`, currency)).toBe(
      `The heading “${heading}” names another currency. Enter an amount in ${wanted}.`,
    )
  })

  test.each([
    [
      'Transaction',
      'Account ID',
      'Grant ID',
      'Fund number',
      'Company number',
      'Donor tax ID',
      'Telephone no.',
    ],
  ])('numbers of something else are not that of the charity: %s', (...headings) => {
    for (const heading of headings)
      expect(read(`${heading};Amount`), heading).toContain('no column for the charity’s number')
  })

  test('the headings of the export of grants and of the charity list are understood', () => {
    expect(
      read(
        'Date;Charity;Tax ID;Charity status;Purpose;Shown to the charity;State;Amount (USD);Returned (USD);Account ID;Account Name',
      ),
    ).toEqual({ taxId: 2, name: 1, amount: 7, purpose: 4, naming: 5 })
    expect(
      read('Charity;Number;Cause;Note;Last grant;Amount of the last grant (USD);Given in total (USD);Amount'),
    ).toEqual({ taxId: 1, name: 0, amount: 7 })
  })

  test('a clear heading is preferred to a vague one', () => {
    expect(read('No.;Name;Charity name;EIN;Amount')).toEqual({ taxId: 3, name: 2, amount: 4 })
  })

  test('two columns that could be the same are refused by their headings', () => {
    expect(read('EIN;Amount;Gift amount')).toBe(
      'Two columns could be the amount: “Amount” and “Gift amount”. Rename or delete one of them.',
    )
  })

  test('the refusal says which column is missing, what the first row has, and how to name it', () => {
    expect(read('Steuernummer;Betrag')).toBe(
      'We found no column for the charity’s number and the amount. The first row has “Steuernummer”, “Betrag”. Name the missing ones “Tax ID” and “Amount”, as in the template.',
    )
    expect(read('Steuernummer;Amount', 'GBP')).toContain('Name the missing one “Charity number”')
    const many = read(Array.from({ length: 20 }, (_, index) => `${'x'.repeat(50)}${index}`).join(';'))
    expect(many).toContain('and others')
    expect(many.length).toBeLessThan(900)
  })
})
