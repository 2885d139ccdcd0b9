import { Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { noAccess } from '../../../server/auth/dual-control.ts'
import { rangesOf } from '../domain/cheque-stock.ts'
import {
  canCommand,
  type RunCommand,
  type RunFacts,
  runCommands,
  runCommandViolation,
} from '../domain/payment-run.ts'
import type { Run, RunDetails } from '../payments.contract.ts'
import { stoppedSinceApproval } from './check-grants.ts'
import { countStock, listNextNumbers, listReprints } from './cheque-stock.queries.ts'
import { chequeAccount, stockViolation } from './cheque-stock.ts'
import { countMailed, lastChequeNumber, listChequesOfRun } from './cheques.queries.ts'
import { isToPrint, printingOf } from './cheques-to-print.ts'
import { paymentDayOf } from './cutoff.ts'
import { ownGrantViolation } from './own-grant.ts'
import { type PaymentContext, timesOf } from './payment-context.ts'
import { lettersPerFile } from './payment-letter.ts'
import { hashPayments } from './payments.queries.ts'
import { chequesPerFile } from './print-cheques.ts'
import { findRun, listRunEvents, type RunRecord, type RunSums, sumRun } from './runs.queries.ts'

/** The codes of a run: the table’s check constraints allow no others. */
export const codesOf = ({ method, format, state }: RunRecord) =>
  ({ method, format, state }) as Pick<Run, 'method' | 'format' | 'state'>

/** The date of a run: until its approval, the one that it gets if it is approved now. */
export const runDay = (
  run: Pick<Run, 'method' | 'state'> & { payment_on: IsoDate },
  context: PaymentContext,
) =>
  run.state === 'created' ? paymentDayOf(run.method, context.clock.now(), timesOf(context)) : run.payment_on

export const runResponse = (run: RunRecord & RunSums, context: PaymentContext): Run => ({
  runId: run.run_id,
  runNumber: run.run_number,
  ...codesOf(run),
  paymentOn: runDay({ ...run, ...codesOf(run) }, context),
  payments: run.payments,
  amountMinor: run.amount_minor,
  currency: context.book.currency,
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
  // The table’s check constraint allows no other state.
  state: run.state as RunFacts['state'],
  isCheque: run.method === 'cheque',
  isReleased: run.released_at !== null,
  createdBy: run.created_by,
  releasedBy: run.released_by,
  payments: sums.payments,
  problems: sums.problems,
})

/** A run with its totals, its history and what the caller may do. Throws `not-found`. */
export async function runDetails(runId: string, context: PaymentContext): Promise<RunDetails> {
  const { db, actor } = context
  const run = await findRun(db, runId)
  if (!run) throw new Problem('not-found')
  const [sums, events, cheques, reprints, mails, numbers, contentHash, own, noReprint, stopped] =
    await Promise.all([
      sumRun(db, runId),
      listRunEvents(db, runId),
      listChequesOfRun(db, runId),
      run.method === 'cheque' ? listReprints(db, runId) : [],
      countMailed(db, runId),
      run.method === 'cheque' ? nextNumbers(run, context) : noNumbers,
      hashPayments(db, runId),
      run.state === 'created' ? ownGrantViolation(db, runId, context) : null,
      isToPrint(run) ? stockViolation(db, runId, context) : null,
      run.state === 'approved' ? stoppedSinceApproval(db, run, context) : [],
    ])
  const facts = factsOf(run, sums)
  const mailed = run.method === 'eft' ? mails : 0
  const further: Partial<Record<RunCommand, string | null>> = { approve: own, reprint: noReprint }
  const refusal = (command: RunCommand) =>
    actor.actions.has('GRANT_PAY')
      ? (runCommandViolation(command, facts, actor.userId) ?? further[command] ?? null)
      : noAccess
  return {
    ...runResponse({ ...run, ...sums }, context),
    contentHash,
    cutoffAt: run.cutoff_at.toISOString(),
    checkedAt: run.checked_at.toISOString(),
    fileHash: run.file_hash,
    fileName: run.file_name,
    isReleased: facts.isReleased,
    stopped: {
      payments: stopped.length,
      first: stopped.slice(0, maxStoppedShown).map(({ grant, problem }) => ({
        grantId: grant.grant_id,
        transactionId: String(grant.transaction_id),
        problem,
      })),
    },
    rejectedAfterPaid: sums.rejected_after_paid,
    rejectedLetters: run.method === 'eft' ? sums.rejected_letters : 0,
    cheques,
    reprints: reprints.map(({ spoiled_number, number }) => ({
      spoiled: String(spoiled_number),
      number: String(number),
    })),
    ...numbers,
    mailed,
    letterFiles: run.approved_at === null ? 0 : Math.ceil((sums.payments - mailed) / lettersPerFile),
    chequeFiles:
      printingOf(context) !== null && isToPrint(run) ? Math.ceil(sums.payments / chequesPerFile) : 0,
    events: events.map(({ kind, actor_name, at, reason }) => ({
      kind,
      actorName: actor_name,
      at: at.toISOString(),
      reason,
    })),
    commands: Object.fromEntries(
      runCommands.filter(command => canCommand(command, facts)).map(command => [command, refusal(command)]),
    ),
  }
}

/** How many the page of a run names; the check of the run after its withdrawal names all. */
const maxStoppedShown = 10

type NextNumbers = Pick<RunDetails, 'nextCheque' | 'stock'>
const noNumbers: NextNumbers = { nextCheque: null, stock: null }

/** The numbers that the cheques of a run would get now: of the stock, or after the last one of a book that keeps none. */
async function nextNumbers(run: RunRecord, context: PaymentContext): Promise<NextNumbers> {
  const bankAccount = chequeAccount(context)
  const { has_boxes, left } = await countStock(context.db, bankAccount)
  if (!has_boxes) {
    const last = await lastChequeNumber(context.db)
    return { nextCheque: String((last ?? firstChequeEver - 1n) + 1n), stock: null }
  }
  if (run.state !== 'created') return noNumbers
  const { payments } = await sumRun(context.db, run.run_id)
  const numbers = rangesOf(await listNextNumbers(context.db, bankAccount, payments))
  return { nextCheque: null, stock: { left, numbers } }
}

/** The number that is proposed for the first cheque of a book. */
const firstChequeEver = 100_001n
