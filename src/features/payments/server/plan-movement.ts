import { dateOf, formatDate } from '../../../domain/dates.ts'
import { returnText } from '../domain/return-reasons.ts'
import type { NamedPayment } from './bank-files.queries.ts'
import type { StoredLine } from './bank-lines.queries.ts'
import { type LineContext, paymentOf, referenceOf, storeLine } from './line-context.ts'
import { accountQuestions } from './payment-accounts.ts'
import {
  addReturn,
  another,
  isReturn,
  type PaymentEffect,
  planCleared,
  planReturned,
  type Question,
  stateEffect,
} from './plan-payment.ts'
import { planRejectedRun } from './plan-rejection.ts'
import { emptyLine, type PlannedLine } from './planned-line.ts'
import type { MovedLine, Recognition } from './recognize-lines.ts'
import { unissuedSentence } from './unissued-cheques.ts'

/**
 * The effect of a movement of the account: it counts once, and is stored whether a payment explains it or not. One that an earlier file
 * showed, and that nobody matched, is offered again, so that what a person did not decide is not lost.
 */
export function planMovement(line: MovedLine, known: Recognition, context: LineContext): PlannedLine[] {
  if (known.kind !== 'open') return planKnown(line, known, context)
  const planned = planKnown(line, known, context)
  if (planned.every(({ effect }) => effect === 'unknown'))
    return planKnown(line, { kind: 'booked', as: known.as }, context)
  context.plan.seenLines.push(known.as.bank_line_id)
  return planned.map(each => ({ ...each, sentence: `${firstListed(known.as, context)} ${each.sentence}` }))
}

function planKnown(line: MovedLine, known: Recognition, context: LineContext): PlannedLine[] {
  const payment = paymentOf(line.names, context)
  const base = {
    ...emptyLine,
    line: line.line,
    reference: referenceOf(line.names, payment, context.locale),
    amountMinor: line.amountMinor,
    payment: payment ?? null,
  }
  if (known.kind === 'booked') {
    context.plan.seenLines.push(known.as.bank_line_id)
    return [
      {
        ...base,
        effect: 'booked',
        sentence: bookedSentence(known.as, context),
        bankLineId: known.as.bank_line_id,
      },
    ]
  }
  if (known.kind === 'other-parts')
    return [
      {
        ...base,
        effect: 'refused',
        sentence: `This entry was already booked with other parts. ${bookedSentence(known.as, context)} Compare it with the bank.`,
      },
    ]
  const isConfirmed = context.confirmed.has(line.line)
  const questions = identityQuestions(known, context)
  if (questions.length > 0 && !isConfirmed)
    return [askAgain(line, known, { base, questions, payment }, context)]
  if (line.names !== null && 'runNumber' in line.names)
    return planRun(line, line.names.runNumber, { base, known, questions, isConfirmed }, context)
  return [planOnPayment(line, { base, known, questions, payment, isConfirmed }, context)]
}

type Base = Omit<PlannedLine, 'effect' | 'sentence'>
type Considered = { base: Base; known: Recognition; questions: readonly Question[]; isConfirmed: boolean }

/** `Already booked on March 18, 2026, from “statement.xml”.` */
function bookedSentence(
  { booked_on, file_name, line, applied_at }: StoredLine,
  { locale, timeZone }: LineContext,
): string {
  const day = formatDate(booked_on, locale)
  return applied_at === null
    ? `Already booked on ${day}, in line ${line} of this file.`
    : `Already booked on ${day}, from “${file_name}” of ${formatDate(dateOf(applied_at, timeZone), locale)}.`
}

/** `First listed in “statement.xml” of March 16, 2026.` */
const firstListed = ({ file_name, applied_at }: StoredLine, { locale, timeZone }: LineContext): string =>
  `First listed in “${file_name}”${applied_at === null ? '' : ` of ${formatDate(dateOf(applied_at, timeZone), locale)}`}.`

