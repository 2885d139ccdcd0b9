import type { IsoDate } from '../../../domain/dates.ts'
import type { RecordedReturn } from '../../grants/domain/grant-return.ts'
import { isOursToMend, returnText } from '../domain/return-reasons.ts'
import type { ReportedTransfer, StatusReport } from './bank-files/bank-line.ts'
import type { NamedPayment } from './bank-files.queries.ts'
import { accountDoubts, type PaymentAccounts } from './payment-accounts.ts'
import { isThisPayment, planCleared, planReturned, rejectionViolation, stateEffect } from './plan-payment.ts'
import { planRejectedRun, rejectedLine } from './plan-rejection.ts'
import {
  emptyLine,
  type Plan,
  type PlannedLine,
  type PlanSettings,
  withoutStatements,
} from './planned-line.ts'

/**
 * Final statuses (ISO 20022, external payment transaction status): settled, and rejected. Others, such as ACCP, ACTC, ACSP and PART, mean
 * that the payment is in progress, or that the levels below say more.
 */
const isSettled = (code: string | null) => code === 'ACSC' || code === 'ACCC'
const isRejected = (code: string | null) => code === 'RJCT'

type ReportSettings = PlanSettings & { numbersOf: PaymentAccounts }

/**
 * The effect of a status report on the payments of its run. A rejection of the file or of its payment information is about the whole run,
 * whatever single transfers are named with it as the reason; only if each transfer is rejected by itself, each counts by itself.
 */
export function planReport(
  report: StatusReport,
  named: readonly NamedPayment[],
  settings: ReportSettings,
): Plan {
  const plan = (lines: PlannedLine[], rejectedRuns: Plan['rejectedRuns'] = []): Plan => ({
    lines,
    newLines: [],
    matchedLines: [],
    seenLines: [],
    rejectedRuns,
    ...withoutStatements,
  })
  const violation = reportViolation(report, named)
  if (violation !== null) return plan([violation])
  const { detail } = above(report)
  if (isAboutWholeRun(report, named)) {
    const detailOf = new Map(
      report.transfers.flatMap(({ reference, status }) =>
        reference === null ? [] : [[reference, `${detail}. ${status.detail}`]],
      ),
    )
    const { lines, rejectedRuns } = planRejectedRun(named, { line: 1, detail, detailOf })
    return plan(lines, rejectedRuns)
  }
  const lines = transferLines(report, named, settings)
  const [first] = named
  const rejected = new Set(
    lines.flatMap(({ effect, payment }) => (effect === 'rejected' ? payment?.payment_id : [])),
  )
  const isAllRejected =
    rejected.size > 0 &&
    named.every(each => rejected.has(each.payment_id) || each.is_rejected || each.is_rejecting)
  return plan(
    lines,
    first && isAllRejected ? [{ runId: first.run_id, runNumber: first.run_number, reason: detail }] : [],
  )
}

/** What the levels above the transfers say. */
function above({ group, batches }: StatusReport) {
  const levels = [group, ...batches]
  return {
    codes: levels.map(({ code }) => code),
    reasonCodes: levels.flatMap(({ reasonCodes }) => reasonCodes),
    detail:
      [...new Set(levels.map(({ detail }) => detail).filter(each => each !== ''))].join('. ') ||
      'No status was given',
  }
}

/** Why a report is not about a run of ours, or contradicts itself or the run; null if it does not. */
function reportViolation(report: StatusReport, named: readonly NamedPayment[]): PlannedLine | null {
  const { codes, detail } = above(report)
  const answer = (effect: 'unknown' | 'refused', sentence: string): PlannedLine => ({
    ...emptyLine,
    line: 1,
    effect,
    sentence,
    reference: runs.length === 1 && runs[0] !== null ? `Run ${runs[0]}` : null,
  })
  const runs = [...new Set(report.runs)]
  if (runs.length === 0 || runs[0] === null)
    return answer('unknown', `The report does not name a payment run of ours. ${detail}`)
  if (runs.length > 1) return answer('refused', `The report names more than one file. ${detail}`)
  const [first] = named
  if (!first)
    return answer('unknown', `There is no payment run ${runs[0]} whose file was released. ${detail}`)
  if (first.method === 'cheque')
    return answer('refused', `Run ${runs[0]} has no file for the bank. ${detail}`)
  const sumMinor = named.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  if (
    (report.payments !== null && report.payments !== named.length) ||
    (report.sumMinor !== null && report.sumMinor !== sumMinor)
  )
    return answer('refused', `The report counts other payments than run ${runs[0]} has. ${detail}`)
  const isContradictory =
    codes.some(isRejected) &&
    (codes.some(isSettled) || report.transfers.some(({ status }) => isSettled(status.code)))
  return isContradictory
    ? answer('refused', `The report says both that the run was rejected and that it was paid. ${detail}`)
    : null
}

function isAboutWholeRun(report: StatusReport, named: readonly NamedPayment[]): boolean {
  const { codes, reasonCodes } = above(report)
  if (!codes.some(isRejected)) return false
  const byReference = new Map(report.transfers.map(each => [each.reference, each.status]))
  const isEachRejected = named.every(({ reference }) => {
    const status = byReference.get(reference)
    return status !== undefined && isRejected(status.code) && status.reasonCodes.length > 0
  })
  return !isEachRejected || isOursToMend(reasonCodes)
}

