import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Currency } from '../../../domain/money.ts'
import { noAccess } from '../../../server/auth/dual-control.ts'
import { grantStateLabel } from '../../grants/domain/grant-status.ts'
import { bankName } from '../domain/bank-text.ts'
import type { PayeeChange } from '../domain/payee-changes.ts'
import {
  canCommand,
  type RunFacts,
  runCommands,
  runCommandViolation,
  runStateLabels,
} from '../domain/payment-run.ts'
import type { listPaymentRuns, listRunPayments, Run, RunDetails } from '../payments.contract.ts'
import type { RunPayment } from '../run-payment.contract.ts'
import { chequesOfRun, lastChequeNumber } from './cheques.queries.ts'
import { sumReady } from './facts.queries.ts'
import { ownGrantViolation } from './own-grant.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { lettersPerFile } from './payment-letter.ts'
import { listPayments, type PaymentRow } from './payments.queries.ts'
import { findRun, listRunEvents, listRuns, type RunRecord, type RunSums, sumRun } from './runs.queries.ts'

const shownRuns = 50

/** The grants waiting for a run, and the latest runs. Throws `not-found` for a book that pays nothing. */
export async function paymentRuns(
  _input: unknown,
  context: PaymentContext,
): Promise<Reply<typeof listPaymentRuns>> {
  const { settings } = payerOf(context)
  const { db, book } = context
  const [ready, runs] = await Promise.all([sumReady(db, settings.cheques), listRuns(db, shownRuns)])
  const methods = settings.cheques ? (['eft', 'cheque'] as const) : (['eft'] as const)
  return {
    data: runs.map(run => runResponse(run, book.currency)),
    meta: {
      currency: book.currency,
      settings: { cheques: settings.cheques, format: settings.format, cutoff: settings.cutoff },
      ready: methods.map(method => {
        const found = ready.find(each => each.method === method)
        return { method, grants: found?.grants ?? 0, amountMinor: found?.amount_minor ?? 0n }
      }),
    },
  }
}

const runResponse = (run: RunRecord & RunSums, currency: Currency): Run => ({
  runId: run.run_id,
  runNumber: run.run_number,
  method: run.method as Run['method'],
  format: run.format as Run['format'],
  state: run.state as Run['state'],
  paymentOn: run.payment_on,
  payments: run.payments,
  amountMinor: run.amount_minor,
  currency,
  problems: run.problems,
  payeesChanged: run.payees_changed,
  paid: run.paid,
  cleared: run.cleared,
  returned: run.returned,
  returnedMinor: run.returned_minor,
  rejected: run.rejected,
  rejectedMinor: run.rejected_minor,
  createdByName: run.created_by_name,
  createdAt: run.created_at.toISOString(),
})

/** The facts for the rules of a run's commands. */
export const factsOf = (run: RunRecord, sums: Pick<RunSums, 'payments' | 'problems'>): RunFacts => ({
  state: run.state as RunFacts['state'],
  isReleased: run.released_at !== null,
  createdBy: run.created_by,
  releasedBy: run.released_by,
  payments: sums.payments,
  problems: sums.problems,
})