function identityQuestions(known: Recognition, context: LineContext): Question[] {
  if (known.kind === 'alike')
    return [
      {
        sentence: `This looks like a line that was booked before. ${bookedSentence(known.as, context)}`,
        label: another,
      },
    ]
  return known.kind === 'twice'
    ? [{ sentence: 'The bank lists this entry twice in one statement.', label: another }]
    : []
}

/**
 * A line that looks like a stored one and that nobody confirmed. If the bank gave it a reference, it is stored as another line of the
 * same movement, so that nobody is asked again.
 */
function askAgain(
  line: MovedLine,
  known: Recognition,
  {
    base,
    questions,
    payment,
  }: { base: Base; questions: readonly Question[]; payment: NamedPayment | undefined },
  context: LineContext,
): PlannedLine {
  const { reference } = line.movement.entry
  // Unless it is another, a statement that has it confirms the movement that was announced.
  if (known.kind === 'alike') context.plan.seenLines.push(known.as.bank_line_id)
  const bankLineId =
    known.kind === 'alike' && reference !== null
      ? storeLine(
          line,
          { known, sameAs: known.as, paymentId: known.as.payment_id, runId: known.as.run_id },
          context,
        )
      : null
  // Where nothing is left to return, an answer would change nothing.
  const isDone = line.effect === 'returned' && payment !== undefined && isReturned(payment)
  return {
    ...base,
    effect: isDone ? 'done' : 'ask',
    sentence: sentencesOf(questions, isDone ? 'All of it has already been returned.' : line.detail),
    question: isDone ? null : labelOf(questions),
    bankLineId,
  }
}

const isReturned = ({ returned_minor, waiting_minor, amount_minor }: NamedPayment) =>
  returned_minor + waiting_minor >= amount_minor

const sentencesOf = (questions: readonly Question[], detail: string) =>
  [...questions.map(({ sentence }) => sentence), detail].join(' ')
const labelOf = (questions: readonly Question[]) => questions[0]?.label ?? null

function planOnPayment(
  line: MovedLine,
  considered: Considered & { payment: NamedPayment | undefined },
  context: LineContext,
): PlannedLine {
  const { known, payment, isConfirmed } = considered
  const { movement, detail } = line
  const store = (matched: NamedPayment | null) =>
    storeLine(line, { known, sameAs: null, paymentId: matched?.payment_id ?? null, runId: null }, context)
  const base = { ...considered.base, ...askedOf(considered.questions, isConfirmed) }
  const said = {
    amountMinor: line.amountMinor,
    reference: movement.entry.reference,
    on: movement.bookedOn,
  }
  if (movement.problem !== null)
    return { ...base, effect: 'refused', sentence: `${movement.problem} ${detail}`, bankLineId: store(null) }
  if (!payment) {
    const unissued = unissuedSentence(line, context)
    return {
      ...base,
      effect: unissued === null ? 'unknown' : 'refused',
      sentence: `${unissued ?? 'Not one of our payments.'} ${detail}`,
      bankLineId: store(null),
    }
  }
  const { effect, amountMinor, sentence, ...found }: PaymentEffect =
    stateEffect(payment, detail) ??
    (line.effect === 'cleared'
      ? planCleared(line.amountMinor, payment, { detail })
      : planReturned(said, payment, { ...context, detail }))
  if (found.isTemporary) return { ...base, effect, amountMinor, sentence }
  if (effect !== 'cleared' && effect !== 'returned')
    return {
      ...base,
      effect,
      amountMinor,
      sentence,
      bankLineId: store(effect === 'refused' ? null : payment),
    }
  const questions = [
    ...considered.questions,
    ...accountQuestions(line, payment, context),
    ...returnQuestion(line),
    ...(found.questions ?? []),
  ]
  const asked = {
    ...base,
    amountMinor,
    sentence: sentencesOf(questions, sentence),
    ...askedOf(questions, isConfirmed),
  }
  if (questions.length > 0 && !isConfirmed)
    // Unless it is another, it is the return that is recorded.
    return { ...asked, effect: 'ask', bankLineId: store(found.isSimilar ? payment : null) }
  if (effect === 'cleared') return { ...asked, effect, bankLineId: store(payment) }
  addReturn(payment, said, amountMinor ?? 0n, context)
  return {
    ...asked,
    effect,
    message: returnText(line.reasonCode ? [line.reasonCode] : []),
    bankReturn: { reference: said.reference, on: said.on, isAnother: found.isSimilar === true },
    bankLineId: store(payment),
  }
}

