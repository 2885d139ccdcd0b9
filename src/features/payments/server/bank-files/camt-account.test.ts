import { describe, expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { type CamtEntry, type CamtStatement, camtFile } from '../../../../testing/payments/camt.ts'
import type { OwnAccount } from './bank-line.ts'
import { parseBankFile } from './parse-bank-file.ts'

const own: OwnAccount = {
  bankCode: '601613',
  accountNumber: '00000002',
  currency: 'GBP',
  csv: null,
  others: [],
}
const statement = (entries: readonly CamtEntry[], about: Partial<CamtStatement> = {}): CamtStatement => ({
  account: '00000002',
  bank: '601613',
  currency: 'GBP',
  ...about,
  entries,
})
const read = (text: string) => parseBankFile(Buffer.from(text), own)
const refusal = (text: string) => {
  try {
    read(text)
  } catch (failure) {
    return failure instanceof Problem ? failure.detail : String(failure)
  }
  return undefined
}
const credit: CamtEntry = { amount: '100.00', side: 'CRDT' }

describe('the account', () => {
  const text = (about: Omit<CamtStatement, 'entries'>) =>
    camtFile([{ currency: 'GBP', ...about, entries: [credit] }])

  test.each([
    [{ account: '60-16-13 00000002' }],
    [{ account: '60161300000002' }],
    [{ account: '00000002', bank: '60-16-13' }],
    [{ iban: 'GB29 NWBK 6016 1300 0000 02' }],
  ])('%j is ours', about => {
    expect(read(text(about)).lines).toHaveLength(1)
  })

  test.each([
    // The same ending, another account.
    [{ account: '9900000002' }],
    [{ iban: 'GB29NWBK00000200000002' }],
    [{ iban: 'DE29NWBK60161300000002' }],
    [{ account: '00000002', bank: '601614' }],
    [{ account: '2' }],
    [{ account: '' }],
  ])('%j is not', about => {
    expect(refusal(text(about))).toMatch(/not for an account/)
  })

  test.each([
    ['no bank', ''],
    ['its bank as “ABCDGB2L” alone', '<Svcr><FinInstnId><BICFI>ABCDGB2L</BICFI></FinInstnId></Svcr>'],
  ])('by its number and %s is for a person', (bank, servicer) => {
    const { lines } = read(text({ account: '00000002' }).replace('</Acct>', `${servicer}</Acct>`))
    expect(lines).toMatchObject([
      { line: 1, question: 'It is our account', detail: expect.stringContaining(`names ${bank}.`) },
      { line: 2, dependsOn: 1, effect: 'returned' },
    ])
  })

  test('of others in the same file is named and left out', () => {
    const { lines } = read(
      camtFile([statement([credit, credit], { account: '88887777', currency: 'EUR' }), statement([credit])]),
    )
    expect(lines).toMatchObject([
      {
        effect: 'none',
        detail: 'A statement of another account, ending in 7777. Its 2 entries were left out.',
      },
      { effect: 'returned' },
    ])
  })
})
