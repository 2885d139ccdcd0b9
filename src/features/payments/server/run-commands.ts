import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'
import { insertSteps } from '../../grants/server/history.queries.ts'
import { canCommand, type RunCommand, runCommandViolation } from '../domain/payment-run.ts'
import type {
  cancelRun as cancelEndpoint,
  RunDetails,
  removePayments as removeEndpoint,
  withdrawRun as withdrawEndpoint,
} from '../payments.contract.ts'
import { type CheckedGrant, checkGrants } from './check-grants.ts'
import { payeeOf } from './create-run.ts'
import { listOfRun, lockGrants, setGrantStatus } from './facts.queries.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { clearApproved, removePayments as removeRows, updateChecked } from './payments.queries.ts'
import { recordPayments } from './record-payments.ts'
import { recordRunEvent } from './record-run-event.ts'
import { factsOf, runDetails } from './run-details.ts'
import { lockRun, type RunRecord, sumRun, updateRun } from './runs.queries.ts'

type OfRun = { params: { runId: string } }

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
    if (violates(error, 'run_can_be_paid'))
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

function checkSettings({ format, method }: RunRecord, context: PaymentContext) {
  const { client, settings } = payerOf(context)
  return { client, format, method, writesCheques: settings.cheques }
}

/** Checks the grants of a run with current data, and stores the results. */
export async function recheckRun(
  trx: Kysely<DB>,
  run: RunRecord,
  context: PaymentContext,
): Promise<(CheckedGrant & { paymentId: string })[]> {
  const now = context.clock.now()
  const grants = await listOfRun(trx, run.run_id)
  const checked = await checkGrants(trx, context.realmDb, grants, {
    ...checkSettings(run, context),
    runApprovedAt: null,
    now,
  })
  const withIds = checked.map((each, index) => ({ ...each, paymentId: grants[index]?.payment_id ?? '' }))
  await updateChecked(
    trx,
    withIds.map(each => ({ payment_id: each.paymentId, ...payeeOf(each) })),
  )
  await updateRun(trx, run.run_id, { checked_at: now })
  return withIds
}

export const checkRun = ({ params: { runId } }: OfRun, context: PaymentContext) =>
  commandRun(runId, 'check', context, async (trx, run) => {
    await recheckRun(trx, run, context)
    await recordRunEvent(trx, context, runId, 'checked')
  })

/** Takes one payment, or all that cannot be made, out of a run. Throws `not-found` for a payment of another run. */
export const removePayments = (
  { params: { runId }, body }: HandlerInput<typeof removeEndpoint>,
  context: PaymentContext,
) =>
  commandRun(runId, 'check', context, async (trx, run) => {
    const { paymentId, reason } = body.data.attributes
    await takeOut(trx, run, context, { paymentIds: paymentId === null ? 'problems' : [paymentId], reason })
    await recordRunEvent(trx, context, runId, 'removed', reason)
  })

export const cancelRun = (
  { params: { runId }, body }: HandlerInput<typeof cancelEndpoint>,
  context: PaymentContext,
) =>
  commandRun(runId, 'cancel', context, async (trx, run) => {
    const { reason } = body.data.attributes
    await takeOut(trx, run, context, { paymentIds: 'all', reason })
    await updateRun(trx, runId, { state: 'cancelled' })
    await recordRunEvent(trx, context, runId, 'cancelled', reason)
  })

async function takeOut(
  trx: Kysely<DB>,
  run: RunRecord,
  context: PaymentContext,
  { paymentIds, reason }: { paymentIds: readonly string[] | 'all' | 'problems'; reason: string },
): Promise<void> {
  const at = context.clock.now()
  const { userId, name } = personOf(context.actor)
  const grantIds = await removeRows(trx, run.run_id, { paymentIds, name, at, reason })
  if (grantIds.length === 0 && paymentIds !== 'all') throw new Problem('not-found')
  await lockGrants(trx, grantIds)
  await setGrantStatus(trx, grantIds, statusCodes.approved)
  await insertSteps(
    trx,
    grantIds.map(grant_id => ({
      grant_id,
      transition: 'unschedule',
      from_status_code: statusCodes.scheduled,
      to_status_code: statusCodes.approved,
    })),
    { userId, name, at, reason },
  )
}

/** Deletes the file and letters of an approved run, which is then checked and approved again. */
export const withdrawRun = (
  { params: { runId }, body }: HandlerInput<typeof withdrawEndpoint>,
  context: PaymentContext,
) =>
  commandRun(runId, 'withdraw', context, async trx => {
    await clearApproved(trx, runId)
    await updateRun(trx, runId, {
      state: 'created',
      approved_by: null,
      approved_by_name: null,
      approved_at: null,
      released_by: null,
      released_by_name: null,
      released_at: null,
      file_name: null,
      file_hash: null,
      file_ciphertext: null,
      key_id: null,
      data_key: null,
    })
    await recordRunEvent(trx, context, runId, 'withdrawn', body.data.attributes.reason)
  })

/** Releases the file after a last check, which fails if something has changed since the approval. */
export const releaseRun = ({ params: { runId } }: OfRun, context: PaymentContext) =>
  commandRun(runId, 'release', context, async (trx, run) => {
    const checked = await checkGrants(trx, context.realmDb, await listOfRun(trx, runId), {
      ...checkSettings(run, context),
      runApprovedAt: run.approved_at,
      now: context.clock.now(),
    })
    const stopped = checked.find(({ problem }) => problem !== null)
    if (stopped)
      throw new Problem('conflict', {
        detail: `Grant ${stopped.grant.transaction_id} can no longer be paid: ${stopped.problem} Withdraw the approval and remove it.`,
      })
    const { userId, name } = personOf(context.actor)
    await updateRun(trx, runId, {
      released_at: context.clock.now(),
      released_by: userId,
      released_by_name: name,
    })
    await recordRunEvent(trx, context, runId, 'released')
  })

/** The bank has the file, or the cheques are in the post: a job records each grant as paid. */
export const sendRun = ({ params: { runId } }: OfRun, context: PaymentContext) =>
  commandRun(runId, 'send', context, async trx => {
    const { userId, name } = personOf(context.actor)
    await updateRun(trx, runId, {
      state: 'sent',
      sent_at: context.clock.now(),
      sent_by: userId,
      sent_by_name: name,
    })
    await recordRunEvent(trx, context, runId, 'sent')
    await addJob(trx, recordPayments, { client: payerOf(context).client.name, runId }, { key: runId })
  })
