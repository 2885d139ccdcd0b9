import { type IsoDate, isoDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import {
  type RecordedReturn,
  similarReturn,
  similarReturnQuestion,
} from '../../grants/domain/grant-return.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'
import type { NamedPayment } from './bank-files.queries.ts'

/** How a person confirms a line that the program does not decide. */
export type Question = { sentence: string; label: string }

/** The label for a line that looks like one that counts already. */
export const another = 'It is another payment'
/** The labels for a line that may be about another payment. */
export const isReturn = 'It is a return of this payment'
export const isThisPayment = 'It is this payment'

/** The effect of a line on a payment. `isTemporary`: the line can be applied later, so that it is not stored yet. */
export type PaymentEffect = {
  effect: 'cleared' | 'returned' | 'none' | 'done' | 'refused'
  amountMinor: bigint | null
  sentence: string
  isTemporary?: boolean
  questions?: Question[]
  /** Whether it is like a return that is recorded already. */
  isSimilar?: boolean
}

/** What a line says about a return. `on`: the bank's day, where it gives one. */
type SaidReturn = { amountMinor: bigint | null; reference: string | null; on: IsoDate | null }

type Context = {
  detail: string
  /** What earlier lines of the same file return of each payment. */
  returnsBefore: Map<string, RecordedReturn[]>
  currency: Currency
  locale: string
}

/** Why the state of a payment's run or grant keeps it from being cleared or returned now; null if it does not. */
export function stateEffect(payment: NamedPayment, detail: string): PaymentEffect | null {
  const effect = { amountMinor: payment.amount_minor }
  if (payment.is_rejected || payment.is_rejecting)
    return {
      ...effect,
      effect: 'none',
      sentence: `The bank had refused this payment, and its grant waits for another. ${detail}`,
    }
  if (payment.run_state !== 'sent')
    return {
      ...effect,
      effect: 'refused',
      isTemporary: true,
      sentence: `Run ${payment.run_number} is not recorded as sent. Record that first, or withdraw its approval if the bank refused it. ${detail}`,
    }
  if (payment.transaction_status_code === statusCodes.scheduled)
    return {
      ...effect,
      effect: 'refused',
      isTemporary: true,
      sentence: 'Its payment is still being recorded. Try again in a minute.',
    }
  return null
}

/** A payment that reached the charity. */
export function planCleared(
  amountMinor: bigint | null,
  payment: NamedPayment,
  { detail }: Pick<Context, 'detail'>,
): PaymentEffect {
  if (amountMinor !== null && amountMinor !== payment.amount_minor)
    return { effect: 'refused', amountMinor, sentence: 'The amount differs from the payment.' }
  return payment.transaction_status_code === statusCodes.paid && !payment.is_clearing
    ? {
        effect: 'cleared',
        amountMinor: payment.amount_minor,
        sentence: detail,
        questions: rejectedBefore(payment),
      }
    : { effect: 'done', amountMinor, sentence: 'It has already cleared or been returned.' }
}

/**
 * A payment that came back. One like a return that is recorded already, and another amount than the payment's, are for a person to decide.
 * A return that counts is added to those before.
 */
export function planReturned(
  { amountMinor: said, reference, on }: SaidReturn,
  payment: NamedPayment,
  { detail, returnsBefore, currency, locale }: Context,
): PaymentEffect {
  const inFile = returnsBefore.get(payment.payment_id) ?? []
  const before =
    payment.returned_minor + payment.waiting_minor + inFile.reduce((sum, each) => sum + each.amountMinor, 0n)
  const amountMinor = said ?? payment.amount_minor - before
  if (before >= payment.amount_minor)
    return { effect: 'done', amountMinor, sentence: 'All of it has already been returned.' }
  if (amountMinor <= 0n || amountMinor > payment.amount_minor - before)
    return {
      effect: 'refused',
      amountMinor,
      sentence: 'The amount returned is more than the charity still has.',
    }
  const recorded = payment.returns.map(each => ({ ...each, amountMinor: BigInt(each.amountMinor) }))
  const similar =
    on === null ? undefined : similarReturn([...recorded, ...inFile], { reference, on, amountMinor })
  const questions = [
    ...(similar ? [{ sentence: similarReturnQuestion(similar, { currency, locale }), label: another }] : []),
    ...rejectedBefore(payment),
    ...(amountMinor === payment.amount_minor
      ? []
      : [
          {
            sentence: `The bank booked ${formatMoney(amountMinor, currency, locale)}, but ${formatMoney(payment.amount_minor, currency, locale)} was paid.`,
            label: 'A part was returned',
          },
        ]),
  ]
  return {
    effect: 'returned',
    amountMinor,
    sentence: detail,
    questions,
    isSimilar: similar !== undefined,
  }
}

/** Adds a return to those before of the same file. */
export function addReturn(
  payment: NamedPayment,
  { reference, on }: SaidReturn,
  amountMinor: bigint,
  { returnsBefore }: Pick<Context, 'returnsBefore'>,
): void {
  const before = returnsBefore.get(payment.payment_id) ?? []
  returnsBefore.set(payment.payment_id, [...before, { reference, on: on ?? farPast, amountMinor }])
}

/** Of returns without a day, which are like none by their days. */
const farPast = isoDate('1900-01-01')

/** What the bank says may be about the payment that it refused. */
const rejectedBefore = (payment: NamedPayment): Question[] =>
  payment.was_rejected_before
    ? [
        {
          sentence: 'The bank refused an earlier payment of this grant.',
          label: `It is about run ${payment.run_number}`,
        },
      ]
    : []

/** Why the bank's refusal of a payment contradicts what it said before, as a sentence; null if it does not. */
export function rejectionViolation(payment: NamedPayment): string | null {
  const { transaction_status_code: status } = payment
  return (status === statusCodes.paid || status === statusCodes.scheduled) &&
    payment.waiting_minor === 0n &&
    !payment.is_clearing
    ? null
    : `${payment.reference} has already cleared or been returned. Ask the bank what happened.`
}
