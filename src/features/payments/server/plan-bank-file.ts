import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { localEnglish } from '../../../domain/local-english.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'
import type { BankFile, BankLine } from './bank-files/bank-line.ts'
import { listNamed, type NamedPayment } from './bank-files.queries.ts'

/** The effect of one line on one payment. A line about a whole run has a row for each of its payments. */
export type PlannedLine = {
  line: number
  effect: 'cleared' | 'returned' | 'change' | 'none' | 'done' | 'unknown' | 'refused'
  payment: NamedPayment | null
  reference: string | null
  amountMinor: bigint | null
  sentence: string
  corrected: { bank?: string; account?: string } | null
}

/** Computes the effect of a bank file on the payments of the book. It changes nothing. */
export async function planBankFile(
  db: Kysely<DB>,
  { lines }: BankFile,
  locale: string,
): Promise<PlannedLine[]> {
  const named = await listNamed(db, {
    references: lines.flatMap(({ names }) => (names && 'reference' in names ? [names.reference] : [])),
    cheques: lines.flatMap(({ names }) =>
      names && 'chequeNumber' in names ? [String(names.chequeNumber)] : [],
    ),
    runs: lines.flatMap(({ names }) => (names && 'runNumber' in names ? [names.runNumber] : [])),
  })
  const byReference = new Map(named.map(payment => [payment.reference, payment]))
  const byCheque = new Map(named.map(payment => [String(payment.cheque_number), payment]))
  const byRun = Map.groupBy(named, payment => payment.run_number)
  /** The effects of earlier lines of the same file: two returns of one payment add up. */
  const returnedBefore = new Map<string, bigint>()
  const planned: PlannedLine[] = []
  for (const line of lines) {
    const { names } = line
    if (names !== null && 'runNumber' in names)
      planned.push(...planRun(line, byRun.get(names.runNumber) ?? [], { runNumber: names.runNumber, locale }))
    else {
      const payment =
        names === null
          ? undefined
          : 'reference' in names
            ? byReference.get(names.reference)
            : byCheque.get(String(names.chequeNumber))
      planned.push(planLine(line, payment, { returnedBefore, locale }))
    }
  }
  return planned
}

/** A whole run: its amount must be the total of its payments. */
function planRun(
  line: BankLine,
  payments: readonly NamedPayment[],
  { runNumber, locale }: { runNumber: number; locale: string },
): PlannedLine[] {
  const base = {
    line: line.line,
    reference: `Run ${runNumber}`,
    amountMinor: line.amountMinor,
    corrected: null,
  }
  if (payments.length === 0)
    return [{ ...base, effect: 'unknown', payment: null, sentence: `There is no payment run ${runNumber}.` }]
  const sumMinor = payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  if (line.amountMinor !== null && line.amountMinor !== sumMinor)
    return [
      { ...base, effect: 'refused', payment: null, sentence: 'The amount is not the total of the run.' },
    ]
  return payments.map(payment =>
    planLine({ ...line, amountMinor: payment.amount_minor }, payment, { returnedBefore: new Map(), locale }),
  )
}

function planLine(
  line: BankLine,
  payment: NamedPayment | undefined,
  { returnedBefore, locale }: { returnedBefore: Map<string, bigint>; locale: string },
): PlannedLine {
  const reference =
    payment?.reference ??
    (line.names === null
      ? null
      : 'reference' in line.names
        ? line.names.reference
        : 'chequeNumber' in line.names
          ? `${localEnglish('Cheque', locale)} ${line.names.chequeNumber}`
          : null)
  const planned = {
    line: line.line,
    reference,
    amountMinor: line.amountMinor,
    payment: payment ?? null,
    corrected: line.corrected ?? null,
  }
  if (!payment) return { ...planned, effect: 'unknown', sentence: `Not one of our payments. ${line.detail}` }
  if (line.effect === 'none') return { ...planned, effect: 'none', sentence: line.detail }
  if (payment.run_state !== 'sent')
    return {
      ...planned,
      effect: 'refused',
      sentence: `Run ${payment.run_number} is not recorded as sent. Record that first, or withdraw its approval if the bank refused it. ${line.detail}`,
    }
  if (payment.transaction_status_code === statusCodes.scheduled)
    return {
      ...planned,
      effect: 'refused',
      sentence: 'Its payment is still being recorded. Try again in a minute.',
    }
  if (line.effect === 'change') return { ...planned, effect: 'change', sentence: line.detail }
  return line.effect === 'cleared'
    ? planCleared(planned, payment, line.detail)
    : planReturned(planned, payment, { detail: line.detail, returnedBefore })
}

type Planned = Omit<PlannedLine, 'effect' | 'sentence'>

function planCleared(planned: Planned, payment: NamedPayment, detail: string): PlannedLine {
  if (planned.amountMinor !== null && planned.amountMinor !== payment.amount_minor)
    return { ...planned, effect: 'refused', sentence: 'The amount differs from the payment.' }
  return payment.transaction_status_code === statusCodes.paid
    ? { ...planned, effect: 'cleared', amountMinor: payment.amount_minor, sentence: detail }
    : { ...planned, effect: 'done', sentence: 'It has already cleared or been returned.' }
}

function planReturned(
  planned: Planned,
  payment: NamedPayment,
  { detail, returnedBefore }: { detail: string; returnedBefore: Map<string, bigint> },
): PlannedLine {
  const before = payment.returned_minor + (returnedBefore.get(payment.payment_id) ?? 0n)
  const amountMinor = planned.amountMinor ?? payment.amount_minor - before
  if (before >= payment.amount_minor)
    return { ...planned, effect: 'done', amountMinor, sentence: 'All of it has already been returned.' }
  if (amountMinor <= 0n || amountMinor > payment.amount_minor - before)
    return {
      ...planned,
      effect: 'refused',
      amountMinor,
      sentence: 'The amount returned is more than the charity still has.',
    }
  returnedBefore.set(payment.payment_id, (returnedBefore.get(payment.payment_id) ?? 0n) + amountMinor)
  return { ...planned, effect: 'returned', amountMinor, sentence: detail }
}

/** The hash of the plan: it changes if the effect of a line changes. */
export const hashOfPlan = (planned: readonly PlannedLine[]): string =>
  hash(
    'sha256',
    planned
      .map(
        ({ line, effect, payment, amountMinor }) => `${line} ${effect} ${payment?.payment_id} ${amountMinor}`,
      )
      .join('\n'),
  )
