import { describe, expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { type Bai2Account, bai2File } from '../../../../testing/payments/bai2.ts'
import type { OwnAccount } from './bank-line.ts'
import { parseBankFile } from './parse-bank-file.ts'

const own: OwnAccount = {
  bankCode: '099990011',
  accountNumber: '0000100000',
  currency: 'USD',
  csv: null,
  others: [{ bankCode: '099990011', accountNumber: '0000200000', csv: null }],
}
const read = (text: string) => parseBankFile(Buffer.from(text), own)
const account = (...entries: string[]): Bai2Account => ({ number: '0000100000', entries })
const linesOf = (...entries: string[]) => read(bai2File([account(...entries)])).lines
const refusal = (text: string) => {
  try {
    read(text)
  } catch (failure) {
    return failure instanceof Problem ? failure.detail : String(failure)
  }
  return undefined
}

describe('a BAI2 file', () => {
  test('has the entries of each of our accounts, with their day, side, amount and reference', () => {
    const file = read(
      bai2File([
        account('16,475,30500,Z,BANKREF001,000123,PAID CHECK/'),
        { number: '0000200000', entries: ['16,195,1000000,,BANKREF002,,WIRE FROM ADA FINCH, FOR FUND 7'] },
      ]),
    )
    expect(file).toMatchObject({
      format: 'bai2',
      lines: [
        {
          effect: 'cleared',
          names: { chequeNumber: 123n },
          amountMinor: 305_00n,
          movement: {
            bookedOn: '2026-03-18',
            entry: { bankAccount: '099990011/0000100000', reference: 'BANKREF001' },
          },
        },
        {
          effect: 'returned',
          amountMinor: 10_000_00n,
          detail: '195 WIRE FROM ADA FINCH, FOR FUND 7',
          movement: { entry: { bankAccount: '099990011/0000200000' } },
        },
      ],
    })
    expect(file.statements).toMatchObject([
      { bankAccount: '099990011/0000100000', openingMinor: 1_000_00n, closingMinor: 695_00n },
      { bankAccount: '099990011/0000200000', openingMinor: 1_000_00n, closingMinor: 11_000_00n },
    ])
  })

  test.each([
    ['without a funds type', '16,195,500,,BANKREF001,,TEXT/'],
    ['with a value date', '16,195,500,V,260318,1200,BANKREF001,,TEXT/'],
    ['available in parts', '16,195,500,S,100,200,200,BANKREF001,,TEXT/'],
    ['available by days', '16,195,500,D,2,0,300,1,200,BANKREF001,,TEXT/'],
    ['continued after its fields', '16,195,500,Z,BANKREF001,/\n88,TEXT/'],
    ['continued within its fields', '16,195,500/\n88,Z,BANKREF001,,TEXT/'],
  ])('reads an entry %s', (_, entry) => {
    expect(linesOf(entry)).toMatchObject([
      { amountMinor: 5_00n, detail: '195 TEXT', movement: { entry: { reference: 'BANKREF001' } } },
    ])
  })

  test('joins a text that goes on in other lines', () => {
    expect(linesOf('16,195,500,Z,BANKREF001,,A TEXT\n88,WITH, COMMAS\n88,AND / SLASHES')[0]?.detail).toBe(
      '195 A TEXT WITH, COMMAS AND / SLASHES',
    )
  })

  test.each(['\r\n', '\r'])('reads lines that end with %j, are padded and followed by Ctrl-Z', ending => {
    const lines = bai2File([account('16,195,500,Z,BANKREF001,,TEXT/')])
      .trimEnd()
      .split('\n')
    const text = `${lines.map(line => line.padEnd(80)).join(ending)}${ending}\u001a`
    expect(read(text).lines).toHaveLength(1)
  })

  test('names a payment by its customer reference, and a returned entry as returned', () => {
    expect(linesOf('16,257,500,Z,BANKREF001,GRANT-77,RETURN/')).toMatchObject([
      { effect: 'returned', names: { reference: 'GRANT-77' }, movement: { isReturn: true } },
    ])
    expect(linesOf('16,195,500,Z,BANKREF001,,FOR GRANT-77/')).toMatchObject([
      { names: { reference: 'GRANT-77' }, movement: { isReturn: false, isNamedByText: true } },
    ])
  })

  test('leaves out accounts of others, and reports within the day', () => {
    const { lines, statements } = read(
      bai2File([{ number: '7770001234', entries: ['16,195,500,Z,R,,TEXT/'] }, account()]),
    )
    expect(lines.map(({ detail }) => detail)).toEqual([
      'A statement of another account, ending in 1234. It was left out.',
    ])
    expect(statements).toHaveLength(1)
    expect(read(bai2File([account('16,195,500,Z,R,,TEXT/')], { modifier: '3' }))).toMatchObject({
      lines: [{ effect: 'none' }],
      statements: [],
    })
  })

  test('asks whose account it is where the bank is not named', () => {
    expect(
      read(bai2File([account('16,195,500,Z,BANKREF001,,TEXT/')], { bank: 'HARBOR' })).lines,
    ).toMatchObject([{ question: 'It is our account' }, { dependsOn: 1, amountMinor: 5_00n }])
  })

  test('is refused whose totals or balances do not agree', () => {
    const whole = bai2File([account('16,195,500,Z,BANKREF001,,TEXT/')])
    expect(refusal(whole.replace('16,195,500', '16,195,501'))).toMatch(/totals of an account do not match/)
    expect(refusal(whole.replace(/^99,.*/m, ''))).toMatch(/its last record is missing/)
    expect(refusal(`${whole}01,A/`)).toMatch(/after its end/)
    expect(refusal(bai2File([{ ...account('16,195,500,Z,R,,T/'), closing: '100001' }]))).toMatch(
      /1000.00 and its entries make 1005.00, but it closes with 1000.01/,
    )
  })

  test.each([
    ['16,721,500,Z,R,,T/', /type code “721”/],
    ['16,195,5.00,Z,R,,T/', /not an amount/],
    ['16,195,-500,Z,R,,T/', /negative amount/],
    ['16,195,500,D,x,R,,T/', /amounts by day/],
    ['17,195/', /type “17”/],
  ])('is refused with the entry %s', (entry, sentence) => {
    expect(refusal(bai2File([account(entry)]))).toMatch(sentence)
  })

  test.each([
    [{ status: '2' }, /deletes or tests/],
    [{ asOf: '261340' }, /no date/],
    [{ currency: 'EUR' }, /in EUR/],
    [{ bank: '021000021' }, /not for an account of ours/],
  ])('is refused with %j', (about, sentence) => {
    expect(refusal(bai2File([account()], about))).toMatch(sentence)
  })
})
