import { describe, expect, test } from 'vitest'
import { clients } from '../../../../clients/clients.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { fitsPositivePay, type PositivePayItem, writePositivePay } from './positive-pay.ts'

const item = (about: Partial<PositivePayItem> = {}): PositivePayItem => ({
  chequeNumber: 100_418n,
  amountMinor: 1_250_05n,
  payeeName: 'Harbor Shelter, Inc.',
  issuedOn: '2026-03-16' as IsoDate,
  voidedOn: null,
  ...about,
})
const voided = item({ voidedOn: '2026-04-02' as IsoDate })
const write = (items: readonly PositivePayItem[], layout: 'first-american' | 'chase') =>
  writePositivePay(items, { layout, accountNumber: '4417123' })

/** The fields of First American Bank's record, by their published positions, which count from 1. */
const fields = (line: string) => {
  const at = (from: number, to: number) => line.slice(from - 1, to)
  return {
    account: at(1, 11),
    number: at(12, 21),
    issuedOn: at(22, 29),
    amount: at(30, 39),
    payee: at(40, 69),
    blank: at(70, 70),
    void: at(71, 71),
    voidedOn: at(72, 79),
  }
}

describe('a file in the layout of First American Bank', () => {
  test('has 79 characters a record, its fields at their places, and no header', () => {
    const lines = write([item(), voided], 'first-american').split('\r\n')
    expect(lines.map(line => line.length)).toEqual([79, 79, 0])
    const issue = {
      account: '00004417123',
      number: '0000100418',
      issuedOn: '03162026',
      amount: '0000125005',
      payee: 'HARBOR SHELTER INC.           ',
      blank: ' ',
      void: ' ',
      voidedOn: ' '.repeat(8),
    }
    expect(fields(lines[0] ?? '')).toEqual(issue)
    expect(fields(lines[1] ?? '')).toEqual({ ...issue, void: 'V', voidedOn: '04022026' })
  })
})

describe('a file in the layout of Chase', () => {
  test('has the columns code, account, number, day, amount and payee, and no heading', () => {
    expect(write([item(), voided], 'chase')).toBe(
      'I,4417123,100418,031626,1250.05,HARBOR SHELTER INC.\r\nC,4417123,100418,031626,1250.05,HARBOR SHELTER INC.\r\n',
    )
  })
})

describe.each(['first-american', 'chase'] as const)('the layout %s', layout => {
  test.each([
    ['a comma and quotes', 'Shelter, "Home", Inc.', 'SHELTER HOME INC.'],
    ['a formula', '=cmd|calc!A1', 'CMD CALC A1'],
    ['another script', 'Łódź Ζωή 王', 'LODZ ZOI WANG'],
    ['line breaks', 'Shelter\r\nI,1,1,010126,1.00,X', 'SHELTER I 1 1 010126 1.00 X'],
    ['nothing that a bank can read', '😀', ''],
  ])('writes a payee with %s on one line of its own', (_what, payeeName, written) => {
    const [line = '', ...rest] = write([item({ payeeName })], layout).split('\r\n')
    expect(rest).toEqual([''])
    const read = layout === 'chase' ? line.split(',') : []
    expect(layout === 'chase' ? read[5] : fields(line).payee.trimEnd()).toBe(written)
    expect(read).toHaveLength(layout === 'chase' ? 6 : 0)
  })

  test('cuts a long payee', () => {
    const [line = ''] = write([item({ payeeName: 'A'.repeat(300) })], layout).split('\r\n')
    expect(line.match(/A+$|A+(?= )/)?.[0]).toHaveLength(layout === 'chase' ? 40 : 30)
  })

  test('refuses a number or an amount that it has no room for', () => {
    expect(fitsPositivePay(item(), layout)).toBe(true)
    expect(fitsPositivePay(item({ chequeNumber: 10n ** 12n }), layout)).toBe(false)
    expect(fitsPositivePay(item({ amountMinor: 10n ** 12n }), layout)).toBe(false)
  })
})

test('the account of each client fits its layout', () => {
  for (const { payments } of Object.values(clients)) {
    if (payments === null || payments.positivePay === null) continue
    const { positivePay: layout, accountNumber } = payments
    expect(() => writePositivePay([item()], { layout, accountNumber })).not.toThrow()
  }
})