const askedOf = (questions: readonly Question[], isConfirmed: boolean) => ({
  question: labelOf(questions),
  isConfirmed: questions.length > 0 && isConfirmed,
})

/**
 * New money may quote a grant, a cheque of somebody else may have a number of ours, and a bank may give a reason that nobody knows.
 */
function returnQuestion({ effect, names, movement }: MovedLine): Question[] {
  if (effect !== 'returned') return []
  const isReturnOf = (sentence: string) => [{ sentence, label: isReturn }]
  if (movement.doubt) return isReturnOf(movement.doubt)
  if (movement.isReturn) return []
  if (movement.isNamedByText) return isReturnOf('Only the text of this credit names the payment.')
  return names !== null && 'chequeNumber' in names ? isReturnOf('A credit bears this number.') : []
}

/** A line about a whole run: its amount must be the total of its payments. A credit of it says that the bank refused the run. */
function planRun(
  line: MovedLine,
  runNumber: number,
  { base, known, questions: before, isConfirmed }: Considered,
  context: LineContext,
): PlannedLine[] {
  const { payments = [], left = [], sumsMinor = [] } = context.payments.byRun.get(runNumber) ?? {}
  const [first] = payments
  const store = (runId: string | null) =>
    storeLine(line, { known, sameAs: null, paymentId: null, runId }, context)
  const one = (effect: 'unknown' | 'refused', sentence: string): PlannedLine[] => [
    { ...base, effect, sentence: `${sentence} ${line.detail}`, bankLineId: store(null) },
  ]
  if (line.movement.problem !== null) return one('refused', line.movement.problem)
  if (!first) return one('unknown', `There is no payment run ${runNumber}.`)
  if (!sumsMinor.includes(line.movement.amountMinor))
    return one('refused', 'The amount is not the total of the run.')
  if (line.effect === 'returned') {
    if (first.method === 'cheque')
      return one('refused', 'This run was paid by cheque, so no file was refused.')
    const question = { sentence: 'The bank credited the whole run.', label: 'The bank refused this run' }
    const questions = [...before, question]
    if (!isConfirmed)
      return [
        {
          ...base,
          effect: 'ask',
          sentence: sentencesOf(questions, line.detail),
          question: labelOf(questions),
          bankLineId: store(null),
        },
      ]
    const planned = planRejectedRun(payments, {
      line: line.line,
      detail: line.detail,
      bankLineId: store(first.run_id),
    })
    context.plan.rejectedRuns.push(...planned.rejectedRuns)
    return planned.lines.map(each => ({ ...each, question: question.label, isConfirmed: true }))
  }
  return clearRun(line, left, { base, store: () => store(first.run_id), isConfirmed, questions: before })
}

function clearRun(
  line: MovedLine,
  payments: readonly NamedPayment[],
  about: { base: Base; store: () => string; isConfirmed: boolean; questions: readonly Question[] },
): PlannedLine[] {
  const { base, questions } = about
  const planned = payments.map(payment => ({
    payment,
    found:
      stateEffect(payment, line.detail) ??
      planCleared(payment.amount_minor, payment, { detail: line.detail }),
  }))
  const stopped = planned.find(({ found }) => found.isTemporary)
  const bankLineId = stopped ? null : about.store()
  return planned.map(({ payment, found: { effect, amountMinor, sentence } }) => ({
    ...base,
    payment,
    reference: payment.reference,
    // The line is applied as a whole, or later.
    effect: stopped && effect === 'cleared' ? 'refused' : effect,
    sentence: stopped && effect === 'cleared' ? (stopped.found.sentence ?? sentence) : sentence,
    amountMinor,
    bankLineId,
    question: labelOf(questions),
    isConfirmed: questions.length > 0,
  }))
}
