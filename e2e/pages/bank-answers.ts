import { npt } from '../../src/clients/configuration/npt.ts'
import { nptuk } from '../../src/clients/configuration/nptuk.ts'
import { toDecimal } from '../../src/domain/money.ts'
import { bacsItems } from '../../src/testing/payments/bacs-files.ts'
import { camt053File, nachaFile, pain002File } from '../../src/testing/payments/bank-files.ts'

type Paid = { reference: string; amountMinor: bigint }

/** The entry of a payment in a NACHA file: its account, its bank and its trace number. */
function nachaEntry(file: string, reference: string) {
  const entry = recordWith(file, reference, '6')
  return {
    account: entry.slice(12, 29).trim(),
    bank: entry.slice(3, 11),
    originalTrace: entry.slice(79, 94),
  }
}

/** The account of a payment in a file of Bacs. */
function bacsAccount(file: string, reference: string) {
  const payment = recordWith(file, reference, '')
  return { ReceiverAccount: { sortCode: payment.slice(0, 6), number: payment.slice(6, 14) } }
}

function recordWith(file: string, reference: string, start: string): string {
  const record = file.split(/\r?\n/).find(line => line.startsWith(start) && line.includes(reference))
  if (record === undefined) throw new Error(`the file has no payment ${reference}`)
  return record
}

/** What each bank answers to the file of a run: the first payment cleared, the second was returned. */
export const answersOf: Record<
  'npt' | 'nptuk' | 'rathbones',
  (run: { number: number; file: string }, first: Paid, second: Paid) => string[]
> = {
  npt: ({ file }, first, second) => [
    camt053File([{ ...first, side: 'DBIT' }], {
      account: npt.payments.accountNumber,
      bank: npt.payments.routingNumber,
      currency: 'USD',
    }),
    nachaFile([{ ...second, ...nachaEntry(file, second.reference), code: 'R02' }]),
  ],
  nptuk: ({ file }, first, second) => [
    camt053File([{ ...first, side: 'DBIT' }], {
      account: nptuk.payments.accountNumber,
      bank: nptuk.payments.sortCode,
    }),
    bacsItems([
      {
        ref: second.reference,
        amount: toDecimal(second.amountMinor),
        accounts: bacsAccount(file, second.reference),
      },
    ]),
  ],
  rathbones: ({ number }, first, second) => [
    pain002File(number, {
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
