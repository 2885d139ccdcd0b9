import type { NamedPayment } from './bank-files.queries.ts'
import { rejectionViolation } from './plan-payment.ts'
import { emptyLine, type Plan, type PlannedLine } from './planned-line.ts'

type Rejection = {
  line: number
  detail: string
  /** The bank's words about single payments, by reference. */
  detailOf?: ReadonlyMap<string, string>
  bankLineId?: string | null
}

/**
 * A run that the bank refused as a whole: its payments were not made, and their grants wait for the next run. One that has already cleared or
 * come back contradicts that, so a person asks the bank.
 */
export function planRejectedRun(
  payments: readonly NamedPayment[],
  { line, detail, detailOf, bankLineId = null }: Rejection,
): Pick<Plan, 'lines' | 'rejectedRuns'> {
  const [first] = payments
  if (!first) throw new Error('a run that the bank may have has payments')
  const base = { ...emptyLine, line, reference: `Run ${first.run_number}`, bankLineId }
  const left = payments.filter(({ is_rejected, is_rejecting }) => !is_rejected && !is_rejecting)
  if (first.run_state === 'rejected' || left.length === 0)
    return {
      lines: [{ ...base, effect: 'done', sentence: 'The refusal of this run has already been recorded.' }],
      rejectedRuns: [],
    }
  const violation = left.map(rejectionViolation).find(each => each !== null)
  if (violation !== undefined)
    return {
      lines: [{ ...base, effect: 'refused', sentence: `${violation} ${detail}` }],
      rejectedRuns: [],
    }
  return {
    lines: left.map(payment => ({
      ...rejectedLine(payment, line, detailOf?.get(payment.reference) ?? detail),
      bankLineId,
    })),
    rejectedRuns: [{ runId: first.run_id, runNumber: first.run_number, reason: detail }],
  }
}

export const rejectedLine = (payment: NamedPayment, line: number, detail: string): PlannedLine => ({
  ...emptyLine,
  line,
  effect: 'rejected',
  payment,
  reference: payment.reference,
  amountMinor: payment.amount_minor,
  sentence: detail,
})
