import { npt } from '../../src/clients/configuration/npt.ts'
import { nptuk } from '../../src/clients/configuration/nptuk.ts'
import { toDecimal } from '../../src/domain/money.ts'
import { bacsItems } from '../../src/testing/payments/bacs-files.ts'
import { camt053File, nachaFile, pain002File } from '../../src/testing/payments/bank-files.ts'

type Paid = { reference: string; amountMinor: bigint }

/** What each bank answers: the first payment cleared, the second was returned. */
export const answersOf: Record<
  'npt' | 'nptuk' | 'rathbones',
  (run: number, first: Paid, second: Paid) => string[]
> = {
  npt: (_run, first, second) => [
    camt053File([{ ...first, side: 'DBIT' }], {
      account: npt.payments.accountNumber,
      bank: npt.payments.routingNumber,
      currency: 'USD',
    }),
    nachaFile([{ ...second, code: 'R02' }]),
  ],
  nptuk: (_run, first, second) => [
    camt053File([{ ...first, side: 'DBIT' }], {
      account: nptuk.payments.accountNumber,
      bank: nptuk.payments.sortCode,
    }),
    bacsItems([{ ref: second.reference, amount: toDecimal(second.amountMinor) }]),
  ],
  rathbones: (run, first, second) => [
    pain002File(run, {
      transfers: [
        { reference: first.reference, status: 'ACSC' },
        { reference: second.reference, status: 'RJCT', reason: 'AC04' },
      ],
    }),
  ],
}

/** What the donor reads about the return, by the bank’s reason. */
export const returnText = 'We are asking the charity for new bank details.'

/** How the file of each format begins, or its namespace. */
export const marks = { npt: /^101 099990011/, nptuk: /^VOL1A/, rathbones: /pain\.001\.001\.09/ }
