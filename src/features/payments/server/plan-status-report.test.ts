import { describe, expect, test } from 'vitest'
import { pain002File, type Reported } from '../../../testing/payments/bank-files.ts'
import { transferNumbers } from '../../../testing/payments/transfer-numbers.ts'
import { isOursToMend, returnText } from '../domain/return-reasons.ts'
import { readPain002 } from './bank-files/pain002.ts'
import type { NamedPayment } from './bank-files.queries.ts'
import { planReport } from './plan-status-report.ts'

const payment = (number: number, about: Partial<NamedPayment> = {}): NamedPayment => ({
  payment_id: `payment-${number}`,
  run_id: 'run',
  run_number: 12,
  run_state: 'sent',
  method: 'eft',
  grant_id: `grant-${number}`,
  account_id: 'account',
  charity_id: 'charity',
  charity_name: 'The charity',
  reference: `GRANT-${number}`,
  cheque_number: null,
  place: number,
  bank_details_id: 'details',
  amount_minor: 500_00n,
  returned_minor: 0n,
  transaction_status_code: 6,
  is_rejected: false,
  was_rejected_before: false,
  returns: [],
  waiting_minor: 0n,
  is_clearing: false,
  is_rejecting: false,
  ...about,
})

const settings = {
  locale: 'en-GB',
  timeZone: 'Europe/London',
  currency: 'GBP',
  bankAccount: '000002/00000002',
  confirmed: new Set<number>(),
  readNumbers: async () => () => null,
  numbersOf: () => transferNumbers.GB,
} as const

const plan = (report: Reported, payments: readonly NamedPayment[] = [payment(1), payment(2), payment(3)]) =>
  planReport(readPain002(pain002File(12, report), 'GBP'), payments, settings)

/** The effect on each payment, or on the run as a whole. */
const effectsOf = (report: Reported, payments?: readonly NamedPayment[]) =>
  plan(report, payments).lines.map(({ reference, effect }) => `${reference} ${effect}`)

const all = (effect: string) => ['GRANT-1', 'GRANT-2', 'GRANT-3'].map(reference => `${reference} ${effect}`)
const nothing = ['Run 12 none']