function transferLines(
  report: StatusReport,
  named: readonly NamedPayment[],
  settings: ReportSettings,
): PlannedLine[] {
  const { codes, detail } = above(report)
  const byReference = new Map(named.map(payment => [payment.reference, payment]))
  const said = { reference: report.messageId, on: report.createdOn }
  const context = { ...settings, returnsBefore: new Map(), said }
  const mentioned = new Map<string | null, string | null>()
  const contradictory = new Set<string | null>()
  for (const { reference, status } of report.transfers) {
    if (mentioned.has(reference) && mentioned.get(reference) !== status.code) contradictory.add(reference)
    mentioned.set(reference, status.code)
  }
  const seen = new Set<string>()
  const lines = report.transfers.map((transfer, index): PlannedLine => {
    const { reference, status, amountMinor } = transfer
    const line = index + 1
    const payment = byReference.get(reference ?? '')
    if (!payment) return transferLine(line, transfer, undefined, context)
    const base = { ...emptyLine, line, payment, reference, amountMinor }
    if (contradictory.has(reference))
      return {
        ...base,
        effect: 'refused',
        sentence: `The report says different things about this payment. ${status.detail}`,
      }
    if (seen.has(payment.payment_id))
      return { ...base, effect: 'done', sentence: 'The report names this payment twice.' }
    seen.add(payment.payment_id)
    return transferLine(line, transfer, payment, context)
  })
  if (codes.some(isSettled))
    for (const payment of named)
      if (!mentioned.has(payment.reference))
        lines.push(settledLine(lines.length + 1, payment, { amountMinor: null, detail }))
  if (lines.length === 0)
    lines.push({
      ...emptyLine,
      line: 1,
      effect: 'none',
      reference: `Run ${named[0]?.run_number}`,
      sentence: `Nothing is final yet. ${detail}`,
    })
  return lines
}

type TransferContext = ReportSettings & {
  returnsBefore: Map<string, RecordedReturn[]>
  /** What the bank calls the report, and its day. */
  said: { reference: string | null; on: IsoDate | null }
}

function transferLine(
  line: number,
  transfer: ReportedTransfer,
  payment: NamedPayment | undefined,
  context: TransferContext,
): PlannedLine {
  const { reference, named, amountMinor, status } = transfer
  const { detail, code } = status
  const base = { ...emptyLine, line, reference: reference ?? (named.slice(0, 40) || null), amountMinor }
  if (!payment)
    return { ...base, effect: 'unknown', sentence: `Not one of the payments of this run. ${detail}` }
  if (amountMinor !== null && amountMinor !== payment.amount_minor)
    return {
      ...base,
      payment,
      effect: 'refused',
      sentence: `The amount differs from the payment. ${detail}`,
    }
  if (!isSettled(code) && !isRejected(code)) return { ...base, payment, effect: 'none', sentence: detail }
  const doubts = accountDoubts(transfer, payment, { ...context, movesMoney: isRejected(code) })
  const decided = isSettled(code)
    ? settledLine(line, payment, { amountMinor, detail })
    : failedLine(transfer, payment, { base, context })
  return doubts.length === 0 || !changes.has(decided.effect)
    ? decided
    : askedLine(decided, doubts, context.confirmed.has(line))
}

/** The effects that a person confirms where the bank names another account. */
const changes: ReadonlySet<PlannedLine['effect']> = new Set(['cleared', 'returned', 'rejected'])

function askedLine(decided: PlannedLine, doubts: readonly string[], isConfirmed: boolean): PlannedLine {
  const asked = {
    ...decided,
    sentence: [...doubts, decided.sentence].join(' '),
    question: isThisPayment,
    isConfirmed,
  }
  return isConfirmed ? asked : { ...asked, effect: 'ask', message: null, bankReturn: null }
}

type OfTransfer = { base: Omit<PlannedLine, 'effect' | 'sentence'>; context: TransferContext }

/** A transfer that the bank rejected, for a reason of ours or of the payee. */
function failedLine(
  { status: { detail, reasonCodes } }: ReportedTransfer,
  payment: NamedPayment,
  { base, context }: OfTransfer,
): PlannedLine {
  const stopped = stateEffect(payment, detail)
  if (stopped) return { ...base, payment, effect: stopped.effect, sentence: stopped.sentence }
  if (isOursToMend(reasonCodes)) {
    const violation = rejectionViolation(payment)
    return violation === null
      ? rejectedLine(payment, base.line, detail)
      : { ...base, payment, effect: 'refused', sentence: `${violation} ${detail}` }
  }
  const { effect, sentence, ...planned } = planReturned(
    { amountMinor: payment.amount_minor, ...context.said },
    payment,
    { ...context, detail },
  )
  return {
    ...base,
    payment,
    effect,
    sentence,
    amountMinor: planned.amountMinor,
    message: returnText(reasonCodes),
    bankReturn: { ...context.said, isAnother: false },
  }
}

function settledLine(
  line: number,
  payment: NamedPayment,
  { amountMinor, detail }: { amountMinor: bigint | null; detail: string },
): PlannedLine {
  const { effect, sentence, ...planned } =
    stateEffect(payment, detail) ?? planCleared(amountMinor, payment, { detail })
  return {
    ...emptyLine,
    line,
    payment,
    reference: payment.reference,
    effect,
    sentence,
    amountMinor: planned.amountMinor,
  }
}
