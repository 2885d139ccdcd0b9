import { findOpenRequest } from '../../posting-requests/server/posting-requests.queries.ts'
import { waitingResponse } from '../../posting-requests/server/waiting-response.ts'
import type { BankFilePlan, FilePlanSummary } from '../bank-files.contract.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { findAppliedFile, findUnappliedFile } from './bank-files.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import { hashOfPlan } from './plan-bank-file.ts'
import type { Plan, PlannedLine } from './planned-line.ts'

const shownLines = 500

/** The order of the lines for people: what they decide first, then what changes something. */
const orderOf = {
  ask: 0,
  refused: 1,
  rejected: 2,
  returned: 3,
  change: 4,
  unknown: 5,
  cleared: 6,
  none: 7,
  booked: 8,
  done: 9,
} as const satisfies Record<PlannedLine['effect'], number>

export async function planResponse(
  bankFile: BankFile,
  plan: Plan,
  { fileHash, notices }: { fileHash: string; notices: BankFilePlan['notices'] },
  { db, book }: Pick<PaymentContext, 'db' | 'book'>,
): Promise<BankFilePlan> {
  const applied = await findAppliedFile(db, fileHash)
  const unapplied = await findUnappliedFile(db, fileHash)
  const request = unapplied && (await findOpenRequest(db, unapplied.bank_file_id))
  // A line that was asked about stays where it was when it is confirmed.
  const placeOf = ({ question, effect }: PlannedLine) => orderOf[question === null ? effect : 'ask']
  const shown = plan.lines.toSorted((one, other) => placeOf(one) - placeOf(other) || one.line - other.line)
  return {
    format: bankFile.format,
    currency: book.currency,
    planHash: await hashOfPlan(plan),
    appliedAt: applied?.applied_at?.toISOString() ?? null,
    appliedByName: applied?.applied_by_name ?? null,
    ...summaryOf(plan),
    notices,
    newLines: plan.newLines.length,
    newStatements: plan.newStatements,
    gaps: plan.gaps,
    lines: shown.slice(0, shownLines).map(lineResponse),
    otherLines: Math.max(0, shown.length - shownLines),
    postingRequest: request ? waitingResponse(request) : null,
  }
}

const sumOf = (plan: Plan, effect: PlannedLine['effect']) => {
  const lines = plan.lines.filter(each => each.effect === effect)
  return {
    payments: lines.length,
    amountMinor: lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n),
  }
}

/** More runs than a file of a bank names. */
const maxRuns = 50

export const summaryOf = (plan: Plan): FilePlanSummary => ({
  cleared: sumOf(plan, 'cleared'),
  returned: sumOf(plan, 'returned'),
  rejected: sumOf(plan, 'rejected'),
  rejectedRuns: plan.rejectedRuns.slice(0, maxRuns).map(({ runId, runNumber }) => ({ runId, runNumber })),
  changes: plan.lines.filter(({ effect }) => effect === 'change').length,
  toDecide: plan.lines.filter(({ effect }) => effect === 'ask').length,
})

/**
 * What counts towards the thresholds for a step-up and for two people: what is credited to funds, and what is to be paid again because the
 * bank refused it.
 */
export const movedMinor = (plan: Plan): bigint =>
  sumOf(plan, 'returned').amountMinor + sumOf(plan, 'rejected').amountMinor

const lineResponse = (planned: PlannedLine): BankFilePlan['lines'][number] => ({
  line: planned.line,
  effect: planned.effect,
  reference: planned.reference,
  grantId: planned.payment?.grant_id ?? null,
  charityName: planned.payment?.charity_name ?? null,
  amountMinor: planned.amountMinor,
  sentence: planned.sentence,
  question: planned.question,
  isConfirmed: planned.isConfirmed,
})
