import { randomUUIDv7 } from 'node:crypto'
import { localEnglish } from '../../../domain/local-english.ts'
import type { RecordedReturn } from '../../grants/domain/grant-return.ts'
import type { Named } from './bank-files/bank-line.ts'
import type { NamedPayment } from './bank-files.queries.ts'
import type { NewBankLine, StoredLine } from './bank-lines.queries.ts'
import type { UnissuedNumber } from './cheque-stock.queries.ts'
import type { PaymentAccounts } from './payment-accounts.ts'
import type { Plan, PlanSettings } from './planned-line.ts'
import type { MovedLine, Recognition, StoredLines } from './recognize-lines.ts'

/** The payments that lines name. A grant that is paid again has another payment than the one that the bank refused. */
export type NamedPayments = {
  byReference: ReadonlyMap<string, NamedPayment>
  byCheque: ReadonlyMap<string, NamedPayment>
  byRun: ReadonlyMap<number, NamedRun>
}

/** `left`: the payments that the bank has not refused. `sumsMinor`: of all and of those. */
type NamedRun = {
  payments: readonly NamedPayment[]
  left: readonly NamedPayment[]
  sumsMinor: readonly bigint[]
}

/** The runs of these payments. A file may name one run in thousands of lines, so each is summed once. */
export function runsOf(named: readonly NamedPayment[]): ReadonlyMap<number, NamedRun> {
  const sumOf = (payments: readonly NamedPayment[]) =>
    payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const byRun = Map.groupBy(named, payment => payment.run_number)
  return new Map(
    [...byRun].map(([run, payments]) => {
      const left = payments.filter(({ is_rejected }) => !is_rejected)
      return [run, { payments, left, sumsMinor: [sumOf(payments), sumOf(left)] }]
    }),
  )
}

/** What the plan of a line reads and adds to. */
export type LineContext = PlanSettings & {
  payments: NamedPayments
  numbersOf: PaymentAccounts
  /** The numbers of the stock that lines name and no payment has. */
  unissued: ReadonlyMap<string, UnissuedNumber>
  stored: StoredLines
  plan: Plan
  /** What earlier lines of the same file return of each payment. */
  returnsBefore: Map<string, RecordedReturn[]>
  /** The notices of change that are stored, or were read before. */
  notices: Set<string>
  /** Names the entry that is planned, once one of its lines is stored. */
  entryIds: Map<object, string>
}

export function paymentOf(
  names: Named | null,
  { payments }: Pick<LineContext, 'payments'>,
): NamedPayment | undefined {
  if (names === null) return undefined
  if ('reference' in names) return payments.byReference.get(names.reference)
  return 'chequeNumber' in names ? payments.byCheque.get(String(names.chequeNumber)) : undefined
}

/** How a line names its payment, for people. */
export function referenceOf(
  names: Named | null,
  payment: NamedPayment | undefined,
  locale: string,
): string | null {
  if (payment) return payment.reference
  if (names === null) return null
  if ('reference' in names) return names.reference
  if ('runNumber' in names) return `Run ${names.runNumber}`
  return `${localEnglish('Cheque', locale)} ${names.chequeNumber}`
}

type StoreAbout = {
  known: Recognition
  sameAs: StoredLine | null
  paymentId: string | null
  runId: string | null
}

/**
 * Adds a line to those that the file stores, and to those by which its later lines are recognized; one that is stored already is matched.
 * Returns its id.
 */
export function storeLine(line: MovedLine, about: StoreAbout, context: LineContext): string {
  const { movement } = line
  const { known } = about
  if (known.kind === 'open') return matchLine(known.as, about, context)
  const partOf = known.kind === 'part' ? known.as.bank_line_id : null
  const isInStored = known.kind === 'part' || known.kind === 'rest'
  const entryId = isInStored
    ? known.as.bank_entry_id
    : (context.entryIds.get(movement.entry) ?? randomUUIDv7())
  context.entryIds.set(movement.entry, entryId)
  // One object for both lists: a file has up to 100,000 of them.
  const row: NewBankLine = {
    bank_line_id: randomUUIDv7(),
    bank_account: movement.entry.bankAccount,
    booked_on: movement.bookedOn,
    is_credit: movement.isCredit,
    bank_entry_id: entryId,
    entry_is_credit: movement.entry.isCredit,
    reference: movement.entry.reference,
    parts: movement.entry.parts,
    part_position: movement.partPosition,
    part_reference: movement.partReference,
    occurrence: context.stored.occurrencesOf(line, partOf) + 1,
    end_to_end_id: movement.endToEndId,
    detail: line.detail.slice(0, 500),
    part_of: partOf,
    same_as: about.sameAs?.bank_line_id ?? null,
    payment_id: about.paymentId,
    run_id: about.runId,
    is_reversal: movement.isReversal,
    amount_minor: movement.amountMinor,
    entry_amount_minor: movement.entry.amountMinor,
    counterparty: movement.counterparty,
    line: line.line,
    file_name: null,
    applied_at: null,
    is_settled: false,
  }
  context.plan.newLines.push(row)
  context.stored.add(row, movement.entry.statement)
  return row.bank_line_id
}

/** Matches a stored line that nobody had matched. */
function matchLine(row: StoredLine, { paymentId, runId }: StoreAbout, { plan }: LineContext): string {
  const match = { payment_id: paymentId, run_id: runId }
  if (paymentId !== null || runId !== null)
    plan.matchedLines.push({ bank_line_id: row.bank_line_id, ...match })
  // Later lines of the file are recognized by it.
  Object.assign(row, match)
  return row.bank_line_id
}
