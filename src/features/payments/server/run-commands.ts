import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { transitionGrants } from '../../grants/server/transition-grants.ts'
import { canCommand, type RunCommand, runCommandViolation } from '../domain/payment-run.ts'
import type { RunDetails } from '../payments.contract.ts'
import { type CheckContext, type CheckedGrant, checkGrants, checkSettings } from './check-grants.ts'
import { payeeOf } from './create-run.ts'
import { listOfRun } from './facts.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import { removePayments as removeRows, updateChecked } from './payments.queries.ts'
import type { RunPerson } from './record-run-event.ts'
import { factsOf, runDetails } from './run-details.ts'
import { stoppedByCheck } from './run-downloads.ts'
import { lockRun, type RunRecord, sumRun, updateRun } from './runs.queries.ts'

export type OfRun = { params: { runId: string } }

/**
 * Locks a run, checks whether the caller may use the command, and runs it, in one transaction. Throws `not-found`, `conflict` where the
 * state of the run or one of its grants does not allow it, `access-denied` for dual control.
 */
export async function commandRun(
  runId: string,
  command: RunCommand,
  context: PaymentContext,
  act: (trx: Kysely<DB>, run: RunRecord) => Promise<void>,
): Promise<RunDetails> {
  try {
    await inTransaction(context.db, async trx => {
      const run = await requireRun(trx, runId)
      const facts = factsOf(run, await sumRun(trx, runId))
      if (!canCommand(command, facts))
        throw new Problem('conflict', {
          detail: localEnglish(stateSentence(run, facts.isReleased), context.client.locale),
        })
      const violation = runCommandViolation(command, facts, context.actor.userId)
      if (violation !== null)
        throw new Problem(command === 'approve' && facts.problems > 0 ? 'conflict' : 'access-denied', {
          detail: violation,
        })
      await act(trx, run)
    })
  } catch (error) {
    if (violates(error, 'book_check_answered')) throw new Problem('conflict', { detail: stoppedByCheck })
    if (violates(error, 'run_can_be_paid') || violates(error, 'payment_is_cleared'))
      throw new Problem('conflict', {
        detail: 'A grant in this run can no longer be paid. Withdraw the approval and check the run.',
      })
    throw error
  }
  return await runDetails(runId, context)
}

/** The state that does not allow the command, as a sentence. */
function stateSentence({ state }: RunRecord, isReleased: boolean): string {
  if (state === 'approved')
    return isReleased
      ? 'This run was approved, and its file was released.'
      : 'This run was approved, but its file has not been released yet.'
  return otherStates[state]
}

const otherStates = {
  created: 'This run has not been approved yet.',
  sent: 'This run has already been sent.',
  rejected: 'The bank refused this run.',
  cancelled: 'This run was cancelled.',
} as const satisfies Record<Exclude<RunRecord['state'], 'approved'>, string>

async function requireRun(trx: Kysely<DB>, runId: string): Promise<RunRecord> {
  const run = await lockRun(trx, runId)
  if (!run) throw new Problem('not-found')
  return run
}

/** A grant of a run as a new check finds it. `isOtherPayee`: its payee, or what changed of it, is not that of the check before. */
export type RecheckedGrant = CheckedGrant & { paymentId: string; isOtherPayee: boolean }

/** Checks the grants of a run with current data, and stores the results. */
export async function recheckRun(
  trx: Kysely<DB>,
  run: RunRecord,
  context: CheckContext,
): Promise<RecheckedGrant[]> {
  const now = context.clock.now()
  const grants = await listOfRun(trx, run.run_id)
  const checked = await checkGrants(trx, context.realmDb, grants, {
    ...checkSettings(run, context),
    runApprovedAt: null,
    now,
  })
  const withIds = checked.map((each, index) => ({ ...each, paymentId: grants[index]?.payment_id ?? '' }))
  const otherPayees = await updateChecked(
    trx,
    withIds.map(each => ({ payment_id: each.paymentId, ...payeeOf(each) })),
  )
  await updateRun(trx, run.run_id, { checked_at: now })
  return withIds.map(each => ({ ...each, isOtherPayee: otherPayees.has(each.paymentId) }))
}

export async function takeOut(
  trx: Kysely<DB>,
  run: RunRecord,
  context: RunPerson & Pick<PaymentContext, 'client'>,
  { paymentIds, reason }: { paymentIds: readonly string[] | 'all' | 'problems'; reason: string },
): Promise<void> {
  const at = context.clock.now()
  const { userId, name } = personOf(context.actor)
  const grantIds = await removeRows(trx, run.run_id, { paymentIds, name, at, reason })
  if (grantIds.length === 0 && paymentIds !== 'all') throw new Problem('not-found')
  await transitionGrants(trx, grantIds, {
    ...{ transition: 'unschedule', by: { userId, name }, reason, at },
    locale: context.client.locale,
  })
}