/** A run with its totals, its history and what the caller may do. Throws `not-found`. */
export async function runDetails(runId: string, context: PaymentContext): Promise<RunDetails> {
  const { db, book, actor } = context
  const run = await findRun(db, runId)
  if (!run) throw new Problem('not-found')
  const [sums, events, cheques, last, own] = await Promise.all([
    sumRun(db, runId),
    listRunEvents(db, runId),
    chequesOfRun(db, runId),
    lastChequeNumber(db),
    run.state === 'created' ? ownGrantViolation(db, runId, context) : null,
  ])
  const facts = factsOf(run, sums)
  const mailed = run.method === 'eft' ? cheques.mailed : 0
  const refusal = (command: (typeof runCommands)[number]) =>
    actor.actions.has('GRANT_PAY')
      ? (runCommandViolation(command, facts, actor.userId) ?? (command === 'approve' ? own : null))
      : noAccess
  return {
    ...runResponse({ ...run, ...sums }, book.currency),
    cutoffAt: run.cutoff_at.toISOString(),
    checkedAt: run.checked_at.toISOString(),
    fileHash: run.file_hash,
    fileName: run.file_name,
    isReleased: facts.isReleased,
    rejectedAfterPaid: sums.rejected_after_paid,
    rejectedLetters: run.method === 'eft' ? sums.rejected_letters : 0,
    cheques:
      cheques.first === null || cheques.last === null
        ? null
        : { first: String(cheques.first), last: String(cheques.last) },
    nextCheque: run.method === 'cheque' ? String((last ?? firstChequeEver - 1n) + 1n) : null,
    mailed,
    letterFiles: run.approved_at === null ? 0 : Math.ceil((sums.payments - mailed) / lettersPerFile),
    events: events.map(({ kind, actor_name, at, reason }) => ({
      kind,
      actorName: actor_name,
      at: at.toISOString(),
      reason,
    })),
    may: Object.fromEntries(
      runCommands.filter(command => canCommand(command, facts)).map(command => [command, refusal(command)]),
    ),
  }
}

/** The number that is proposed for the first cheque of a book. */
const firstChequeEver = 100_001n

/** A page of the payments of a run. Throws `not-found`. */
export async function runPayments(
  {
    params: { runId },
    query: { first, after, onlyProblems, onlyChangedPayees },
  }: HandlerInput<typeof listRunPayments>,
  { db, client }: PaymentContext,
): Promise<Reply<typeof listRunPayments>> {
  const run = await findRun(db, runId)
  if (!run) throw new Problem('not-found')
  const [rows, sums] = await Promise.all([
    listPayments(db, runId, { limit: first + 1, after: after ?? null, onlyProblems, onlyChangedPayees }),
    sumRun(db, runId),
  ])
  const page = rows.slice(0, first)
  return {
    data: page.map(row => paymentResponse(row, run.format as Run['format'], client.locale)),
    meta: {
      total: onlyProblems ? sums.problems : onlyChangedPayees ? sums.payees_changed : sums.payments,
      next: rows.length > first ? (page.at(-1)?.payment_id ?? null) : null,
    },
  }
}

/** Case does not count: two of the formats have capital letters only. */
function nameForBank(payeeName: string, format: Run['format']): string | null {
  if (format === 'cheques') return null
  const written = bankName(payeeName, format)
  return written.toUpperCase() === payeeName.toUpperCase() ? null : written
}

const paymentResponse = (row: PaymentRow, format: Run['format'], locale: string): RunPayment => ({
  paymentId: row.payment_id,
  grantId: row.grant_id,
  transactionId: String(row.transaction_id),
  accountName: row.account_name,
  charityName: row.charity_name,
  payeeName: row.payee_name ?? row.charity_name,
  payeeAddress: format === 'cheques' ? row.payee_address : null,
  bankName: nameForBank(row.payee_name ?? row.charity_name, format),
  paidTo: row.cheque_number === null ? row.last_four : String(row.cheque_number),
  amountMinor: row.amount_minor,
  ...(row.rejected_at === null
    ? {
        returnedMinor: row.returned_minor,
        state: grantStateLabel(
          { status: row.transaction_status_code, reviewState: null, outcome: row.outcome },
          locale,
        ),
      }
    : // The grant may have been paid by another run since.
      { returnedMinor: 0n, state: runStateLabels.rejected }),
  problem: row.problem,
  payeeChanges: storedChanges(row).map(({ fact, before, after, made, isUsed }) => ({
    fact,
    before,
    after,
    isUsed,
    made:
      made === null
        ? null
        : {
            enteredByName: made.enteredByName,
            confirmedByName: made.confirmedByName,
            confirmedAt: made.confirmedAt,
          },
  })),
})

/** The last check of the run wrote them; one before `isUsed` existed knew only changes that payments use. */
const storedChanges = ({ payee_changes: changes }: PaymentRow): PayeeChange[] =>
  ((changes ?? []) as PayeeChange[]).map(change => ({ ...change, isUsed: change.isUsed ?? true }))
