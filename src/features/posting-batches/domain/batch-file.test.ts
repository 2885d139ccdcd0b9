import { expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { postingBatchLinesList } from '../posting-batch-lines.list.ts'
import { batchColumnNames, batchColumns, columnsOfBatch, readBatchRow } from './batch-file.ts'

const rules = {
  locale: 'en-US',
  currency: 'USD' as const,
  maxAmountMinor: 1_000_000_00n,
  earliest: isoDate('1990-01-01'),
  today: isoDate('2026-03-16'),
}
const template = batchColumnNames.map(column => batchColumns[column][0])
const columns = columnsOfBatch(template)
const read = (...cells: string[]) => {
  if ('problem' in columns) throw new Error(columns.problem)
  return readBatchRow(cells, columns, rules)
}

test('the headings are those of the template, or others that mean the same', () => {
  expect([...(columns as Map<string, number>).keys()]).toEqual([...batchColumnNames])
  expect([
    ...(columnsOfBatch(['AMOUNT', 'Effective\u00a0date', 'fund_id', 'Type']) as Map<string, number>),
  ]).toEqual(
    expect.arrayContaining([
      ['fundId', 2],
      ['kind', 3],
      ['effectiveDate', 1],
      ['amount', 0],
    ]),
  )
  // As in the exported lines of a batch.
  expect(columnsOfBatch(postingBatchLinesList.columns.map(({ heading }) => `${heading}`))).toEqual(
    new Map([
      ['fundId', 2],
      ['kind', 3],
      ['effectiveDate', 4],
      ['amount', 6],
      ['comment', 14],
    ]),
  )
  expect(columnsOfBatch(['Account ID', 'Kind', 'Amount'])).toEqual({
    problem: 'The first row has no column “Date”. Use the headings of the template.',
  })
  expect(columnsOfBatch(['Account ID', 'Fund', 'Kind', 'Date', 'Amount'])).toEqual({
    problem: expect.stringContaining('Two columns could be “Account ID”: “Account ID” and “Fund”'),
  })
})

test('kinds, dates and amounts are read as people and spreadsheets write them', () => {
  expect(read('100001', ' Gain ', '2026-02-28', '1,234.5', '')).toEqual({
    fundId: 100001,
    kind: 'gain',
    effectiveDate: '2026-02-28',
    amountMinor: 1_234_50n,
    comment: null,
  })
  expect(read('100001', 'INVESTMENT FEE', '2/28/2026', '$ 12', 'March')).toMatchObject({
    kind: 'investment_fee',
    effectiveDate: '2026-02-28',
    amountMinor: 12_00n,
    comment: 'March',
  })
  expect(read('100001', 'administrative_fee', 'Feb 28, 2026', '12', '')).toMatchObject({
    kind: 'administrative_fee',
  })
  for (const written of ['-5', '(5.00)', '\u22125'])
    expect(read('100001', 'Other', '2026-02-28', written, 'Refund of a wire fee')).toMatchObject({
      amountMinor: -5_00n,
    })
})

test.each([
  [['', 'Gain', '2026-02-28', '1', ''], 'Enter the account ID, six to eight digits'],
  [['12', 'Gain', '2026-02-28', '1', ''], '“12” is not an account ID'],
  [['100001', 'Bonus', '2026-02-28', '1', ''], '“Bonus” is not a kind of the template'],
  [['100001', 'Gain', '2026-02-30', '1', ''], 'Enter a day that exists: February 2026 has 28 days'],
  [['100001', 'Gain', '2026-03-17', '1', ''], 'The date is in the future'],
  [['100001', 'Gain', '1989-12-31', '1', ''], 'Enter January 1, 1990 or a later date'],
  [
    ['100001', 'Gain', '2026-02-28', '-1', ''],
    '“-1” is negative. The kind says whether it is added or taken away, so the amount is positive',
  ],
  [['100001', 'Gain', '2026-02-28', '0', ''], 'Enter an amount above 0'],
  [['100001', 'Gain', '2026-02-28', '1.234,50', ''], '“1.234,50” is not an amount'],
  [['100001', 'Gain', '2026-02-28', '£1', ''], '“£1” is in another currency. Enter an amount in US dollars'],
  [['100001', 'Gain', '2026-02-28', '1000000.01', ''], 'Enter at most $1,000,000.00'],
  [['100001', 'Gain', '2026-02-28', '1e6', ''], '“1e6” is not an amount'],
  [['100001', 'Other', '2026-02-28', '1', ''], 'Other activity needs a comment that the donor can read'],
  [['100001', 'Gain', '2026-02-28', '1', '#N/A'], 'The comment is the error #N/A of a formula'],
  [
    ['100001', 'Gain', '2026-02-28', '$1', '234.50'],
    '“$1” and “234.50” could be one amount. Put quotation marks around an amount with a comma',
  ],
  [
    ['100001', 'Gain', '2026-02-28', '1', 'x'.repeat(301)],
    'The comment has 301 characters. Shorten it to 300',
  ],
])('%j is refused with its reason', (cells, problem) => {
  expect(read(...cells)).toEqual({ problems: [problem] })
})