describe('a status report', () => {
  test.each<[string, Reported, string[], boolean]>([
    ['GrpSts RJCT alone', { group: 'RJCT', groupReason: 'FF01' }, all('rejected'), true],
    ['PmtInfSts RJCT alone', { batch: 'RJCT', batchReason: 'AM04' }, all('rejected'), true],
    ['both RJCT', { group: 'RJCT', batch: 'RJCT' }, all('rejected'), true],
    [
      'both RJCT with one transfer as the reason',
      { group: 'RJCT', batch: 'RJCT', transfers: [{ reference: 'GRANT-2', status: 'RJCT', reason: 'AC01' }] },
      all('rejected'),
      true,
    ],
    [
      'RJCT above with each transfer rejected for its payee',
      {
        group: 'RJCT',
        transfers: [1, 2, 3].map(number => ({
          reference: `GRANT-${number}`,
          status: 'RJCT',
          reason: 'AC04',
        })),
      },
      all('returned'),
      false,
    ],
    [
      'RJCT above for our file, with each transfer rejected',
      {
        group: 'RJCT',
        groupReason: 'FF01',
        transfers: [1, 2, 3].map(number => ({
          reference: `GRANT-${number}`,
          status: 'RJCT',
          reason: 'AC04',
        })),
      },
      all('rejected'),
      true,
    ],
    ['GrpSts ACSC alone', { group: 'ACSC' }, all('cleared'), false],
    ['PmtInfSts ACCC alone', { batch: 'ACCC' }, all('cleared'), false],
    [
      'ACSC above with a transfer rejected',
      { batch: 'ACSC', transfers: [{ reference: 'GRANT-2', status: 'RJCT', reason: 'AC04' }] },
      ['GRANT-2 returned', 'GRANT-1 cleared', 'GRANT-3 cleared'],
      false,
    ],
    [
      'PART with some transfers',
      {
        group: 'PART',
        transfers: [
          { reference: 'GRANT-1', status: 'ACSC' },
          { reference: 'GRANT-2', status: 'RJCT', reason: 'AC04' },
        ],
      },
      ['GRANT-1 cleared', 'GRANT-2 returned'],
      false,
    ],
    [
      'transfers alone, one for a reason of ours',
      {
        transfers: [
          { reference: 'GRANT-1', status: 'RJCT', reason: 'AM04' },
          { reference: 'GRANT-2', status: 'ACSP' },
        ],
      },
      ['GRANT-1 rejected', 'GRANT-2 none'],
      false,
    ],
    [
      'all transfers alone, each for a reason of ours',
      {
        transfers: [1, 2, 3].map(number => ({
          reference: `GRANT-${number}`,
          status: 'RJCT',
          reason: 'DT01',
        })),
      },
      all('rejected'),
      true,
    ],
    [
      'a transfer named in lower case with blanks',
      { transfers: [{ reference: 'grant- 1', status: 'ACSC' }] },
      ['GRANT-1 cleared'],
      false,
    ],
    ['ACCP', { group: 'ACCP' }, nothing, false],
    ['ACTC and ACSP', { group: 'ACTC', batch: 'ACSP' }, nothing, false],
    ['PART alone', { group: 'PART' }, nothing, false],
    ['no status at all', {}, nothing, false],
  ])('with %s', (_what, report, effects, isRunRejected) => {
    expect(effectsOf(report)).toEqual(effects)
    expect(plan(report).rejectedRuns.length > 0).toBe(isRunRejected)
  })

  test.each<[string, Reported, string, RegExp]>([
    ['of a message of somebody else', { messageId: 'PAYROLL-7', batch: 'RJCT' }, 'unknown', /does not name/],
    ['of two runs', { messageId: 'RUN-13', batch: 'RJCT' }, 'refused', /more than one file/],
    ['with another number of payments', { group: 'RJCT', payments: 4 }, 'refused', /counts other payments/],
    ['with another sum', { group: 'RJCT', sum: '1500.01' }, 'refused', /counts other payments/],
    [
      'that contradicts itself',
      { group: 'RJCT', transfers: [{ reference: 'GRANT-1', status: 'ACSC' }] },
      'refused',
      /both/,
    ],
    [
      'with a transfer of another run',
      { transfers: [{ reference: 'GRANT-9', status: 'RJCT', reason: 'AC04' }] },
      'unknown',
      /this run/,
    ],
    [
      'with another amount',
      { transfers: [{ reference: 'GRANT-1', status: 'RJCT', reason: 'AC04', amount: '1.00' }] },
      'refused',
      /amount differs/,
    ],
    [
      'with two words about a transfer',
      {
        transfers: [
          { reference: 'GRANT-1', status: 'RJCT', reason: 'AC04' },
          { reference: 'GRANT-1', status: 'ACSC' },
        ],
      },
      'refused',
      /different things/,
    ],
  ])('%s is not applied', (_what, report, effect, sentence) => {
    const { lines, rejectedRuns } = plan(report)
    expect(lines[0]).toMatchObject({ effect, sentence: expect.stringMatching(sentence) })
    expect(rejectedRuns).toEqual([])
  })

  test('of a run that has no file, or whose file was not released, is not applied', () => {
    expect(effectsOf({ group: 'RJCT' }, [])).toEqual(['Run 12 unknown'])
    expect(effectsOf({ group: 'RJCT' }, [payment(1, { method: 'cheque' })])).toEqual(['Run 12 refused'])
  })

  test('rejects a run that is not recorded as sent, but clears nothing of it', () => {
    const released = [payment(1, { run_state: 'approved', transaction_status_code: 4 })]
    expect(effectsOf({ group: 'RJCT' }, released)).toEqual(['GRANT-1 rejected'])
    expect(effectsOf({ group: 'ACSC' }, released)).toEqual(['GRANT-1 refused'])
  })

  test('goes to a person if a payment of the rejected run has cleared or come back', () => {
    for (const about of [
      { transaction_status_code: 8 },
      { transaction_status_code: 9, returned_minor: 1n },
      { is_clearing: true },
      { waiting_minor: 500_00n },
    ] as const)
      expect(effectsOf({ group: 'RJCT' }, [payment(1), payment(2, about)])).toEqual(['Run 12 refused'])
  })

  test('does nothing twice', () => {
    expect(effectsOf({ group: 'RJCT' }, [payment(1, { is_rejecting: true })])).toEqual(['Run 12 done'])
    expect(effectsOf({ group: 'RJCT' }, [payment(1, { run_state: 'rejected', is_rejected: true })])).toEqual([
      'Run 12 done',
    ])
    expect(
      effectsOf({ transfers: [{ reference: 'GRANT-1', status: 'RJCT', reason: 'AC04' }] }, [
        payment(1, { waiting_minor: 500_00n }),
      ]),
    ).toEqual(['GRANT-1 done'])
  })

  test('in another currency is refused as a whole', () => {
    const report = {
      transfers: [{ reference: 'GRANT-1', status: 'RJCT', amount: '500.00', currency: 'EUR' }],
    }
    expect(() => plan(report)).toThrow()
  })
})

describe('the reasons of a bank', () => {
  test.each([
    [['AC01'], false, /new bank details/],
    [['R03'], false, /new bank details/],
    [['MS02'], false, /not accepted/],
    [['R24'], false, /already had/],
    [['MS03'], false, /finding out why/],
    [[], false, /finding out why/],
    [['NARR', 'AC04'], false, /new bank details/],
    [['FF01'], true, /not the charity’s doing/],
    [['AM04'], true, /not the charity’s doing/],
    [['AC02'], true, /not the charity’s doing/],
  ] as const)('%j are ours to mend: %s', (codes, isOurs, text) => {
    expect(isOursToMend(codes)).toBe(isOurs)
    expect(returnText(codes)).toMatch(text)
  })
})
