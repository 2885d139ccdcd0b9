import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { cpuTimeMs } from '../../../testing/cpu-time.ts'
import type { Entry } from './bank-files/bank-line.ts'
import type { StoredLine } from './bank-lines.queries.ts'
import { type MovedLine, storedLines } from './recognize-lines.ts'

const day = '2026-03-18' as IsoDate
const bankAccount = '601613/00000002'
const count = 20_000

const stored = (number: number, about: Partial<StoredLine>): StoredLine => ({
  bank_line_id: `line-${number}`,
  bank_account: bankAccount,
  booked_on: day,
  is_credit: true,
  amount_minor: 1_00n,
  bank_entry_id: `entry-${number}`,
  entry_is_credit: true,
  entry_amount_minor: 1_00n,
  reference: null,
  parts: 1,
  part_position: 1,
  part_reference: null,
  occurrence: number + 1,
  end_to_end_id: null,
  detail: 'The same',
  part_of: null,
  same_as: null,
  payment_id: null,
  run_id: null,
  line: number + 1,
  file_name: 'before.xml',
  is_settled: false,
  applied_at: new Date('2026-03-18T12:00:00Z'),
  ...about,
})

function line(number: number, about: { reference?: string; id?: string; text?: string }): MovedLine {
  const entry: Entry = {
    bankAccount,
    statement: 0,
    isCredit: true,
    amountMinor: 1_00n,
    reference: about.reference ?? null,
    parts: 1,
  }
  return {
    line: number + 1,
    effect: 'returned',
    names: null,
    amountMinor: 1_00n,
    detail: about.text ?? 'The same',
    movement: {
      bookedOn: day,
      isCredit: true,
      isReversal: false,
      amountMinor: 1_00n,
      entry,
      partPosition: 1,
      partReference: null,
      endToEndId: about.id ?? null,
      counterparty: null,
      isReturn: false,
      isNamedByText: false,
      problem: null,
    },
  }
}

const numbers = Array.from({ length: count }, (_, number) => number)

test.each<[string, (number: number) => StoredLine, (number: number) => MovedLine, string]>([
  ['are alike', number => stored(number, {}), number => line(number, {}), 'alike'],
  [
    'have one reference and other names',
    number => stored(number, { reference: 'BATCH', end_to_end_id: `A${number}` }),
    number => line(number, { reference: 'BATCH', id: `B${number}` }),
    'new',
  ],
  [
    'have other references and texts',
    number => stored(number, { reference: `SV-${number}`, detail: `Text ${number}` }),
    number => line(number, { text: `Other ${number}` }),
    'new',
  ],
  [
    'are the same in another order',
    number => stored(number, { reference: `SV-${number}`, payment_id: 'the payment' }),
    number => line(number, { reference: `SV-${count - 1 - number}` }),
    'booked',
  ],
])(
  'thousands of lines of one day and amount that %s are recognized in proportion to their number',
  (_what, rowOf, lineOf, kind) => {
    const rows = numbers.map(rowOf)
    const lines = numbers.map(lineOf)
    const kinds = new Set<string>()
    const spentMs = cpuTimeMs(() => {
      const known = storedLines(rows, 0)
      for (const each of lines) for (const found of known.recognize([each])) kinds.add(found.kind)
    })
    expect([...kinds]).toEqual([kind])
    // A list for each question: some tens of milliseconds. A search through all of them takes minutes.
    expect(spentMs).toBeLessThan(3_000)
  },
)
